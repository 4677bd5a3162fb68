internal import ReceiptCore
internal import ReceiptMaking

extension VerifyReceiptRequest {
  /// The body that a server posts to verifyReceipt for a receipt (Apple, "requestBody").
  static func shape(password: String?, excludesOldTransactions: Bool) -> Shape<DecodeReport> {
    Shape(.either(posted.schema, Failure.shape.schema)) { report, json in
      if case .decoded(let decoded, _) = report.outcome, let receipt = decoded.postable {
        posted.write(
          VerifyReceiptRequest(
            receipt.input.bytes, password: password,
            excludesOldTransactions: excludesOldTransactions ? true : nil), &json)
      } else if let error = report.error {
        Failure.shape.write(Failure(source: report.source, error: error), &json)
      }
    }
  }

  private static let posted = Shape<VerifyReceiptRequest>(
    named: "one",
    .object([
      .always("receipt-data", .base64), .maybe("password", .text),
      .maybe("exclude-old-transactions", .flag),
    ])
  ) { $1.value($0.json) }

  fileprivate static let document = SchemaDocument(
    name: "request", title: "What receipt decode --format request prints",
    root: .either(
      posted.schema, Failure.shape.schema,
      .list(of: .either(posted.schema, Failure.shape.schema))
    ).described("An object for one receipt in one input, otherwise an array."),
    definitions: [
      posted.definition, Failure.shape.definition, ReceiptError.shape.definition,
      Source.shape.definition,
    ])
}

extension SchemaDocument {
  static let request = VerifyReceiptRequest.document
}

extension DecodeReport {
  /// Replaces the outcome with an error if verifyReceipt does not take the input.
  mutating func keepPostable() {
    guard case .decoded(let decoded, _) = outcome, decoded.postable == nil else { return }
    outcome = .failed(
      ReceiptError(
        .wrongForm,
        "verifyReceipt takes an app receipt, or a transaction of iOS 6, and this is "
          + "\(decoded.form.article) \(decoded.form.text)",
        hint: decoded.envelope.isJWS
          ? "a server verifies what StoreKit 2 signed by itself; `receipt check` does, and "
            + "`receipt decode --ids` has the calls of the App Store Server API"
          : "send the receipt that the app has at appStoreReceiptURL"))
  }
}

extension DecodedReceipt {
  /// What verifyReceipt takes: this receipt, or the only one that stands in it.
  fileprivate var postable: DecodedReceipt? {
    let all = ([self] + allNested).filter(\.form.isTakenByVerifyReceipt)
    return all.count == 1 ? all[0] : nil
  }
}

extension DecodedReceipt.Envelope {
  fileprivate var isJWS: Bool { if case .jws = self { true } else { false } }
}
