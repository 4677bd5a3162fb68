package import ReceiptCore
internal import ReceiptInsight

/// A notification of version 1 (Apple, "responseBodyV1"): the inverse of `VerifyReceiptDecoder.decodeNotification`.
/// It has no password.
package struct NotificationV1Template: Sendable {
  package var notification: ServerNotification
  /// The app that it is about.
  package var receipt: Receipt
  /// What stands in `unified_receipt`.
  package var response: VerifyReceiptTemplate
  /// Fields without a place in the model, by their paths.
  package var otherFields: [JSONValue.Member] = []

  private static let unified = "unified_receipt"

  package init(
    _ notification: ServerNotification, of receipt: Receipt, around response: VerifyReceiptTemplate
  ) {
    self.notification = notification
    self.receipt = receipt
    self.response = response
  }

  package var json: JSONValue {
    var json = JSONMembers()
    for (key, field) in ServerNotification.payloadPlans[.notificationV1]?.fields ?? [] {
      switch field.get(notification) {
      case .date(let date)?: json.add(key, threefold: date)
      case .number(let number)?: json.add(key, number)
      // Apple writes this identifier as a number here.
      case .text(let text)? where key == "original_transaction_id":
        json.add(key, Int64(text.description).map { .number(String($0)) } ?? .string("\(text)"))
      case let value?: json.add(key, .string(value.description))
      case nil: break
      }
    }
    // Its own word for the production environment.
    json.add(
      "environment", receipt.environment == .production ? ReceiptString("PROD") : environment)
    json.add("bid", receipt.bundleID)
    json.add("bvrs", receipt.applicationVersion)
    var unified = response
    unified.receipt = Receipt()
    unified.receipt.environmentName = environment
    let prefix = Self.unified + "."
    unified.otherFields = otherFields.filter { $0.name.hasPrefix(prefix) }.map {
      JSONValue.Member(name: String($0.name.dropFirst(prefix.count)), value: $0.value)
    }
    json.add(Self.unified, unified.json)
    return json.object.adding(otherFields.filter { !$0.name.hasPrefix(prefix) })
  }

  private var environment: ReceiptString? {
    receipt.environment.map { ReceiptString($0.rawValue) }
  }
}

extension ServerNotification {
  /// The type of version 1 for the same event; `nil` if there was no such type.
  package var olderType: ReceiptString? {
    guard let type = notificationType?.text else { return nil }
    return NotificationV1Event.before(type: type, subtype: subtype?.text).map {
      ReceiptString($0.type)
    }
  }

  /// Fills in a notification of version 1 about a purchase and its renewal.
  package mutating func completeOlder(_ purchase: InAppPurchase?, _ renewal: RenewalInfo?) {
    notificationType = notificationType ?? ReceiptString("INITIAL_BUY")
    originalTransactionID = originalTransactionID ?? purchase?.originalTransactionID
    autoRenewProductID =
      autoRenewProductID ?? renewal?.autoRenewProductID ?? renewal?.productID
    autoRenewStatus = autoRenewStatus ?? renewal?.autoRenewStatus
    expirationIntent = expirationIntent ?? renewal?.expirationIntent
  }
}
