/// What a JSON object of Apple's is. None names its own form, so the members that each must have tell it.
enum JSONForm: Equatable {
  /// What Apple's server or StoreKit 2 signs: a notification, a transaction, …
  case payload(ReceiptForm)
  /// One object of a notification's payload, alone.
  case carrier(ServerNotification.Carrier)
  case notificationV1
  case api(APIResponse.Kind)
  /// A response of verifyReceipt.
  case response

  /// `nil` for JSON of anything else. The order of the questions matters: forms share most of their names.
  init?(_ value: JSONValue) {
    guard let members = value.members else { return nil }
    let names = Names(members)
    if let form = Self.signed(names) {
      if form == .transaction, Self.isOfCordova(value) { return nil }
      self = .payload(form)
    } else if names.has(.notificationTypeOfV1) || Self.isPartOfV1(value) {
      self = .notificationV1
    } else if let kind = Self.api(names, value) {
      self = .api(kind)
    } else if let carrier = Self.carrier(names) {
      self = .carrier(carrier)
    } else if Self.isResponse(value) {
      self = .response
    } else {
      return nil
    }
  }

  /// Whether it is read as a whole, even if it contains signed texts. A bare payload is not: a signed text beside
  /// it counts more.
  var isReceipt: Bool {
    switch self {
    case .payload(.notification), .notificationV1, .api, .response: true
    case .payload, .carrier: false
    }
  }

  /// What a signed payload is. `nil` for one that has what several forms have, or belongs to none.
  static func signed(_ payload: JSONValue) -> ReceiptForm? {
    payload.members.flatMap { signed(Names($0)) }
  }

  /// Whether it is a purchase in the words of cordova-plugin-purchase or its validator, which share two of Apple's names.
  private static func isOfCordova(_ value: JSONValue) -> Bool {
    value["className"]?.string == "Transaction" || value["isExpired"]?.bool != nil
  }

  private static func signed(_ names: Names) -> ReceiptForm? {
    if names.has(.notificationType) { return .notification }
    if names.has(.requestIdentifier, .userLocale) { return .realtimeRequest }
    if names.has(.receiptType) || names.has(.receiptCreationDate, .originalApplicationVersion) {
      return .appTransaction
    }
    if names.has(.transactionId, .purchaseDate) { return .transaction }
    if !names.has(.transactionId), names.has(.autoRenewStatus) || names.has(.autoRenewProductId) {
      return .renewalInfo
    }
    return nil
  }

  private static func carrier(_ names: Names) -> ServerNotification.Carrier? {
    if names.has(.externalPurchaseId) { return .externalPurchaseToken }
    if names.has(.unclaimSeatIds) { return .unclaimInfo }
    if names.has(.succeededCount, .failedCount) { return .summary }
    if names.has(.signedAppTransactionInfo, .bundleId) { return .appData }
    return names.has(.signedTransactionInfo, .bundleId) ? .data : nil
  }

  /// Which request of the App Store Server API a response answers (Apple, "App Store Server API").
  private static func api(_ names: Names, _ value: JSONValue) -> APIResponse.Kind? {
    // Frameworks call their own errors so too, with small numbers.
    if names.has(.errorCode, .errorMessage), (value["errorCode"]?.integer ?? 0) >= 400 {
      return .error
    }
    if names.has(.signedPayload, .sendAttempts) || names.has(.testNotificationToken) {
      return .testNotification
    }
    if names.has(.notificationHistory) { return .notifications }
    if names.has(.signedTransactions) {
      return names.has(.bundleId) ? .history : names.has(.status) ? .order : .refunds
    }
    if names.has(.data), value["data"]?.elements?.allSatisfy(isGroup) == true,
      names.has(.bundleId) || names.has(.environment)
    {
      return .statuses
    }
    if !names.has(.bundleId) {
      if names.has(.signedTransactionInfo) || names.has(.signedRenewalInfo) { return .transaction }
      if names.has(.signedAppTransactionInfo) { return .appTransaction }
    }
    if names.has(.effectiveDate, .success)
      || names.has(.requestIdentifier) && (names.has(.complete) || names.count == 1)
    {
      return .renewalExtension
    }
    if names.has(.totalSeatCount) || names.has(.seatClaimId) { return .seats }
    let isGroups =
      value["groups"]?.elements?.allSatisfy { $0["groupId"] != nil } == true
      || value["members"]?.elements?.allSatisfy { $0["appTransactionId"] != nil } == true
    return isGroups ? .groups : nil
  }

  private static func isGroup(_ value: JSONValue) -> Bool {
    value["lastTransactions"]?.elements != nil || value["subscriptionGroupIdentifier"] != nil
  }

  /// A notification of version 1 of which the type was left out. Only there is the environment `PROD`, and only there
  /// does `auto_renew_status` beside a receipt say `true` or `false`.
  private static func isPartOfV1(_ value: JSONValue) -> Bool {
    guard
      value["environment"]?.string == "PROD"
        || ["true", "false"].contains(value["auto_renew_status"]?.string)
    else { return false }
    return ["unified_receipt", "latest_receipt_info", "latest_expired_receipt_info"].contains {
      value[$0] != nil
    }
  }

  /// A verifyReceipt response has a status, or at least a receipt with names that only Apple's have.
  private static func isResponse(_ value: JSONValue) -> Bool {
    func member(_ name: String, _ other: String) -> JSONValue? { value[name] ?? value[other] }
    return value["receipt"].map(isReceiptOfResponse) ?? false
      || member("latest_receipt_info", "latestReceiptInfo") != nil
      || value["latest_expired_receipt_info"]?.members != nil
      || value["pending_renewal_info"]?.elements?.isEmpty == false
      || member("latest_receipt", "latestReceipt")?.string != nil && value["status"] != nil
      || status(value["status"]).map { $0 == 0 ? isAccepting(value) : (21000..<22000).contains($0) }
        ?? false
  }

