internal import ReceiptCore
internal import ReceiptMaking

/// The body that a server posts to verifyReceipt for each receipt (Apple, "requestBody").
struct RequestRenderer: DecodeRenderer {
  private let password: String?
  private let excludesOldTransactions: Bool
  private var objects: JSONSequence

  init(_ output: Output, isSingle: Bool, password: String?, excludesOldTransactions: Bool) {
    self.password = password
    self.excludesOldTransactions = excludesOldTransactions
    objects = JSONSequence(output, isSingle ? .object : .array)
  }

  mutating func begin() { objects.begin() }
  mutating func end() { objects.end() }

  mutating func render(_ report: DecodeReport) {
    guard case .decoded(let decoded, _) = report.outcome, let receipt = decoded.postable else {
      if let error = report.error { objects.add { writeFailure(error, report.source, &$0) } }
      return
    }
    let request = VerifyReceiptRequest(
      receipt.input.bytes, password: password,
      excludesOldTransactions: excludesOldTransactions ? true : nil)
    objects.add { json in
      for member in request.json.members ?? [] {
        json.key(member.name, isSorted: false)
        json.value(member.value)
      }
    }
  }
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
