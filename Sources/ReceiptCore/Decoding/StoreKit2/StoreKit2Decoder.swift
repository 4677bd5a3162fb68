/// Reads what StoreKit 2 and the App Store Server sign.
struct StoreKit2Decoder {
  let limits: DecodingLimits
  /// In how many others this JWS stands.
  var nesting = 0
  /// The form to take it for. A payload has no name for its form, and one with few fields could be any.
  var form: ReceiptForm?

  /// How deep JWS are read that stand in others. A notification holds a transaction and a renewal info,
  /// and those hold none.
  static let maximumNesting = 1

  package func decode(_ input: ReceiptInput) throws(ReceiptError) -> DecodedReceipt {
    let jws = try JWS.read(input.bytes, limits: limits)
    var diagnostics = Diagnostics(limit: limits.maximumDiagnostics)
    if let error = input.error { diagnostics.add(error) }
    for error in jws.errors { diagnostics.add(error) }
    for finding in jws.findings { diagnostics.add(finding) }
    var fields = ObjectFields(jws.payload, diagnostics: diagnostics)
    if form == nil, let mistake = Self.otherToken(fields) { throw mistake }
    let known = form ?? Self.form(of: fields)
    if known == nil { fields.diagnostics.add(Finding(.formUnknown, offset: nil)) }
    var decoded = DecodedReceipt(
      input: input, form: known ?? .transaction, envelope: .jws(jws), receipt: Receipt())
    switch known {
    case nil: break
    case .notification: decodeNotification(&fields, &decoded)
    case .renewalInfo: decoded.renewals = [fields.renewalInfo()]
    case .appTransaction: break
    default: decoded.receipt.inApp = [fields.purchase()]
    }
    // A notification has the others in its data.
    let form = known ?? .transaction
    if form != .notification {
      fields.read(Field<Receipt>.all, of: form, into: &decoded.receipt)
    }
    fields.readCommon(notIn: form, &decoded.receipt)
    decoded.otherFields += fields.untaken()
    decoded.errors = fields.diagnostics.errors
    decoded.findings = fields.diagnostics.findings
    return decoded
  }

  /// What a payload is, by the names in it: it has no name of its own for that. `nil` when those that it
  /// has stand in all of them.
  private static func form(of fields: ObjectFields) -> ReceiptForm? {
    if fields.has("notificationType") { return .notification }
    if fields.has("transactionId") { return .transaction }
    // Before the next, because Xcode puts deviceVerification into each of the three.
    if renewalNames.contains(where: fields.has) { return .renewalInfo }
    if appTransactionNames.contains(where: fields.has) { return .appTransaction }
    return transactionNames.contains(where: fields.has) ? .transaction : nil
  }

  private static let renewalNames = [
    "autoRenewProductId", "autoRenewStatus", "renewalDate", "expirationIntent",
    "isInBillingRetryPeriod", "gracePeriodExpiresDate", "recentSubscriptionStartDate",
  ]
  private static let appTransactionNames = [
    "receiptType", "receiptCreationDate", "originalApplicationVersion", "deviceVerification",
  ]
  /// Names that payloads of several forms have, so that they do not tell the form.
  private static let commonNames = [
    "environment", "signedDate", "bundleId", "appAppleId", "appAccountToken", "appTransactionId",
  ]
  private static let transactionNames = Field<InAppPurchase>.all
    .compactMap { $0.names.payloads[.transaction] }
    .filter { !commonNames.contains($0) }
  /// The names that tell a payload of StoreKit from any other.
  static let storeKitNames =
    ["notificationType", "transactionId"] + renewalNames + appTransactionNames + transactionNames
    + commonNames

  // MARK: Notifications

  private func decodeNotification(_ fields: inout ObjectFields, _ decoded: inout DecodedReceipt) {
    var notification = ServerNotification()
    var data = fields.object("data")
    for field in Field<ServerNotification>.all {
      // The status is of the subscription, and stands with what is said of it.
      if field.name == "status" {
        data?.read(field, of: .notification, into: &notification)
      } else {
        fields.read(field, of: .notification, into: &notification)
      }
    }
    if var data {
      data.read(Field<Receipt>.all, of: .notification, into: &decoded.receipt)
      if nesting < Self.maximumNesting {
        for name in ["signedTransactionInfo", "signedRenewalInfo"] {
          guard let text = data.text(name) else { continue }
          decoded.nested.append(
            NestedReceipt(path: "data.\(name)", content: decodeNested(Array(text.bytes))))
        }
      }
      decoded.otherFields += data.untaken()
      fields.diagnostics = data.diagnostics
    }
    decoded.notification = notification
  }

