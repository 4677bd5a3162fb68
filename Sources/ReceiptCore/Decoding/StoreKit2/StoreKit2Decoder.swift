/// Reads what StoreKit 2 and the App Store Server sign, and the same without its signature.
struct StoreKit2Decoder {
  let limits: DecodingLimits
  /// In how many others this JWS stands.
  var nesting = 0
  /// The form to take it for. A payload has no name for its form, and one with few fields could be any.
  var form: ReceiptForm?

  /// How deep JWS are read that stand in others. A notification holds a transaction and a renewal info, and
  /// those hold none.
  static let maximumNesting = 1

  /// Layers in which a text has lines, of which one may be lost.
  private static let layersOfLines: Set<ReceiptInput.Layer> = [
    .mailLines, .linePrefix, .quotedPrintable, .htmlEscapes, .typography,
  ]

  /// Reads a JWS.
  func decode(_ input: ReceiptInput) throws(ReceiptError) -> DecodedReceipt {
    let jws = try JWS.read(input.bytes, limits: limits)
    var diagnostics = Diagnostics(limit: limits.maximumDiagnostics)
    if let error = input.error { diagnostics.add(error) }
    for error in jws.errors { diagnostics.add(error) }
    let isInLines = input.layers.contains { Self.layersOfLines.contains($0) }
    if isInLines, jws.errors.isEmpty, jws.hasDamagedCertificates {
      diagnostics.add(.lostLine)
    }
    for finding in jws.findings { diagnostics.add(finding) }
    var fields = ObjectFields(jws.payload, isSigned: true, diagnostics: diagnostics)
    if form == nil, let mistake = Self.otherToken(fields) { throw mistake }
    let known = JSONForm.signed(jws.payload) ?? form
    if known == nil { fields.diagnostics.add(Finding(.formUnknown, offset: nil)) }
    return decode(jws.payload, fields, known, input, .jws(jws))
  }

  /// Reads a JWS that stands in another text.
  func decode(_ text: ReceiptString) -> Result<DecodedReceipt, ReceiptError> {
    do throws(ReceiptError) {
      return .success(try decode(ReceiptInput(Array(text.bytes), kind: .jws)))
    } catch {
      return .failure(error)
    }
  }

  /// The decoder of what stands in this one.
  private var deeper: StoreKit2Decoder { StoreKit2Decoder(limits: limits, nesting: nesting + 1) }

  /// Reads a payload that stands alone, without the signature that Apple made for it.
  func decode(_ input: ReceiptInput, _ payload: JSONValue, _ form: ReceiptForm) -> DecodedReceipt {
    var diagnostics = Diagnostics(limit: limits.maximumDiagnostics)
    if let error = input.error { diagnostics.add(error) }
    return decode(payload, ObjectFields(payload, diagnostics: diagnostics), form, input, .json)
  }

  private func decode(
    _ payload: JSONValue, _ fields: ObjectFields, _ known: ReceiptForm?, _ input: ReceiptInput,
    _ envelope: DecodedReceipt.Envelope
  ) -> DecodedReceipt {
    var fields = fields
    // A payload of an unknown form holds no purchase.
    let form = known ?? .transaction
    var decoded = DecodedReceipt(input: input, form: form, envelope: envelope, receipt: Receipt())
    switch known {
    case .notification: decodeNotification(&fields, &decoded)
    case .realtimeRequest:
      var request = ServerNotification()
      fields.read(of: form, into: &request)
      decoded.notification = request
    case .renewalInfo: decoded.renewals = [fields.renewalInfo()]
    case .transaction: decoded.receipt.inApp = [fields.purchase()]
    default: break
    }
    // A notification names its app in the object that it carries.
    if form != .notification { fields.read(of: form, into: &decoded.receipt) }
    fields.readCommon(notIn: form, &decoded.receipt)
    decodeOthers(in: payload, &decoded, &fields.diagnostics)
    fields.addUntaken(to: &decoded.otherFields)
    decoded.errors = fields.diagnostics.errors
    decoded.findings = fields.diagnostics.findings
    return decoded
  }

  /// The names that tell a payload of StoreKit from any other: those at the top of each.
  static let storeKitNames: [String] = {
    var names = ["notificationType"]
    for form in [ReceiptForm.transaction, .renewalInfo, .appTransaction, .realtimeRequest] {
      names += Receipt.payloadPlans[form]?.names ?? []
      names += InAppPurchase.payloadPlans[form]?.names ?? []
      names += RenewalInfo.payloadPlans[form]?.names ?? []
      names += ServerNotification.payloadPlans[form]?.names ?? []
    }
    return names
  }()

  // MARK: Notifications

  private func decodeNotification(_ fields: inout ObjectFields, _ decoded: inout DecodedReceipt) {
    var notification = ServerNotification()
    fields.read(of: .notification, into: &notification)
    decoded.notification = notification
    for carrier in ServerNotification.Carrier.allCases {
      let name = carrier.rawValue
      let signed = fields.open(name) { carried in
        carried.read(of: .notification, into: &decoded.receipt)
        guard nesting < Self.maximumNesting else { return [(String, ReceiptString)]() }
        return carrier.signedMembers.compactMap { member in
          guard carried.isSigned || carried.value(member)?.members == nil else { return nil }
          return carried.text(member).map { ("\(name).\(member)", $0) }
        }
      }
      decoded.nested += (signed ?? []).map { path, text in
        NestedReceipt(path: path, content: deeper.decode(text))
      }
      if let plain = fields.open(name, { decodePlain(carrier, in: &$0) }) {
        decoded.nested += plain
      }
      decoded.nested += decodePlain(carrier, in: &fields)
    }
    if let own = decoded.receipt.bundleID {
      for inner in decoded.allNested {
        guard let other = inner.receipt.bundleID, other != own else { continue }
        fields.diagnostics.add(
          ReceiptError(
            .severalReceipts, "it is about the app \(own), and a signed text in it about \(other)",
            hint: "a notification is about one app: do not use this one"))
      }
    }
  }

