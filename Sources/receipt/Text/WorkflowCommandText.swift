/// Text in a workflow command of GitHub Actions, `::error file=…,title=…::message`.
///
/// The runner takes every line of a step's output for a command that begins with `::`, blanks in front of
/// it or not, and in its older form every line that holds `##[` anywhere
/// (actions/runner, `ActionCommand.TryParseV2` and `TryParse`).
enum WorkflowCommandText {
  /// A message, behind the second `::`.
  static func message(_ text: String) -> String {
    harmless(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// The value of a property, in which colon and comma mean something too.
  static func property(_ text: String) -> String {
    message(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// What begins a line of the message's own.
  static let newLine = "%0A"

  /// The text without controls, so without line breaks, and without the older form's beginning. Who logs
  /// what the runner made of a command may have the log read by a runner again.
  private static func harmless(_ text: String) -> String {
    let shown = escapedForTerminal(text)
    var result = ""
    var hashes = 0
    for scalar in shown.unicodeScalars {
      if scalar == "[", hashes >= 2 {
        result += visible(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
      hashes = scalar == "#" ? hashes + 1 : 0
    }
    return result
  }
}