  private func decodeNested(_ bytes: [UInt8]) -> Result<DecodedReceipt, ReceiptError> {
    do throws(ReceiptError) {
      let decoder = StoreKit2Decoder(limits: limits, nesting: nesting + 1)
      return .success(try decoder.decode(ReceiptInput(bytes, kind: .jws)))
    } catch {
      return .failure(error)
    }
  }
}

// MARK: - The model

extension ObjectFields {
  /// Reads the fields that a payload of a form has a place for.
  fileprivate mutating func read<Model>(
    _ table: [Field<Model>], of form: ReceiptForm, into model: inout Model
  ) {
    for field in table { read(field, of: form, into: &model) }
  }

  fileprivate mutating func read<Model>(
    _ field: Field<Model>, of form: ReceiptForm, into model: inout Model
  ) {
    guard let key = field.names.payloads[form], has(key) else { return }
    field.set(&model, storeKitValue(field.kind, key))
  }

  /// Reads what every payload may say of the app, where the table has no place for it in this form.
  fileprivate mutating func readCommon(notIn form: ReceiptForm, _ receipt: inout Receipt) {
    for (name, key) in [
      ("signed_date", "signedDate"), ("bundle_id", "bundleId"), ("environment", "environment"),
    ] {
      guard let field = Field<Receipt>.all.named(name), has(key), field.get(receipt) == nil,
        field.names.payloads[form] != key || form == .notification
      else { continue }
      field.set(&receipt, storeKitValue(field.kind, key))
    }
  }

  fileprivate mutating func purchase() -> InAppPurchase {
    var purchase = InAppPurchase()
    read(Field<InAppPurchase>.all, of: .transaction, into: &purchase)
    let offer = text("offerIdentifier")
    if purchase.offerType == Offer.code {
      purchase.offerCodeRefName = offer
    } else {
      purchase.promotionalOfferID = offer
    }
    // In all records of Apple's a free trial is not a period at an introductory price.
    if purchase.offerType == Offer.introductory, let discount = purchase.offerDiscountType {
      purchase.isTrialPeriod = discount == Offer.freeTrial
      purchase.isInIntroOfferPeriod = discount != Offer.freeTrial
    }
    return purchase
  }

  fileprivate mutating func renewalInfo() -> RenewalInfo {
    var renewal = RenewalInfo()
    read(Field<RenewalInfo>.all, of: .renewalInfo, into: &renewal)
    let offer = text("offerIdentifier")
    if renewal.offerType == Offer.code {
      renewal.offerCodeRefName = offer
    } else {
      renewal.promotionalOfferID = offer
    }
    return renewal
  }

  /// A field as StoreKit 2 writes it.
  private mutating func storeKitValue(_ kind: FieldKind, _ key: String) -> FieldValue? {
    switch kind {
    case .text: text(key).map { .text($0) }
    case .idText: idText(key).map { .text($0) }
    case .number, .storeRelease: integer(key).map { .number($0) }
    case .id, .optionalID: id(key).map { .identifier($0) }
    case .flag, .numericFlag: flag(key).map { .flag($0) }
    case .date: date(key).map { .date($0) }
    case .productType: text(key, ProductType.init(storeKitName:)).map { .productType($0) }
    case .texts: texts(key).map { .list($0.map { .text($0) }) }
    // StoreKit 2 has no bytes of its own; its base64 is kept as text.
    case .bytes, .digest: nil
    }
  }
}

extension ProductType {
  private static let storeKitNames: [(ProductType, ReceiptString)] = [
    (.nonConsumable, ReceiptString("Non-Consumable")),
    (.consumable, ReceiptString("Consumable")),
    (.nonRenewingSubscription, ReceiptString("Non-Renewing Subscription")),
    (.autoRenewableSubscription, ReceiptString("Auto-Renewable Subscription")),
  ]

  /// The kind of product by StoreKit 2's name (Apple, "type"); `nil` for another name.
  package init?(storeKitName name: ReceiptString) {
    guard let type = Self.storeKitNames.first(where: { $0.1 == name })?.0 else { return nil }
    self = type
  }

  /// StoreKit 2's name; `nil` for a kind that it has no name for.
  package var storeKitName: ReceiptString? {
    Self.storeKitNames.first { $0.0 == self }?.1
  }
}
