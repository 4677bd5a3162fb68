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
  init(source: Source, _ found: Attempt<DecodedReceipt, ReceiptError>, verifier: ReceiptVerifier) {
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

/// Where a receipt came from.
struct Source: Sendable {
  /// The input's name as the person gave it or the folder has it; `-` for standard input.
  let name: String
  /// The line, counted from 1, where each line is a receipt.
  var line: Int?
  /// Where in the input the receipt stands, when it holds several.
  var part: String?
  /// SHA-256 of the whole input in hexadecimal, where somebody asked for it.
  var sha256: String?

  /// The source of what stands in a field of this one.
  func inside(_ path: String) -> Source {
    var inner = self
    inner.part = part.map { "\($0).\(path)" } ?? path
    return inner
  }

  /// The name for a person.
  var text: String {
    let name = self.name == "-" ? "standard input" : escapedForTerminal(self.name)
    return name + (line.map { ", line \($0)" } ?? "")
      + (part.map { ", \(escapedForTerminal($0))" } ?? "")
  }
}
