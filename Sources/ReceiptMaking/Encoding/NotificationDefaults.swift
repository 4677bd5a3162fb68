package import ReceiptCore
internal import ReceiptInsight

/// What a notification has where its SPEC leaves it open (Apple, "notificationType").
package struct NotificationDefaults: Sendable {
  /// When it is sent.
  private let sent: ReceiptDate
  private let type: String?
  private let subtype: String?
  private let event: NotificationEvent?

  /// Tokens for custom links, which have a type and an end. Others have neither.
  private static let linkTokenSubtypes = ["CREATED", "ACTIVE_TOKEN_REMINDER"]

  private static let daysOfPeriod: Int64 = 30
  private static let daysOfGrace: Int64 = 16
  private static let secondsOfDay: Int64 = 86_400

  package init(_ notification: ServerNotification, sent: ReceiptDate) {
    self.sent = sent
    type = notification.notificationType?.text
    subtype = notification.subtype?.text
    event = type.flatMap { [subtype] type in NotificationEvent.like(type: type, subtype: subtype) }
  }

  private typealias Status = SubscriptionStatus

  private var status: Int64 { event?.status ?? Status.active }

  private func after(days: Int64) -> ReceiptDate { sent.adding(seconds: days * Self.secondsOfDay) }

  // MARK: What it is about

  /// An example of the purchase that it is about. Its identifiers are still open.
  package var purchase: InAppPurchase {
    var purchase = InAppPurchase()
    if event?.exampleIsBoughtOnce == true {
      purchase.productType = .consumable
      purchase.purchaseDate = sent
      return purchase
    }
    let isRunning = status == Status.active || status == Status.revoked
    purchase.productType = .autoRenewableSubscription
    purchase.subscriptionGroupIdentifier = Self.group
    purchase.purchaseDate = isRunning ? sent : after(days: -Self.daysOfPeriod)
    purchase.expiresDate = isRunning ? after(days: Self.daysOfPeriod) : sent
    if status == Status.revoked {
      purchase.cancellationDate = sent
      purchase.cancellationReason = 0
    }
    if type == "REVOKE" { purchase.inAppOwnershipType = InAppPurchase.familyShared }
    return purchase
  }

  /// Makes a purchase of the SPEC agree with the type. One that was taken back has a date for it, one whose payment
  /// failed has ended, and one that was renewed is not the first.
  ///
  /// - Parameter said: what the SPEC says of it. That stays.
  package func fit(_ purchase: inout InAppPurchase, said: InAppPurchase) {
    if type == "DID_RENEW" { makeRenewal(&purchase, said) }
    switch status {
    case Status.revoked:
      let end = max(sent, purchase.purchaseDate ?? sent)
      purchase.cancellationDate = purchase.cancellationDate ?? end
      purchase.cancellationReason = purchase.cancellationReason ?? 0
      if type == "REVOKE", said.inAppOwnershipType == nil {
        purchase.inAppOwnershipType = InAppPurchase.familyShared
      }
    case Status.expired, Status.billingRetry, Status.gracePeriod:
      purchase.expiresDate = min(purchase.expiresDate ?? sent, sent)
    default: break
    }
  }

  private func makeRenewal(_ purchase: inout InAppPurchase, _ said: InAppPurchase) {
    if said.transactionReason == nil { purchase.transactionReason = ReceiptString("RENEWAL") }
    guard said.originalTransactionID == nil, said.originalPurchaseDate == nil,
      let number = purchase.transactionID?.text.flatMap({ Int64($0) }), number > 1
    else { return }
    purchase.originalTransactionID = ReceiptString(String(number - 1))
    purchase.originalPurchaseDate = purchase.purchaseDate?.adding(
      seconds: -Self.daysOfPeriod * Self.secondsOfDay)
  }

  package static let group = ReceiptString("20000001")

  /// What follows this purchase, as far as the notification says.
  package func renewal(of purchase: InAppPurchase) -> RenewalInfo {
    var renewal = RenewalInfo()
    renewal.productID = purchase.productID
    renewal.autoRenewProductID = purchase.productID
    renewal.originalTransactionID = purchase.originalTransactionID
    let ends = status == Status.expired || status == Status.revoked
    renewal.autoRenewStatus = !ends && subtype != "AUTO_RENEW_DISABLED"
    renewal.renewalDate = ends ? nil : purchase.expiresDate
    switch status {
    case Status.expired:
      renewal.expirationIntent = event?.expirationIntent
      renewal.isInBillingRetryPeriod = false
    case Status.billingRetry: renewal.isInBillingRetryPeriod = true
    case Status.gracePeriod:
      renewal.isInBillingRetryPeriod = true
      renewal.gracePeriodExpiresDate = after(days: Self.daysOfGrace)
    default: break
    }
    if type == "PRICE_INCREASE" { renewal.priceIncreaseStatus = subtype == "PENDING" ? 0 : 1 }
    return renewal
  }

  // MARK: Its own fields

  /// Fills in the fields of the notification itself.
  package func complete(
    _ notification: inout ServerNotification, of receipt: Receipt, hasSubscription: Bool,
    _ numbers: inout SeededNumbers
  ) {
    notification.notificationUUID =
      notification.notificationUUID ?? ReceiptString(numbers.uuid())
    notification.version = notification.version ?? ReceiptString("2.0")
    let identifier = numbers.uuid()
    switch notification.carrier {
    case .data:
      if hasSubscription { notification.status = notification.status ?? status }
      if type == "CONSUMPTION_REQUEST" {
        notification.consumptionRequestReason =
          notification.consumptionRequestReason ?? ReceiptString("UNINTENDED_PURCHASE")
      }
    case .summary:
      notification.requestIdentifier =
        notification.requestIdentifier ?? ReceiptString(identifier)
      notification.productID = notification.productID ?? receipt.defaultProductID
      notification.succeededCount = notification.succeededCount ?? 1
      notification.failedCount = notification.failedCount ?? 0
    case .externalPurchaseToken:
      let prefix = receipt.environment == .production ? "" : "SANDBOX_"
      notification.externalPurchaseID =
        notification.externalPurchaseID ?? ReceiptString(prefix + identifier)
      notification.tokenCreationDate = notification.tokenCreationDate ?? sent
      guard let subtype, Self.linkTokenSubtypes.contains(subtype) else { return }
      notification.tokenType = notification.tokenType ?? ReceiptString("SERVICES")
      notification.tokenExpirationDate =
        notification.tokenExpirationDate ?? after(days: Self.daysOfPeriod)
    case .unclaimInfo:
      notification.unclaimSeatIDs = notification.unclaimSeatIDs ?? [ReceiptString(identifier)]
    case .appData: break
    }
  }

  /// Fills in the fields of a realtime request, about a purchase of the receipt or about an example.
  package static func complete(
    request: inout ServerNotification, of receipt: Receipt, _ numbers: inout SeededNumbers
  ) {
    let purchase = receipt.inApp.first
    let transaction = ReceiptDefaults.transactionID(receipt.environment, 0, &numbers)
    request.originalTransactionID =
      request.originalTransactionID ?? purchase?.originalTransactionID ?? ReceiptString(transaction)
    request.productID = request.productID ?? purchase?.productID ?? receipt.defaultProductID
    request.userLocale = request.userLocale ?? ReceiptString("en-US")
    request.requestIdentifier = request.requestIdentifier ?? ReceiptString(numbers.uuid())
  }
}

