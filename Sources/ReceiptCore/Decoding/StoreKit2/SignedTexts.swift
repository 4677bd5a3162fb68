/// Finds the signed texts in JSON, wherever they stand. A member that is not known may hold one too, and a check
/// must not pass over it.
enum SignedTexts {
  /// The largest number that is read. Apple's pages have 20.
  static let maximum = 1_000

  /// The texts that are JWS, in order, each with its place. One more than the maximum shows that there are more.
  static func find(in value: JSONValue) -> [(path: String, text: ReceiptString)] {
    var found: [(String, ReceiptString)] = []
    // What remains to be looked at. The next one is last.
    var pending = [(path: "", value: value)]
    while let (path, value) = pending.popLast(), found.count <= maximum {
      switch value {
      case .object(let members):
        let prefix = path.isEmpty ? "" : path + "."
        for member in members.reversed() where mayHold(member.value) {
          pending.append((prefix + member.name, member.value))
        }
      case .array(let elements):
        for (index, element) in elements.enumerated().reversed() where mayHold(element) {
          pending.append(("\(path)[\(index)]", element))
        }
      case .string(let text): found.append((path, ReceiptString(text)))
      default: break
      }
    }
    return found
  }

  /// Whether it is a signed text, or may have one in it.
  private static func mayHold(_ value: JSONValue) -> Bool {
    switch value {
    case .object, .array: true
    case .string(let text): isSigned(text)
    default: false
    }
  }

  /// Whether a text is a JWS: its first segment is an object that names an algorithm (RFC 7515 §4.1.1).
  private static func isSigned(_ text: String) -> Bool {
    let point = UInt8(ascii: ".")
    let octets = text.utf8.drop(while: Text.isSpace)
    // A header begins with a brace, and perhaps white space, so its base64 begins with one of these.
    guard octets.first.map("eICD".utf8.contains) == true,
      let end = octets.firstIndex(of: point),
      octets[end...].dropFirst().contains(point),
      let decoded = try? Base64.decode(Array(octets[..<end])),
      let header = try? JSONReader.read(decoded.bytes)
    else { return false }
    return header["alg"] != nil
  }
}
