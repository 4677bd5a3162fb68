/// Text in the Test Anything Protocol, and in the YAML of its diagnostics.
enum TAPText: TextFormat {
  enum Place {
    /// A description, or the text after a directive.
    case description
    /// A double-quoted scalar of YAML, with its quotation marks.
    case quoted
  }

  static let usualPlace = Place.description

  static func escaped(_ text: String, in place: Place) -> String {
    switch place {
    case .description: description(text)
    case .quoted: quoted(text)
    }
  }

  /// `#` would begin a directive, and `\` escapes.
  private static func description(_ text: String) -> String {
    escapedForTerminal(text).unicodeScalars.reduce(into: "") { result, scalar in
      if scalar == "#" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
  }

  /// YAML 1.2 §7.3.1. Its escapes, unlike those of JSON, cannot combine surrogates.
  private static func quoted(_ text: String) -> String {
    // The services that read a log know nothing of YAML: they look for their commands in every line.
    var commands = LogCommands()
    return text.unicodeScalars.reduce(into: "\"") { result, scalar in
      let isCommand = commands.isBroken(by: scalar)
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      // YAML does not allow noncharacters (§5.1).
      case _ where isCommand || isUnsafeToShow(scalar):
        result += scalar.value > 0xFFFF ? hex("U", 8, scalar) : hex("u", 4, scalar)
      default: result.unicodeScalars.append(scalar)
      }
    } + "\""
  }

  private static func hex(_ letter: String, _ width: Int, _ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\" + letter + String(repeating: "0", count: width - digits.utf8.count) + digits
  }
}
