internal import ReceiptCore
internal import ReceiptInsight

/// Why the App Store Server API refuses a request.
struct Refusal: Error {
  let code: Int64
  let message: String

  init(_ name: Name) {
    let error = APIError.all.first { $0.name == name.rawValue }
    // Apple's numbers of some errors are not known.
    code = error?.code.map(Int64.init) ?? 4_000_000
    let meaning = error?.meaning ?? name.rawValue
    message = meaning.prefix(1).uppercased() + meaning.dropFirst() + "."
  }

  /// An error by its number, as a fault asks for it.
  init(code: Int64) {
    self.code = code
    let meaning = APIError.of(code: code)?.meaning ?? "an error"
    message = meaning.prefix(1).uppercased() + meaning.dropFirst() + "."
  }

  /// The HTTP status, which the first three digits are.
  var status: Int { Int(code / 10_000) }

  var response: APIResponse {
    var response = APIResponse(.error)
    response.errorCode = code
    response.errorMessage = ReceiptString(message)
    return response
  }

  /// The errors that the stand-in gives, by Apple's names. `APIError` has their numbers.
  enum Name: String, CaseIterable {
    case generalBadRequest = "GeneralBadRequest"
    case invalidRequestRevision = "InvalidRequestRevision"
    case invalidTransactionID = "InvalidTransactionId"
    case invalidOriginalTransactionID = "InvalidOriginalTransactionId"
    case paginationTokenExpired = "PaginationTokenExpired"
    case multipleFilters = "MultipleFiltersSupplied"
    case invalidCustomerConsented = "InvalidCustomerConsented"
    case typeNotSupported = "InvalidTransactionTypeNotSupported"
    case appTransactionIDNotSupported = "AppTransactionIdNotSupported"
    case familyNotSupported = "FamilyTransactionNotSupported"
    case notOriginal = "TransactionIdIsNotOriginalTransactionId"
    case invalidGroupID = "InvalidGroupId"
    case assignedNotSupported = "InvalidAssignedTransactionNotSupported"
    case extensionIneligible = "SubscriptionExtensionIneligible"
    case maxExtension = "SubscriptionMaxExtension"
    case familyExtension = "FamilySharedSubscriptionExtensionIneligible"
    case assignedExtension = "AssignedSubscriptionExtensionIneligible"
    case accountNotFound = "AccountNotFound"
    case originalNotFound = "OriginalTransactionIdNotFound"
    case notificationURLNotFound = "ServerNotificationUrlNotFound"
    case testNotFound = "TestNotificationNotFound"
    case statusRequestNotFound = "StatusRequestNotFound"
    case transactionNotFound = "TransactionIdNotFound"
    case groupNotFound = "GroupNotFound"
    case rateLimit = "RateLimitExceeded"
    case internalError = "GeneralInternal"

    case noAvailableSeats = "NoAvailableSeats"
    case seatClaimNotFound = "SeatClaimIdNotFound"
    case notDeveloperManaged = "TransactionNotDevManagedGroup"
    case percentageOutOfRange = "ConsumptionPercentageOutOfRange"
    case percentageOfUndelivered = "UndeliveredConsumptionPercentageNonZero"

    case invalidLimit = "InvalidLimit"
    case invalidExtendByDays = "InvalidExtendByDays"
    case invalidExtendReason = "InvalidExtendReasonCode"
    case invalidRequestIdentifier = "InvalidRequestIdentifier"
    case startTooFarInPast = "StartDateTooFarInPast"
    case startAfterEnd = "StartDateAfterEndDate"
    case invalidPaginationToken = "InvalidPaginationToken"
    case invalidStartDate = "InvalidStartDate"
    case invalidEndDate = "InvalidEndDate"
    case invalidNotificationType = "InvalidNotificationType"
    case invalidTestToken = "InvalidTestNotificationToken"
    case emptyStorefronts = "InvalidEmptyStorefrontCountryCodeList"
    case invalidStorefront = "InvalidStorefrontCountryCode"
    case invalidAppAccountToken = "InvalidAppAccountToken"
    case invalidDeliveryStatus = "InvalidDeliveryStatus"
    case invalidSample = "InvalidSampleContentProvided"
    case invalidRefundPreference = "InvalidRefundPreference"
    case invalidAppAccountTokenUUID = "InvalidAppAccountTokenUUID"
    case percentageOfSubscription = "ConsumptionPercentageAutoRenewableSubscription"

    case invalidSort = "InvalidSort"
    case invalidProductType = "InvalidProductType"
    case invalidProductID = "InvalidProductId"
    case invalidGroupIdentifier = "InvalidSubscriptionGroupIdentifier"
    case invalidExcludeRevoked = "InvalidExcludeRevoked"
    case invalidOwnershipType = "InvalidInAppOwnershipType"
    case invalidRevoked = "InvalidRevoked"
    case invalidStatus = "InvalidStatus"

    case invalidAccountTenure = "InvalidAccountTenure"
    case invalidConsumptionStatus = "InvalidConsumptionStatus"
    case invalidDollarsPurchased = "InvalidLifetimeDollarsPurchased"
    case invalidDollarsRefunded = "InvalidLifetimeDollarsRefunded"
    case invalidPlatform = "InvalidPlatform"
    case invalidPlayTime = "InvalidPlayTime"
    case invalidUserStatus = "InvalidUserStatus"

    case invalidImage = "InvalidImage"
    case headerTooLong = "HeaderTooLong"
    case bodyTooLong = "BodyTooLong"
    case invalidLocale = "InvalidLocale"
    case altTextTooLong = "AltTextTooLong"
    case invalidPerformanceTest = "InvalidPerformanceTestRequest"
    case invalidRequestID = "InvalidRequestId"
    case badRealtimeURL = "BadRequestRealtimeUrl"
    case badImageSize = "BadRequestImageSize"
    case tooManyBulletPoints = "BadRequestTooManyBulletPoints"
    case bulletPointTooLong = "BadRequestBulletPointTextTooLong"
    case aboveImageNeedsImage = "BadRequestAboveImageRequiresAnImage"
    case maximumImages = "MaximumNumberOfImagesReached"
    case maximumMessages = "MaximumNumberOfMessagesReached"
    case imageInUse = "ImageInUse"
    case imageNotFound = "ImageNotFound"
    case messageNotFound = "MessageNotFound"
    case performanceTestNotFound = "PerformanceTestRunNotFound"
    case defaultMessageNotFound = "DefaultMessageNotFound"
    case realtimeURLNotFound = "RealtimeUrlNotFound"
    case imageExists = "ImageAlreadyExists"
    case messageExists = "MessageAlreadyExists"
  }
}
