/// Reads an iOS 6 transaction: a property list around another one, which is signed.
struct IOS6Decoder {
  let limits: DecodingLimits

  package func decode(_ input: ReceiptInput) throws(ReceiptError) -> DecodedReceipt {
    var diagnostics = Diagnostics(limit: limits.maximumDiagnostics)
    if let error = input.error { diagnostics.add(error) }
    let outer = PropertyListReader(input.bytes)
    if let fault = outer.fault {
      diagnostics.add(
        Self.error(
          fault, in: "the transaction", of: input.bytes,
          isBeginning: Self.isBeginning(outer, input.bytes)))
    }
    guard let encoded = outer.value("purchase-info") else {
      if Self.innerKeys.contains(where: { outer.value($0) != nil }) {
        // It is shown, though its signature is missing.
        diagnostics.add(.purchaseInfoAlone)
        var envelope = IOS6Envelope()
        envelope.purchaseInfo = input.bytes
        return transaction(input, envelope, outer.entries, diagnostics)
      }
      throw diagnostics.errors.first
        ?? (outer.value("signature") != nil ? .signatureAlone : nil)
        ?? ReceiptError(
          .notAReceipt, "this is a property list without purchase-info", offset: 0,
          hint: "an iOS 6 transaction has signature and purchase-info")
    }
    var envelope = IOS6Envelope()
    envelope.purchaseInfo = base64(encoded, "purchase-info", &diagnostics)
    envelope.signatureBlob =
      outer.value("signature").map { base64($0, "signature", &diagnostics) } ?? []
    envelope.hasSignature = outer.value("signature").map { !$0.isEmpty } ?? false
    let length = envelope.declaredLength ?? Self.leastSignature
    if !envelope.signatureBlob.isEmpty, envelope.signatureBlob.count < length {
      diagnostics.add(
        ReceiptError(
          .truncated,
          "only \(envelope.signatureBlob.count) of \(length) bytes of the signature are there: it was masked, or cut",
          hint: "get the whole transaction, from a place that does not shorten it"))
    }
    envelope.isWellFormed = diagnostics.errors.isEmpty
    let inner = PropertyListReader(envelope.purchaseInfo)
    if let fault = inner.fault {
      diagnostics.add(Self.error(fault, in: "purchase-info", of: envelope.purchaseInfo))
    }
    if inner.entries.isEmpty, let error = diagnostics.errors.first { throw error }
    var decoded = transaction(input, envelope, inner.entries, diagnostics)
    // Only the sandbox writes it. Its absence proves nothing.
    decoded.receipt.environmentName = outer.value("environment")
    decoded.otherFields =
      outer.entries.filter { !Self.outerKeys.contains($0.key) }
      .map { OtherField(path: $0.key.description, value: .string($0.value.description)) }
      + decoded.otherFields
    return decoded
  }

  /// What the entries of purchase-info say.
  private func transaction(
    _ input: ReceiptInput, _ envelope: IOS6Envelope, _ entries: [PropertyListReader.Entry],
    _ diagnostics: Diagnostics
  ) -> DecodedReceipt {
    var fields = TransactionFields(entries, diagnostics: diagnostics)
    var receipt = Receipt()
    fields.read(Field<Receipt>.all, into: &receipt)
    var purchase = InAppPurchase()
    fields.read(Field<InAppPurchase>.all, into: &purchase)
    receipt.inApp = [purchase]
    var decoded = DecodedReceipt(
      input: input, form: .ios6Transaction, envelope: .propertyList(envelope), receipt: receipt)
    decoded.otherFields = fields.untaken
    decoded.errors = fields.diagnostics.errors
    decoded.findings = fields.diagnostics.findings
    return decoded
  }

  /// Keys that only the inner list has.
  private static let innerKeys = ["transaction-id", "original-transaction-id", "product-id", "bid"]
  /// The version, a signature of the smallest key, and a certificate have more.
  private static let leastSignature = 128
  private static let outerKeys = ["signature", "purchase-info", "environment"].map {
    ReceiptString($0)
  }

  private func base64(
    _ text: ReceiptString, _ name: String, _ diagnostics: inout Diagnostics
  ) -> [UInt8] {
    let text = Array(text.bytes)
    if Mask.hasLongRun(text[...]) {
      diagnostics.add(
        ReceiptError(
          .truncated, "a part of \(name) was masked, and nothing can be verified",
          hint: "get the whole transaction, from a place that does not mask it"))
    }
    if Self.isShortened(text[...]) {
      diagnostics.add(.shortened(at: nil))
      return []
    }
    if let decoded = try? Base64.decode(text), !decoded.isCut { return decoded.bytes }
    diagnostics.add(
      ReceiptError(
        .invalidBase64, "\(name) is not valid base64",
        hint: "characters were lost or changed; copy the whole transaction again"))
    return []
  }

  /// Whether a program or a person left out a part.
  private static func isShortened(_ text: ArraySlice<UInt8>) -> Bool {
    ["...", "\u{2026}"].contains { Text.contains($0, in: text) }
  }

  /// Whether a list that breaks off has only the signature, or a part of it.
  private static func isBeginning(_ list: PropertyListReader, _ bytes: [UInt8]) -> Bool {
    guard list.value("purchase-info") == nil else { return false }
    return list.value("signature") != nil
      || Text.contains("\"signature\"", in: bytes[...].prefix(64))
  }

