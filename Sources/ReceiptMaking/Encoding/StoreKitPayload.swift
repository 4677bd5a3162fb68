package import ReceiptCore
internal import ReceiptInsight

/// What StoreKit 2 signs, from the model: the inverse of `StoreKit2Decoder`.
package enum StoreKitPayload {
  // `other` are fields without a place in the model, by their paths.

  /// `Transaction`: one purchase of an app (Apple, "JWSTransactionDecodedPayload").
  package static func transaction(
    _ purchase: InAppPurchase, of receipt: Receipt, other: [JSONValue.Member] = []
  ) -> JSONValue {
    var purchase = purchase
    let isTrial = purchase.isTrialPeriod == true
    let isAtLowerPrice = !isTrial && purchase.isInIntroOfferPeriod == true
    let offer = OfferIdentifier(
      purchase.offerType ?? (isTrial || isAtLowerPrice ? Offer.introductory : nil),
      promotional: purchase.promotionalOfferID, code: purchase.offerCodeRefName,
      other: purchase.offerIdentifier)
    purchase.offerType = offer.type
    purchase.offerDiscountType =
      purchase.offerDiscountType
      ?? (isTrial ? Offer.freeTrial : isAtLowerPrice ? Offer.payAsYouGo : nil)
    var json = JSONMembers()
    json.add(of: purchase, .transaction)
    json.add("offerIdentifier", offer.identifier)
    json.add(of: receipt.sayingItsEnvironment, .transaction)
    return json.object.adding(other)
  }

  /// `AppTransaction`: the app itself.
  package static func appTransaction(
    _ receipt: Receipt, other: [JSONValue.Member] = []
  ) -> JSONValue {
    var receipt = receipt
    receipt.receiptType = receipt.environmentType
    var json = JSONMembers()
    json.add(of: receipt, .appTransaction)
    return json.object.adding(other)
  }

  /// `RenewalInfo`: what will happen to a subscription (Apple, "JWSRenewalInfoDecodedPayload").
  package static func renewalInfo(
    _ renewal: RenewalInfo, of receipt: Receipt, other: [JSONValue.Member] = []
  ) -> JSONValue {
    var renewal = renewal
    let offer = OfferIdentifier(
      renewal.offerType, promotional: renewal.promotionalOfferID, code: renewal.offerCodeRefName,
      other: renewal.offerIdentifier)
    renewal.offerType = offer.type
    var json = JSONMembers()
    json.add(of: renewal, .renewalInfo)
    json.add("offerIdentifier", offer.identifier)
    json.add(of: receipt.sayingItsEnvironment, .renewalInfo)
    return json.object.adding(other)
  }

  /// An App Store Server Notification, around what is signed by itself (Apple,
  /// "responseBodyV2DecodedPayload").
  ///
  /// - Parameter signed: the signed texts by the name of their member, such as `signedTransactionInfo`.
  package static func notification(
    _ notification: ServerNotification, of receipt: Receipt,
    signed: [(name: String, jws: [UInt8])] = [], other: [JSONValue.Member] = []
  ) -> JSONValue {
    let carrier = notification.carrier
    var app = receipt.sayingItsEnvironment
    // A token says its environment by its identifier.
    if carrier == .externalPurchaseToken { app.environmentName = nil }
    var carried = JSONMembers()
    if carrier != .unclaimInfo { carried.add(of: app, .notification) }
    for (name, jws) in signed { carried.add(name, ReceiptString(jws)) }
    var json = JSONMembers()
    json.add(of: notification, .notification)
    json.add(carried, to: carrier.rawValue)
    // Other fields may be all that it holds.
    let name = carrier.rawValue
    if json.object[name] == nil, other.contains(where: { $0.name.hasPrefix(name + ".") }) {
      json.add(name, .object([]))
    }
    json.add("signedDate", receipt.signedDate?.millisecondsSince1970)
    return json.object.adding(other)
  }

  /// What Retention Messaging asks (Apple, "DecodedRealtimeRequestBody").
  package static func realtimeRequest(
    _ request: ServerNotification, of receipt: Receipt, other: [JSONValue.Member] = []
  ) -> JSONValue {
    var json = JSONMembers()
    json.add(of: request, .realtimeRequest)
    json.add(of: receipt.sayingItsEnvironment, .realtimeRequest)
    return json.object.adding(other)
  }

  /// An offer, whose identifier has one name there whatever it is: the type tells.
  private struct OfferIdentifier {
    let type: Int64?
    let identifier: ReceiptString?

    init(
      _ type: Int64?, promotional: ReceiptString?, code: ReceiptString?, other: ReceiptString?
    ) {
      self.type = type ?? (promotional == nil && code != nil ? Offer.code : nil)
      identifier =
        other ?? (self.type == Offer.code ? code ?? promotional : promotional ?? code)
    }
  }
}

extension JSONMembers {
  /// Adds the fields that a payload of a form has a place for, as StoreKit 2 writes them.
  mutating func add<Model: PayloadModel>(of model: Model, _ form: ReceiptForm) {
    if let plan = Model.payloadPlans[form] { add(plan, of: model) }
  }

  /// As deep as the keys of the table.
  private mutating func add<Model>(_ plan: PayloadPlan<Model>, of model: Model) {
    for (key, field) in plan.fields {
      if let value = field.get(model) { add(key, Self.json(value, field.kind)) }
    }
    for (name, inner) in plan.objects {
      var members = JSONMembers()
      members.add(inner, of: model)
      add(members, to: name)
    }
  }

  /// Adds members to an object within this one, which may have some already. No members make no object.
  mutating func add(_ inner: JSONMembers, to name: String) {
    guard !inner.members.isEmpty else { return }
    guard let place = members.firstIndex(where: { $0.name == name }) else {
      return add(name, inner.object)
    }
    let old = members[place].value.members ?? []
    members[place] = JSONValue.Member(name: name, value: .object(inner.members + old))
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
    case .json(let value): value.countingDates
    case .text, .identifier, .bytes, .digest: .string(value.description)
    }
  }
}

extension RenewalInfo {
  /// What every renewal info of StoreKit 2 has, filled in.
  ///
  /// - Parameter purchases: those among which the subscription is.
  package func completedForStoreKit(after purchases: [InAppPurchase]) -> RenewalInfo {
    var renewal = self
    let periods = purchases.filter { $0.expiresDate != nil }
    let period = periods.last { $0.productID == productID } ?? periods.last
    renewal.productID = productID ?? period?.productID
    renewal.originalTransactionID = originalTransactionID ?? period?.originalTransactionID
    renewal.autoRenewProductID = autoRenewProductID ?? renewal.productID
    renewal.autoRenewStatus = autoRenewStatus ?? (expirationIntent == nil)
    return renewal
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
