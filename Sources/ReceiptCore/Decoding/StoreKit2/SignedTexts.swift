/// Finds the signed texts in JSON, wherever they stand. A member that is not known may hold one too, and a check
/// must not pass over it.
enum SignedTexts {
  /// The largest number that is read. Apple's pages have 20.
  static let maximum = 1_000

  /// The texts that are JWS, in order, each with its place. One more than the maximum shows that there are more.
  static func find(in value: JSONValue) -> [(path: String, text: ReceiptString)] {
    var found: [(String, ReceiptString)] = []
    var walk = JSONWalk()
    walk.enter(value)
    while found.count <= maximum, let next = walk.next() {
      switch next {
      case .object, .array: walk.enter(next)
      case .string(let text) where isSigned(text): found.append((walk.path, ReceiptString(text)))
      default: break
      }
    }
    return found
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
