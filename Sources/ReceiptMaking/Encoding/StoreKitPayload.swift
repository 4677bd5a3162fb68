package import ReceiptCore

/// What StoreKit 2 signs, from the model: the inverse of `StoreKit2Decoder`.
package enum StoreKitPayload {
  /// `Transaction`: one purchase of an app (Apple, "JWSTransactionDecodedPayload").
  package static func transaction(
    _ purchase: InAppPurchase, of receipt: Receipt, other: [JSONValue.Member] = []
  ) -> JSONValue {
    var purchase = purchase
    let isTrial = purchase.isTrialPeriod == true
    let isAtLowerPrice = !isTrial && purchase.isInIntroOfferPeriod == true
    let offer = OfferIdentifier(
      purchase.offerType ?? (isTrial || isAtLowerPrice ? Offer.introductory : nil),
      promotional: purchase.promotionalOfferID, code: purchase.offerCodeRefName)
    purchase.offerType = offer.type
    purchase.offerDiscountType =
      purchase.offerDiscountType
      ?? (isTrial ? Offer.freeTrial : isAtLowerPrice ? Offer.payAsYouGo : nil)
    var json = JSONMembers()
    json.add(Field<InAppPurchase>.all, of: purchase, .transaction)
    json.add("offerIdentifier", offer.identifier)
    json.add(Field<Receipt>.all, of: receipt.sayingItsEnvironment, .transaction)
    return .object(json.members + other)
  }

  /// `AppTransaction`: the app itself.
  package static func appTransaction(
    _ receipt: Receipt, other: [JSONValue.Member] = []
  ) -> JSONValue {
    var receipt = receipt
    receipt.receiptType = receipt.environmentType
    var json = JSONMembers()
    json.add(Field<Receipt>.all, of: receipt, .appTransaction)
    return .object(json.members + other)
  }

  /// `RenewalInfo`: what will happen to a subscription (Apple, "JWSRenewalInfoDecodedPayload").
  package static func renewalInfo(
    _ renewal: RenewalInfo, of receipt: Receipt, other: [JSONValue.Member] = []
  ) -> JSONValue {
    var renewal = renewal
    let offer = OfferIdentifier(
      renewal.offerType, promotional: renewal.promotionalOfferID, code: renewal.offerCodeRefName)
    renewal.offerType = offer.type
    var json = JSONMembers()
    json.add(Field<RenewalInfo>.all, of: renewal, .renewalInfo)
    json.add("offerIdentifier", offer.identifier)
    json.add(Field<Receipt>.all, of: receipt.sayingItsEnvironment, .renewalInfo)
    return .object(json.members + other)
  }

  /// An App Store Server Notification, around what is signed by itself (Apple,
  /// "responseBodyV2DecodedPayload").
  package static func notification(
    _ notification: ServerNotification, of receipt: Receipt, transaction: [UInt8]?,
    renewalInfo: [UInt8]?, other: [JSONValue.Member] = [], otherData: [JSONValue.Member] = []
  ) -> JSONValue {
    var data = JSONMembers()
    data.add(Field<Receipt>.all, of: receipt.sayingItsEnvironment, .notification)
    data.add("signedTransactionInfo", transaction.map { ReceiptString($0) })
    data.add("signedRenewalInfo", renewalInfo.map { ReceiptString($0) })
    data.add("status", notification.status)
    let dataMembers = data.members + otherData
    var news = notification
    news.status = nil
    var json = JSONMembers()
    json.add(Field<ServerNotification>.all, of: news, .notification)
    if !dataMembers.isEmpty { json.add("data", .object(dataMembers)) }
    json.add("signedDate", receipt.signedDate?.millisecondsSince1970)
    return .object(json.members + other)
  }

  /// An offer, whose identifier has one name there whatever it is: the type tells.
  private struct OfferIdentifier {
    let type: Int64?
    let identifier: ReceiptString?

    init(_ type: Int64?, promotional: ReceiptString?, code: ReceiptString?) {
      self.type = type ?? (promotional == nil && code != nil ? Offer.code : nil)
      identifier =
        self.type == Offer.code ? code ?? promotional : promotional ?? code
    }
  }
}

extension JSONMembers {
  /// Adds the fields that a payload of a form has a place for, as StoreKit 2 writes them.
  fileprivate mutating func add<Model>(
    _ table: [Field<Model>], of model: Model, _ form: ReceiptForm
  ) {
    for field in table {
      guard let key = field.names.payloads[form], let value = field.get(model) else { continue }
      add(key, Self.json(value, field.kind))
    }
  }

  /// `nil` for a kind of product that StoreKit 2 has no name for.
  private static func json(_ value: FieldValue, _ kind: FieldKind) -> JSONValue? {
    switch value {
    case .number(let number): .number(String(number))
    case .identifier(let number) where kind != .optionalID: .number(String(number))
    case .date(let date): .number(String(date.millisecondsSince1970))
    case .flag(let flag): kind == .numericFlag ? .number(flag ? "1" : "0") : .bool(flag)
    case .productType(let type): type.storeKitName.map { .string($0.description) }
    case .list(let values): .array(values.map { .string($0.description) })
    case .text, .identifier, .bytes, .digest: .string(value.description)
    }
  }
}

extension Receipt {
  /// The type as an app transaction has it: only app receipts say `ProductionSandbox`.
  fileprivate var environmentType: ReceiptString? {
    switch receiptType?.text {
    case "ProductionSandbox", "ProductionVPPSandbox": ReceiptString(Environment.sandbox.rawValue)
    case "ProductionVPP": ReceiptString(Environment.production.rawValue)
    default: receiptType ?? self.environmentName
    }
  }

  /// The receipt with its environment in a field of its own, as StoreKit 2 has it.
  fileprivate var sayingItsEnvironment: Receipt {
    var receipt = self
    receipt.environmentName =
      receipt.environmentName ?? environment.map { ReceiptString($0.rawValue) }
    return receipt
  }

  /// What StoreKit 2 has beside an app receipt's fields, filled in.
  package func completedForStoreKit() -> Receipt {
    var receipt = self
    receipt.signedDate = receipt.signedDate ?? receipt.receiptCreationDate
    receipt.inApp = receipt.inApp.map { purchase in
      var purchase = purchase
      purchase.inAppOwnershipType = purchase.inAppOwnershipType ?? ReceiptString("PURCHASED")
      let isRenewal = purchase.originalTransactionID != purchase.transactionID
      purchase.transactionReason =
        purchase.transactionReason ?? ReceiptString(isRenewal ? "RENEWAL" : "PURCHASE")
      purchase.storefront = purchase.storefront ?? ReceiptString("USA")
      purchase.storefrontID = purchase.storefrontID ?? ReceiptString("143441")
      return purchase
    }
    return receipt
  }
}
