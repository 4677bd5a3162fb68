/// Reads an iOS 6 transaction: a property list around another one, which is signed.
struct IOS6Decoder {
  let limits: DecodingLimits

  package func decode(_ input: ReceiptInput) throws(ReceiptError) -> DecodedReceipt {
    var diagnostics = Diagnostics(limit: limits.maximumDiagnostics)
    if let error = input.error { diagnostics.add(error) }
    let outer = PropertyListReader(input.bytes)
    if let fault = outer.fault { diagnostics.add(Self.error(fault, in: "the transaction")) }
    guard let encoded = outer.value("purchase-info") else {
      throw diagnostics.errors.first
        ?? (Self.innerKeys.contains { outer.value($0) != nil } ? .purchaseInfoAlone : nil)
        ?? ReceiptError(
          .notAReceipt, "this is a property list without purchase-info", offset: 0,
          hint: "an iOS 6 transaction has signature and purchase-info")
    }
    var envelope = IOS6Envelope()
    envelope.purchaseInfo = base64(encoded, "purchase-info", &diagnostics)
    envelope.signatureBlob =
      outer.value("signature").map { base64($0, "signature", &diagnostics) } ?? []
    envelope.hasSignature = outer.value("signature").map { !$0.isEmpty } ?? false
    envelope.isWellFormed = diagnostics.errors.isEmpty
    let inner = PropertyListReader(envelope.purchaseInfo)
    if let fault = inner.fault { diagnostics.add(Self.error(fault, in: "purchase-info")) }
    if inner.entries.isEmpty, let error = diagnostics.errors.first { throw error }
    var fields = TransactionFields(inner.entries, diagnostics: diagnostics)
    var receipt = Receipt()
    receipt.bundleID = fields.text("bid")
    receipt.applicationVersion = fields.text("bvrs")
    receipt.adamID = fields.integer("app-item-id")
    receipt.versionExternalIdentifier = fields.integer("version-external-identifier")
    // Only the sandbox writes it. That it is missing says nothing for certain.
    receipt.environmentName = outer.value("environment")
    receipt.inApp = [purchase(&fields)]
    var decoded = DecodedReceipt(
      input: input, form: .ios6Transaction, envelope: .propertyList(envelope), receipt: receipt)
    decoded.otherFields =
      outer.entries.filter { !Self.outerKeys.contains($0.key) }
      .map { OtherField(path: $0.key.description, value: .string($0.value.description)) }
      + fields.untaken
    decoded.errors = fields.diagnostics.errors
    decoded.findings = fields.diagnostics.findings
    return decoded
  }

  /// What tells that a list is the inner one.
  private static let innerKeys = ["transaction-id", "original-transaction-id", "product-id", "bid"]
  private static let outerKeys = ["signature", "purchase-info", "environment"].map {
    ReceiptString($0)
  }

  private func purchase(_ fields: inout TransactionFields) -> InAppPurchase {
    var purchase = InAppPurchase()
    purchase.quantity = fields.integer("quantity")
    purchase.productID = fields.text("product-id")
    purchase.productItemID = fields.integer("item-id")
    purchase.transactionID = fields.text("transaction-id")
    purchase.originalTransactionID = fields.text("original-transaction-id")
    purchase.purchaseDate = fields.date("purchase-date", milliseconds: "purchase-date-ms")
    purchase.originalPurchaseDate = fields.date(
      "original-purchase-date", milliseconds: "original-purchase-date-ms")
    purchase.expiresDate = fields.date("expires-date-formatted", milliseconds: "expires-date")
    purchase.cancellationDate = fields.date(
      "cancellation-date", milliseconds: "cancellation-date-ms")
    purchase.webOrderLineItemID = fields.integer("web-order-line-item-id")
    purchase.isTrialPeriod = fields.flag("is-trial-period")
    purchase.isInIntroOfferPeriod = fields.flag("is-in-intro-offer-period")
    return purchase
  }

  private func base64(
    _ text: ReceiptString, _ name: String, _ diagnostics: inout Diagnostics
  ) -> [UInt8] {
    if let decoded = try? Base64.decode(Array(text.bytes)), !decoded.isCut { return decoded.bytes }
    diagnostics.add(
      ReceiptError(
        .invalidBase64, "\(name) is not valid base64",
        hint: "characters were lost or changed; copy the whole transaction again"))
    return []
  }

  private static func error(_ fault: PropertyListReader.Fault, in place: String) -> ReceiptError {
    ReceiptError(
      fault.isDuplicate ? .duplicateName : .invalidPropertyList, "in \(place): \(fault.message)",
      offset: fault.offset, hint: "copy the whole transaction again")
  }
}

/// Takes the entries of `purchase-info` one by one, and knows in the end which nobody took.
struct TransactionFields {
  private let entries: [PropertyListReader.Entry]
  private var taken: Set<ReceiptString> = []
  var diagnostics: Diagnostics

  init(_ entries: [PropertyListReader.Entry], diagnostics: Diagnostics) {
    self.entries = entries
    self.diagnostics = diagnostics
  }

  /// What nobody took, in order.
  var untaken: [OtherField] {
    entries.filter { !taken.contains($0.key) }
      .map { OtherField(path: "purchase-info.\($0.key)", value: .string($0.value.description)) }
  }

  private func value(_ key: String) -> ReceiptString? {
    entries.first { $0.key == ReceiptString(key) }?.value
  }

  private mutating func take(_ key: String) { taken.insert(ReceiptString(key)) }

  mutating func text(_ key: String) -> ReceiptString? {
    guard let value = value(key) else { return nil }
    take(key)
    return value.isEmpty ? nil : value
  }

  package mutating func integer(_ key: String) -> Int64? {
    guard let value = value(key), !value.isEmpty else { return nil }
    guard let number = value.text.flatMap({ Int64($0) }) else {
      diagnostics.add(
        ReceiptError(
          .wrongType, "\(key) is \"\(value)\", which is no whole number of 64 bits",
          hint: "the value is kept among the other fields"))
      return nil
    }
    take(key)
    return number
  }

  mutating func flag(_ key: String) -> Bool? {
    guard let text = value(key)?.text?.lowercased() else { return nil }
    guard let flag = ["true": true, "1": true, "false": false, "0": false][text] else { return nil }
    take(key)
    return flag
  }

  /// A date, which Apple writes up to three times: in milliseconds, as text in Greenwich, and as text in
  /// California. The milliseconds count; a text that says something else stays among the other fields.
  mutating func date(_ key: String, milliseconds: String) -> ReceiptDate? {
    let exact = integer(milliseconds).flatMap(AppleDateText.exact)
    let texts = [key, key + "-pst"].compactMap { name in
      value(name).flatMap { AppleDateText($0) }.map { (name, $0) }
    }
    guard let date = exact ?? texts.first(where: { !$0.1.isCalifornia })?.1.date else {
      if let value = value(key) ?? value(milliseconds), !value.isEmpty {
        diagnostics.add(
          ReceiptError(
            .invalidDate, "\(key) is \"\(value)\", which is no date",
            hint: "the value is kept among the other fields"))
      }
      return nil
    }
    for (name, text) in texts {
      if text.agrees(with: date) {
        take(name)
      } else {
        diagnostics.add(Finding(.datesDisagree, field: "purchase-info.\(name)"))
      }
    }
    return date
  }
}

extension ReceiptError {
  fileprivate static let purchaseInfoAlone = ReceiptError(
    .notAReceipt, "this is the purchase-info of an iOS 6 transaction, without its signature",
    offset: 0,
    hint: "give the whole transaction, whose signature and purchase-info stand in one property list"
  )
}
