internal import ReceiptCore

/// What came of one input: everything that the renderers are told.
struct DecodeReport {
  let source: Source
  let outcome: Outcome

  enum Outcome {
    case decoded(DecodedReceipt, Verification)
    case failed(ReceiptError)
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
struct Source {
  /// The input's name as the person gave it or the folder has it; `-` for standard input.
  let name: String
  /// The line, counted from 1, where each line is a receipt.
  var line: Int?
  /// Where in the input the receipt stands, when it holds several.
  var part: String?

  /// The name for a person.
  var text: String {
    let name = self.name == "-" ? "standard input" : escapedForTerminal(self.name)
    return name + (line.map { ", line \($0)" } ?? "")
      + (part.map { ", \(escapedForTerminal($0))" } ?? "")
  }
}