  /// Whether an object with status 0 may be Apple's. Other servers say 0 too, for example beside the receipt that was sent
  /// to them.
  private static func isAccepting(_ value: JSONValue) -> Bool {
    guard let receipt = value["receipt"] else {
      return value.members?.count == 1 || value["environment"] != nil
    }
    // Even of one transaction: `product_id` is Apple's, and `productId` a framework's.
    return receipt.members?.contains { $0.name.utf8.contains(UInt8(ascii: "_")) } ?? false
  }

  /// Objects of frameworks have a receipt too, with names of their own such as `productId`.
  private static func isReceiptOfResponse(_ receipt: JSONValue) -> Bool {
    receipt.members?.contains { receiptNames.contains($0.name) } ?? false
  }

  /// Names in both styles of responses, and as some back ends spell them.
  private static let receiptNames: Set<String> = [
    "receipt_type", "receiptType", "bundle_id", "in_app", "inApp", "adam_id", "app_item_id",
    "application_version", "original_application_version", "originalApplicationVersion",
    "receipt_creation_date", "receiptCreationDate", "receipt_creation_date_ms",
    "receiptCreationDateMs", "download_id", "request_date_ms", "bid", "bvrs", "item_id",
    "unique_identifier",
  ]

  // MARK: Short texts

  /// Whether a text may be read as a whole. It is `false` only if no name tells a form, and if verifyReceipt never sends
  /// its status. A log may have such an object in each line.
  static func mayBeReceipt(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: "{\"".utf8) else { return true }
    var index = text.startIndex + 1
    while let mark = text[index...].firstIndex(of: quotationMark) {
      let name = text[(mark + 1)...].prefix { $0 != quotationMark }
      if name.contains(UInt8(ascii: "\\")) { return true }
      if name.elementsEqual("status".utf8) {
        if isStatus(text[name.endIndex...].dropFirst()) { return true }
      } else if let first = name.first, name.count < maximumName,
        tells[Int(first)] & 1 << name.count != 0
      {
        return true
      }
      index = name.endIndex + 1
      guard index < text.endIndex else { return false }
    }
    return false
  }

  /// Whether a value of verifyReceipt follows: 0, or a number of five digits that begins with 21.
  private static func isStatus(_ rest: ArraySlice<UInt8>) -> Bool {
    let value = rest.drop { Text.isSpace($0) || ":=>\"".utf8.contains($0) }
    let digits = value.prefix(maximumName).prefix(while: Text.isDigit)
    return switch digits.count {
    case 1: digits.first == UInt8(ascii: "0")
    case 5: digits.starts(with: "21".utf8)
    default: false
    }
  }

  private static let quotationMark = UInt8(ascii: "\"")
  /// No name that tells a form is so long.
  private static let maximumName = 32

  /// The lengths of the names that tell a form, one bit each, by their first letters.
  private static let tells: [UInt32] = {
    var tells = [UInt32](repeating: 0, count: 256)
    for name in Name.byText.keys.filter({ $0 != "status" }) + responseNames {
      guard let first = name.utf8.first else { continue }
      tells[Int(first)] |= 1 << UInt32(name.utf8.count)
    }
    return tells
  }()

  private static let responseNames = [
    "receipt", "latest_receipt_info", "latestReceiptInfo", "latest_expired_receipt_info",
    "pending_renewal_info", "latest_receipt", "latestReceipt", "groups", "members",
  ]

  /// Some back ends write every number as a string.
  private static func status(_ value: JSONValue?) -> Int64? {
    value?.integer ?? value?.string.flatMap { Int64($0) }
  }

  /// The names that tell a form. A case is spelled as Apple spells the name, but for version 1.
  private enum Name: Int, CaseIterable {
    case notificationType, notificationTypeOfV1, requestIdentifier, userLocale, receiptType
    case receiptCreationDate, originalApplicationVersion, transactionId, purchaseDate
    case autoRenewStatus, autoRenewProductId, externalPurchaseId, unclaimSeatIds
    case succeededCount, failedCount, signedAppTransactionInfo, signedTransactionInfo
    case signedRenewalInfo, signedTransactions, signedPayload, sendAttempts, bundleId
    case errorCode, errorMessage, notificationHistory, data, environment, status, complete
    case effectiveDate, success, testNotificationToken, totalSeatCount, seatClaimId

    static let byText = Dictionary(
      allCases.map { ($0.text, $0.bit) }, uniquingKeysWith: { first, _ in first })

    private var text: String {
      self == .notificationTypeOfV1 ? "notification_type" : String(describing: self)
    }

    var bit: UInt64 { 1 << UInt64(rawValue) }
  }

  /// Which of these names an object has. Each member is looked at once.
  private struct Names {
    private var bits: UInt64 = 0
    let count: Int

    init(_ members: [JSONValue.Member]) {
      count = members.count
      for member in members {
        if case .null = member.value { continue }
        bits |= Name.byText[member.name] ?? 0
      }
    }

    // A list of any length would be allocated each time, and a log may have an object in each line.
    func has(_ name: Name) -> Bool { bits & name.bit != 0 }
    func has(_ name: Name, _ other: Name) -> Bool { has(name) && has(other) }
  }
}

extension ReceiptForm {
  /// The form of what StoreKit 2 or Apple's server signs, by the names in it; `nil` for any other JSON.
  package init?(payload: JSONValue) {
    guard let form = JSONForm.signed(payload) else { return nil }
    self = form
  }
}
