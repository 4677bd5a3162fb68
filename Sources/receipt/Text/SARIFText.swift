/// Text in SARIF 2.1.0, beyond what JSON asks for.
enum SARIFText {
  /// A message. In a message, `[text](target)` is a link (§3.11.6), and a number in braces stands for an
  /// argument, for which braces are doubled (§3.11.5): neither is for a product id to choose.
  static func message(_ text: String) -> String {
    escapedForTerminal(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "{": result += "{{"
      case "}": result += "}}"
      case "(" where result.utf8.last == UInt8(ascii: "]"):
        // What was written last was no escape of ours: a bracket stands for itself up to here.
        result.unicodeScalars.removeLast()
        result += "\\]("
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// A path as a reference to a URI (RFC 3986): relative as it was given, absolute under `file:`.
  static func uri(ofPath path: String) -> String {
    let encoded = path.utf8.reduce(into: "") { result, octet in
      let scalar = Unicode.Scalar(octet)
      switch scalar {
      // §2.3, and the slash that parts the segments. A colon is encoded because in the first segment it
      // would end a scheme (§4.2).
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