  /// Decodes what another decoder put in the place of signed texts: their payloads, as `signedTransactionInfo` or as
  /// `transactionInfo`. What is signed holds no such thing.
  private func decodePlain(
    _ carrier: ServerNotification.Carrier, in fields: inout ObjectFields
  ) -> [NestedReceipt] {
    guard !fields.isSigned, nesting < Self.maximumNesting else { return [] }
    var found: [NestedReceipt] = []
    for member in carrier.signedMembers {
      for name in [member, member.withoutSigned] {
        guard let value = fields.value(name), value.members != nil,
          let form = JSONForm.signed(value),
          let payload = fields.json(name)
        else { continue }
        let input = ReceiptInput(payload.utf8, kind: .json(payload))
        found.append(
          NestedReceipt(
            path: fields.prefix + name, content: .success(deeper.decode(input, payload, form))))
      }
    }
    return found
  }

  /// Decodes the signed texts that stand in other places than Apple's, so that they are verified too.
  private func decodeOthers(
    in payload: JSONValue, _ decoded: inout DecodedReceipt, _ diagnostics: inout Diagnostics
  ) {
    let known = Set(decoded.nested.map { ReceiptString($0.path) })
    let others = SignedTexts.find(in: payload).filter { !known.contains(ReceiptString($0.path)) }
    guard let first = others.first else { return }
    guard nesting < Self.maximumNesting else {
      diagnostics.add(
        ReceiptError(
          .tooDeep, "the signed text \(first.path) was not read and not verified",
          hint: "a notification holds signed texts, and those hold none"))
      return
    }
    guard others.count <= SignedTexts.maximum else {
      diagnostics.add(.tooManyReceipts)
      return
    }
    decoded.nested += others.map { NestedReceipt(path: $0.path, content: deeper.decode($0.text)) }
  }
}

// MARK: - The model

extension ObjectFields {
  /// Reads the fields that a payload of a form has a place for.
  mutating func read<Model: PayloadModel>(of form: ReceiptForm, into model: inout Model) {
    if let plan = Model.payloadPlans[form] { read(plan, into: &model) }
  }

  /// As deep as the keys of the table.
  private mutating func read<Model>(_ plan: PayloadPlan<Model>, into model: inout Model) {
    for (key, field) in plan.fields where has(key) {
      field.set(&model, storeKitValue(field.kind, key))
    }
    for (name, inner) in plan.objects where has(name) {
      open(name) { $0.read(inner, into: &model) }
    }
  }

  /// Reads what every payload may say of the app, where the table has no place for it in this form.
  fileprivate mutating func readCommon(notIn form: ReceiptForm, _ receipt: inout Receipt) {
    for (key, field) in Field<Receipt>.common
    where field.get(receipt) == nil
      && (field.names.payloads[form] != key || form == .notification)
    {
      field.set(&receipt, storeKitValue(field.kind, key))
    }
  }

  fileprivate mutating func purchase() -> InAppPurchase {
    var purchase = InAppPurchase()
    read(of: .transaction, into: &purchase)
    let offer = text("offerIdentifier")
    switch purchase.offerType {
    case Offer.code: purchase.offerCodeRefName = offer
    case nil, Offer.introductory, Offer.promotional: purchase.promotionalOfferID = offer
    default: purchase.offerIdentifier = offer
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
    read(of: .renewalInfo, into: &renewal)
    let offer = text("offerIdentifier")
    switch renewal.offerType {
    case Offer.code: renewal.offerCodeRefName = offer
    case nil, Offer.introductory, Offer.promotional: renewal.promotionalOfferID = offer
    default: renewal.offerIdentifier = offer
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
    case .json: json(key).map { .json($0) }
    // StoreKit 2 has no bytes of its own; its base64 is kept as text.
    case .bytes, .digest: nil
    }
  }
}

extension String {
  /// `transactionInfo` for `signedTransactionInfo`.
  fileprivate var withoutSigned: String {
    let rest = dropFirst("signed".utf8.count)
    return rest.prefix(1).lowercased() + rest.dropFirst()
  }
}

extension Field<Receipt> {
  /// What every payload may say of the app.
  fileprivate static let common: [(key: String, field: Field)] = [
    ("signed_date", "signedDate"), ("bundle_id", "bundleId"), ("environment", "environment"),
  ].compactMap { name, key in all.named(name).map { (key, $0) } }
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

extension JWS {
  /// Whether the base64 or the DER of a certificate in the header is broken.
  fileprivate var hasDamagedCertificates: Bool {
    certificateListFault?.reason == .malformed
      || certificates.contains { Certificate(der: $0[...]) == nil }
  }
}

extension ReceiptError {
  /// Of a JWS that was broken into lines. All of its characters may be sound ones.
  fileprivate static let lostLine = ReceiptError(
    .truncated, "a line of this JWS was lost, stands twice, or was changed on its way",
    hint: "copy all lines again, or send it as a file")
}
