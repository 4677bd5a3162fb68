/// Text in the Test Anything Protocol, and in the YAML of its diagnostics.
enum TAPText {
  /// A description, or the text after a directive. `#` would begin a directive, and `\` escapes.
  static func description(_ text: String) -> String {
    escapedForTerminal(text).unicodeScalars.reduce(into: "") { result, scalar in
      if scalar == "#" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
  }

  /// A double-quoted YAML scalar (YAML 1.2 §7.3.1). Its escapes, unlike those of JSON, cannot combine
  /// surrogates.
  static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "\"") { result, scalar in
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      // YAML does not allow noncharacters (§5.1).
      case _ where isUnsafeToShow(scalar):
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