extension ServerNotification {
  /// Whether it is about a purchase, and so carries it.
  package var isAboutPurchase: Bool { carrier == .data && notificationType?.text != "TEST" }
}

extension Receipt {
  /// The app as an object of Apple's server names it, where a SPEC leaves it open.
  ///
  /// - Parameters:
  ///   - asked: the receipt of the SPEC.
  ///   - needsItemID: the object has an identifier of the app in the sandbox too.
  package func namedByServer(asked: Receipt, needsItemID: Bool, hasVersion: Bool) -> Receipt {
    var receipt = self
    if asked.adamID == nil, receipt.adamID == nil || receipt.adamID == 0 {
      receipt.adamID = needsItemID ? seededItemID : nil
    }
    if asked.applicationVersion == nil, !hasVersion { receipt.applicationVersion = nil }
    return receipt
  }

  /// The app transaction as Apple's server has it: without what only a device knows.
  package func appTransactionOfServer(
    asked: Receipt, _ numbers: inout SeededNumbers
  ) -> Receipt {
    var receipt = namedByServer(asked: asked, needsItemID: true, hasVersion: false)
    if asked.versionExternalIdentifier == nil { receipt.versionExternalIdentifier = nil }
    let identifier = numbers.next(700_000_000_000_000_000...709_999_999_999_999_999)
    receipt.appTransactionID =
      receipt.appTransactionID ?? ReceiptString(String(identifier))
    receipt.originalPlatform = receipt.originalPlatform ?? ReceiptString("iOS")
    return receipt
  }
}
