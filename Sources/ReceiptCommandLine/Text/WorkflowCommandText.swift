/// Text in a workflow command of GitHub Actions, `::error file=…,title=…::message`.
///
/// The runner treats an output line as a command if it begins with `::` after any blanks. In the older form
/// it is a command if it contains `##[` anywhere (actions/runner, `ActionCommand.TryParseV2` and `TryParse`).
enum WorkflowCommandText: TextFormat {
  enum Place {
    /// After the second `::`.
    case message
    /// The value of a property, in which colon and comma are special too.
    case property
    /// A line of the log that is no command: nothing is decoded there.
    case log
  }

  static let usualPlace = Place.message

  static func escaped(_ text: String, in place: Place) -> String {
    // A log of the runner's output may be read by a runner again, so the older form is broken up too.
    escapedForTerminal(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch (scalar, place) {
      case (_, .log): result.unicodeScalars.append(scalar)
      case ("%", _): result += "%25"
      case (":", .property): result += "%3A"
      case (",", .property): result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
