internal import ReceiptCore

/// What came of one input: everything that the renderers are told.
struct DecodeReport {
  var source: Source
  var outcome: Outcome

  enum Outcome {
    case decoded(DecodedReceipt, Verification)
    case failed(ReceiptError)
  }

  /// The receipts inside this one, each with a report of its own.
  var nested: [DecodeReport] = []

  init(source: Source, outcome: Outcome) {
    self.source = source
    self.outcome = outcome
  }

  /// Reports what a decoder found, and what a verifier says of it and of all that is nested in it.
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

  /// The first thing that is wrong, if anything is.
  var error: ReceiptError? {
    switch outcome {
    case .decoded(let decoded, _): decoded.errors.first
    case .failed(let error): error
    }
  }

  var exitStatus: ExitStatus { error == nil ? .fine : .unreadable }
}

extension Messages {
  /// Says what is wrong with one input.
  func report(_ report: DecodeReport) {
    switch report.outcome {
    case .failed(let error):
      self.report(error, in: report.source)
    case .decoded(let decoded, _):
      reportDamage(of: decoded, in: report.source, what: "shown")
    }
  }
}
