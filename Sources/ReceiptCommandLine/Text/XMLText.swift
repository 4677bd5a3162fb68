/// Text in XML and HTML, in an element or in an attribute between quotation marks.
package enum XMLText: TextFormat {
  /// XML 1.0 forbids most control characters, even as references (§2.2). They are shown as on a terminal, like
  /// characters that reverse the text direction.
  package static func escaped(_ text: String, in place: Void = ()) -> String {
    // Fast path: most texts are plain.
    if isPlain(text.utf8), !text.utf8.contains(where: isSpecial) { return text }
    return ReceiptCommandLine.escaped(text) { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      // Only `]]>` requires this (§2.4), but `>` is always escaped.
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  private static func isSpecial(_ octet: UInt8) -> Bool {
    switch Unicode.Scalar(octet) {
    case "&", "<", ">", "\"", "'": true
    default: false
    }
  }
}
