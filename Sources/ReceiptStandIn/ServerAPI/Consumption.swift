internal import ReceiptCore
internal import ReceiptInsight

// How a customer used what they want their money back for.
extension Store {
  /// The fields of the first version of the body that are numbers, and their highest values.
  private static let oldFields: [(name: String, highest: Int64, refusal: Refusal.Name)] = [
    ("accountTenure", 7, .invalidAccountTenure),
    ("consumptionStatus", 3, .invalidConsumptionStatus),
    ("deliveryStatus", 5, .invalidDeliveryStatus),
    ("lifetimeDollarsPurchased", 7, .invalidDollarsPurchased),
    ("lifetimeDollarsRefunded", 7, .invalidDollarsRefunded), ("platform", 2, .invalidPlatform),
    ("playTime", 7, .invalidPlayTime), ("refundPreference", 3, .invalidRefundPreference),
    ("userStatus", 4, .invalidUserStatus),
  ]

  /// In thousandths of a percent.
  private static let wholePercentage: Int64 = 100_000

  /// The transaction of a request, whose purchaser agreed to tell Apple of its use.
  private func consumed(_ call: Call, _ body: JSONValue) throws(Refusal) -> InAppPurchase {
    let place = try transaction(call[0], call)
    let purchase = purchase(place.customer, place.transaction)
    guard !purchase.isFamilyShared else { throw Refusal(.familyNotSupported) }
    guard !purchase.isAssigned else { throw Refusal(.assignedNotSupported) }
    guard body["customerConsented"]?.bool == true else { throw Refusal(.invalidCustomerConsented) }
    return purchase
  }

  func takeOldConsumption(_ call: Call) throws(Refusal) -> Reply {
    let body = try call.object()
    let purchase = try consumed(call, body)
    guard purchase.productType == .consumable || purchase.expiresDate != nil else {
      throw Refusal(.typeNotSupported)
    }
    for field in Self.oldFields {
      guard let value = body[field.name], !value.isNothing else { continue }
      guard let number = value.integer, number >= 0, number <= field.highest else {
        throw Refusal(field.refusal)
      }
    }
    guard body["sampleContentProvided"].map({ $0.bool != nil || $0.isNothing }) ?? true else {
      throw Refusal(.invalidSample)
    }
    let token = body["appAccountToken"]
    guard
      token.map({ $0.string.map { $0.isEmpty || Identifier.isUUID($0) } ?? $0.isNothing }) ?? true
    else { throw Refusal(.invalidAppAccountToken) }
    return .done(202)
  }

  func takeConsumption(_ call: Call) throws(Refusal) -> Reply {
    let body = try call.object()
    let purchase = try consumed(call, body)
    guard body["sampleContentProvided"]?.bool != nil else { throw Refusal(.invalidSample) }
    guard let delivery = body["deliveryStatus"]?.string,
      KnownValue.meaning(delivery, of: "deliveryStatus") != nil
    else { throw Refusal(.invalidDeliveryStatus) }
    if let percentage = body["consumptionPercentage"], !percentage.isNothing {
      guard purchase.productType != .autoRenewableSubscription else {
        throw Refusal(.percentageOfSubscription)
      }
      guard let number = percentage.integer, number >= 0, number <= Self.wholePercentage else {
        throw Refusal(.percentageOutOfRange)
      }
      guard number == 0 || delivery == "DELIVERED" else { throw Refusal(.percentageOfUndelivered) }
    }
    if let preference = body["refundPreference"], !preference.isNothing {
      guard preference.string.flatMap({ KnownValue.meaning($0, of: "refundPreference") }) != nil
      else { throw Refusal(.invalidRefundPreference) }
    }
    return .done(202)
  }
}

extension JSONValue {
  /// Whether it is `null`, which stands for a field that is left out.
  var isNothing: Bool { if case .null = self { true } else { false } }
}
