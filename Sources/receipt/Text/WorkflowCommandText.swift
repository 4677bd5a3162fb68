/// Text in a workflow command of GitHub Actions, `::error file=…,title=…::message`.
///
/// The runner treats each output line as a command if it begins with `::` after any blanks, or, in the older
/// form, if it contains `##[` anywhere (actions/runner, `ActionCommand.TryParseV2` and `TryParse`).
enum WorkflowCommandText {
  /// A message, after the second `::`.
  static func message(_ text: String) -> String {
    // A log of the runner's output may be read by a runner again, so the older form is broken up too.
    escapedForTerminal(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// The value of a property, in which colon and comma are special too.
  static func property(_ text: String) -> String {
    message(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// A line break inside a message.
  static let newLine = "%0A"
}
