internal import ReceiptCore

/// What came of one input: everything that the renderers are told.
struct DecodeReport {
  /// The input's name as the person gave it or the folder has it; `-` for standard input.
  let name: String
  let outcome: Outcome

  enum Outcome {
    case decoded(DecodedReceipt)
    case failed(ReceiptError)
  }

  /// The first thing that is wrong, if anything is.
  var error: ReceiptError? {
    switch outcome {
    case .decoded(let decoded): decoded.errors.first
    case .failed(let error): error
    }
  }

  var exitStatus: ExitStatus { error == nil ? .fine : .unreadable }
}