  private static func error(
    _ fault: PropertyListReader.Fault, in place: String, of bytes: [UInt8],
    isBeginning: Bool = false
  ) -> ReceiptError {
    let before = bytes[..<min(fault.offset, bytes.count)].suffix(16)
    if isShortened(before) || isShortened(bytes[before.endIndex...].prefix(16)) {
      return .shortened(at: fault.offset)
    }
    if fault.isCut, isBeginning { return .beginning(upTo: bytes.count) }
    return ReceiptError(
      fault.isDuplicate ? .duplicateName : fault.isCut ? .truncated : .invalidPropertyList,
      "in \(place): \(fault.message)", offset: fault.offset,
      hint: "copy the whole transaction again")
  }
}

extension ReceiptError {
  fileprivate static func shortened(at offset: Int?) -> ReceiptError {
    ReceiptError(
      .truncated, "values of the transaction were left out when it was printed", offset: offset,
      hint:
        "get the whole transaction, from a place that shortens nothing; Apple's server takes it in base64, encoded once"
    )
  }
}

/// Hands out the entries of `purchase-info` one by one, and keeps the rest.
struct TransactionFields {
  private let entries: [PropertyListReader.Entry]
  private var taken: Set<ReceiptString> = []
  var diagnostics: Diagnostics

  init(_ entries: [PropertyListReader.Entry], diagnostics: Diagnostics) {
    self.entries = entries
    self.diagnostics = diagnostics
  }

  /// The entries that were not read, in order.
  var untaken: [OtherField] {
    entries.filter { !taken.contains($0.key) }
      .map { OtherField(path: "purchase-info.\($0.key)", value: .string($0.value.description)) }
  }

  private func value(_ key: String) -> ReceiptString? {
    entries.first { $0.key == ReceiptString(key) }?.value
  }

  private mutating func take(_ key: String) { taken.insert(ReceiptString(key)) }

  /// Reads the fields that a transaction of iOS 6 has a place for.
  mutating func read<Model>(_ table: [Field<Model>], into model: inout Model) {
    for field in table {
      guard let key = field.names.ios6 else { continue }
      field.set(&model, value(field.kind, key))
    }
  }

  private mutating func value(_ kind: FieldKind, _ key: String) -> FieldValue? {
    switch kind {
    case .text, .idText: text(key).map { .text($0) }
    case .number, .storeRelease: integer(key).map { .number($0) }
    case .id, .optionalID: integer(key).map { .identifier($0) }
    case .flag, .numericFlag: flag(key).map { .flag($0) }
    case .date: date(IOS6DateKeys(key)).map { .date($0) }
    // No transaction has any of these.
    case .productType, .bytes, .digest, .texts, .json: nil
    }
  }

  private mutating func text(_ key: String) -> ReceiptString? {
    guard let value = value(key) else { return nil }
    take(key)
    return value.isEmpty ? nil : value
  }

  private mutating func integer(_ key: String) -> Int64? {
    guard let value = value(key), !value.isEmpty else { return nil }
    guard let number = value.text.flatMap({ Int64($0) }) else {
      diagnostics.add(
        ReceiptError(
          .wrongType, "\(key) is \"\(value)\", which is not a 64-bit integer",
          hint: "the value is kept among the other fields"))
      return nil
    }
    take(key)
    return number
  }

  private mutating func flag(_ key: String) -> Bool? {
    guard let text = value(key)?.text?.lowercased() else { return nil }
    guard let flag = ["true": true, "1": true, "false": false, "0": false][text] else { return nil }
    take(key)
    return flag
  }

  /// A date, which Apple writes up to three times: in milliseconds, as text in Greenwich, and as text in
  /// California. The milliseconds count; a text that says something else stays among the other fields.
  private mutating func date(_ keys: IOS6DateKeys) -> ReceiptDate? {
    let (key, milliseconds) = (keys.text, keys.milliseconds)
    let exact = integer(milliseconds).flatMap(AppleDateText.exact)
    let texts = [key, keys.pacific].compactMap { name in
      value(name).flatMap { AppleDateText($0) }.map { (name, $0) }
    }
    guard let date = exact ?? texts.first(where: { !$0.1.isCalifornia })?.1.date else {
      if let value = value(key) ?? value(milliseconds), !value.isEmpty {
        diagnostics.add(
          ReceiptError(
            .invalidDate, "\(key) is \"\(value)\", which is not a date",
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
    .truncated, "this is the purchase-info of an iOS 6 transaction, without its signature",
    offset: 0,
    hint: "give the whole transaction: the property list that has both signature and purchase-info"
  )

  /// A transaction that breaks off before its purchase-info, as one that was pasted in part.
  fileprivate static func beginning(upTo end: Int) -> ReceiptError {
    ReceiptError(
      .truncated,
      "this is the beginning of an iOS 6 transaction: it breaks off, and purchase-info is missing",
      offset: end,
      hint:
        "copy the whole transactionReceipt; Apple's server takes it in base64, encoded once, and one of the sandbox only at the sandbox's address"
    )
  }

  fileprivate static let signatureAlone = ReceiptError(
    .truncated, "this is an iOS 6 transaction from which purchase-info is missing", offset: 0,
    hint: "get the whole transaction: purchase-info is what the signature signs")
}

/// The three keys under which a transaction of iOS 6 has a date.
package struct IOS6DateKeys {
  /// As text in Greenwich.
  package let text: String
  /// As text in California.
  package let pacific: String
  package let milliseconds: String

  /// - Parameter key: the field's key, as the table of fields has it.
  package init(_ key: String) {
    // For the expiry, the plain key holds the milliseconds.
    let isExpiry = key == "expires-date"
    text = isExpiry ? key + "-formatted" : key
    milliseconds = isExpiry ? key : key + "-ms"
    pacific = text + "-pst"
  }
}
