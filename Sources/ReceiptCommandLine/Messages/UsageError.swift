internal import ReceiptCore

/// A wrong call of the tool.
struct UsageError: Error {
  let message: String
  var hint: String?
  /// A value that an option does not take; the message continues after it: `is not a date`. Only the parser knows
  /// which option that is.
  private(set) var value: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  static func value(_ text: String, _ fault: String, hint: String? = nil) -> UsageError {
    var error = UsageError(fault, hint: hint)
    error.value = text
    return error
  }

  /// The same error with the option that it is about.
  func naming(_ option: String?) -> UsageError {
    guard let value else { return self }
    return UsageError(
      (option.map { $0 + " " } ?? "") + "\"\(shortened(value))\" \(message)", hint: hint)
  }
}

/// A word of the command line as a message shows it. A character may have millions of marks, so scalars are counted.
func shortened(_ word: String) -> String {
  let limit = 60
  let head = word.unicodeScalars.prefix(limit)
  return escapedForTerminal(head.endIndex < word.endIndex ? "\(Substring(head))…" : word)
}

extension UsageError {
  static func emptyName(of option: String) -> UsageError {
    UsageError("the name of \(option) is empty", hint: "is a variable not set?")
  }

  static func format(of option: String) -> UsageError {
    UsageError(
      "\(option) does not go with this --format", hint: "choose --format text, json or ndjson")
  }

  static let togetherWithLines = UsageError(
    "--together does not go with --lines", hint: "--together reads all inputs as one")
}
