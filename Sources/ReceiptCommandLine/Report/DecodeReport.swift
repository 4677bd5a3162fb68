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

  /// Verifies a decoded receipt, and all nested receipts.
  static func verifying(
    _ source: Source, _ found: Result<DecodedReceipt, ReceiptError>, with verifier: ReceiptVerifier
  ) -> DecodeReport {
    switch found {
    case .failure(let error): return DecodeReport(source: source, outcome: .failed(error))
    case .success(let decoded):
      return DecodeReport(
        source: source, outcome: .decoded(decoded, verifier.verify(decoded)),
        nested: decoded.nested.map {
          verifying(source.inside($0.path), $0.content, with: verifier)
        })
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
