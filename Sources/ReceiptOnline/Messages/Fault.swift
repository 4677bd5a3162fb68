internal import ReceiptCommandLine
internal import ReceiptCore

/// Why a command of this program cannot do its work.
struct Fault: Error {
  let message: String
  let hint: String?
  /// The file that it is about, and what is wrong with that; `nil` for anything else.
  private(set) var file: (name: String, error: ReceiptError)?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// Why a receipt cannot be used.
  init(file name: String, _ error: ReceiptError) {
    self.init("\(name == "-" ? "standard input" : name): \(error)", hint: error.advice)
    file = (name, error)
  }
}
