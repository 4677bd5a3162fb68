/// Reads responses of the App Store Server API: JSON around signed texts.
struct APIResponseDecoder {
  let limits: DecodingLimits

  func decode(_ input: ReceiptInput, _ value: JSONValue, _ kind: APIResponse.Kind) -> DecodedReceipt
  {
    var diagnostics = Diagnostics(limit: limits.maximumDiagnostics)
    if let error = input.error { diagnostics.add(error) }
    var fields = ObjectFields(value, diagnostics: diagnostics)
    var decoded = DecodedReceipt(
      input: input, form: kind == .error ? .apiError : .apiAnswer, envelope: .json,
      receipt: Receipt())
    var response = APIResponse(kind)
    fields.read(of: decoded.form, into: &response)
    fields.read(of: decoded.form, into: &decoded.receipt)
    if response.hasMore == true {
      fields.diagnostics.add(Finding(.morePages, field: "hasMore"))
    }
    var texts = KnownTexts()
    texts.take(from: &fields)
    if kind == .statuses {
      fields.objects("data") { $0.group(into: &response, &texts) }
    }
    fields.objects("notificationHistory") { texts.take(from: &$0) }
    decoded.apiResponse = response
    let known = Set(texts.all.map { ReceiptString($0.path) })
    let all =
      texts.all
      + SignedTexts.find(in: value).filter { !known.contains(ReceiptString($0.path)) }
    decoded.nested = all.prefix(SignedTexts.maximum).map { path, text in
      NestedReceipt(path: path, content: StoreKit2Decoder(limits: limits).decode(text))
    }
    if all.count > SignedTexts.maximum {
      fields.diagnostics.add(.tooManyReceipts)
    }
    decoded.compareWithSigned(&fields.diagnostics)
    fields.addUntaken(to: &decoded.otherFields)
    decoded.errors = fields.diagnostics.errors
    decoded.findings = fields.diagnostics.findings
    return decoded
  }
}

/// The signed texts in the places where Apple's responses have them.
private struct KnownTexts {
  private(set) var all: [(path: String, text: ReceiptString)] = []

  private static let members = [
    "signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo", "signedPayload",
  ]

  /// Takes those that stand at the top of an object.
  mutating func take(from fields: inout ObjectFields) {
    for name in Self.members {
      if let text = fields.text(name) { all.append((fields.prefix + name, text)) }
    }
    let list = "signedTransactions"
    for (index, text) in (fields.texts(list) ?? []).enumerated() {
      all.append(("\(fields.prefix)\(list)[\(index)]", text))
    }
  }
}

extension ObjectFields {
  /// A subscription group of a response about states.
  fileprivate mutating func group(into response: inout APIResponse, _ texts: inout KnownTexts) {
    let group = idText("subscriptionGroupIdentifier")
    objects("lastTransactions") { item in
      var status = APIResponse.SubscriptionStatus()
      status.subscriptionGroupIdentifier = group
      item.read(of: .apiAnswer, into: &status)
      response.subscriptions.append(status)
      texts.take(from: &item)
    }
  }
}

extension DecodedReceipt {
  /// What the signed texts say of the app counts; where the unsigned text says something else, that is a finding.
  fileprivate mutating func compareWithSigned(_ diagnostics: inout Diagnostics) {
    let signed = nested.compactMap { try? $0.content.get().receipt }
    guard !signed.isEmpty else { return }
    for name in ["bundle_id", "adam_id", "environment"] {
      guard let field = Field<Receipt>.all.named(name) else { continue }
      let values = signed.compactMap(field.get).filter { $0 != .identifier(0) }
      guard let first = values.first else { continue }
      if let other = values.first(where: { $0 != first }) {
        diagnostics.add(
          ReceiptError(
            .severalReceipts, "the signed texts in it are of different apps: \(first) and \(other)",
            hint: "decode each of them by itself"))
      }
      let claimed = field.get(receipt)
      if let claimed, claimed != first, let key = field.names.payloads[.apiAnswer] {
        diagnostics.add(Finding(.unsignedDisagrees, field: key))
        otherFields.append(OtherField(path: key, value: .string(claimed.description)))
      }
      field.set(&receipt, first)
    }
    // An app transaction has its environment under another name.
    if receipt.environment == nil {
      let words = Set(signed.compactMap(\.environmentWord))
      if words.count == 1 { receipt.environmentName = words.first }
    }
  }
}
