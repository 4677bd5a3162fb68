/// Text in SARIF 2.1.0, in addition to JSON's rules.
enum SARIFText {
  /// A message. In a message, `[text](target)` is a link (§3.11.6), and a number in braces is an argument,
  /// for which braces are doubled (§3.11.5). A product id must not produce either.
  static func message(_ text: String) -> String {
    escapedForTerminal(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "{": result += "{{"
      case "}": result += "}}"
      case "(" where result.utf8.last == UInt8(ascii: "]"):
        // The bracket before a parenthesis would make a link, so it is escaped.
        result.unicodeScalars.removeLast()
        result += "\\]("
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// A path as a URI reference (RFC 3986): a relative path stays relative, an absolute one gets `file:`.
  static func uri(ofPath path: String) -> String {
    let encoded = path.utf8.reduce(into: "") { result, octet in
      let scalar = Unicode.Scalar(octet)
      switch scalar {
      // The unreserved characters (§2.3), and the slash between segments. A colon is encoded because it would
      // end a scheme in the first segment (§4.2).
      case "A"..."Z", "a"..."z", "0"..."9", "-", ".", "_", "~", "/":
        result.unicodeScalars.append(scalar)
      default:
        let digits = String(octet, radix: 16, uppercase: true)
        result += (octet < 16 ? "%0" : "%") + digits
      }
    }
    return path.hasPrefix("/") ? "file://" + encoded : encoded
  }
}
