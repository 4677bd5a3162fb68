internal import ReceiptCore

/// The result of decoding one input, with everything that renderers need.
struct DecodeReport: ReceiptReport {
  var source: Source
  var outcome: Outcome

  enum Outcome: Sendable {
    case decoded(DecodedReceipt, Verification)
    case failed(ReceiptError)
  }

  /// The nested receipts, each with its own report.
  var nested: [DecodeReport] = []

  init(source: Source, outcome: Outcome) {
    self.source = source
    self.outcome = outcome
  }

  /// The report on a decoded receipt, with the verification of it and of all nested receipts.
  init(source: Source, _ found: Result<DecodedReceipt, ReceiptError>, verifier: ReceiptVerifier) {
    self.source = source
    switch found {
    case .failure(let error): outcome = .failed(error)
    case .success(let decoded):
      outcome = .decoded(decoded, verifier.verify(decoded))
      nested = decoded.nested.map {
        DecodeReport(source: source.inside($0.path), $0.content, verifier: verifier)
      }
    }
  }

  /// The first error, if any.
  var error: ReceiptError? {
    switch outcome {
    case .decoded(let decoded, _): decoded.errors.first
    case .failed(let error): error
    }
  }

  var exitStatus: ExitStatus { error == nil ? .fine : .unreadable }

  var hasMessage: Bool { error != nil }

  func say(to messages: Messages) {
    switch outcome {
    case .failed(let error): messages.report(error, in: source)
    case .decoded(let decoded, _): messages.reportDamage(of: decoded, in: source, what: "shown")
    }
  }
}
