internal import ReceiptCore

/// The pairs of a query (WHATWG URL, application/x-www-form-urlencoded).
enum FormFields {
  typealias Pair = (name: String, value: String)

  /// More of them are no request of a person or a program. What reads the options of a command takes time with the
  /// square of their number.
  static let maximumCount = 200
  /// The size of all names and values together: the address of a request may have as much.
  static let maximumSize = 16 << 10

  static func read(_ query: some StringProtocol) throws(Problem) -> [Pair] {
    var pairs: [Pair] = []
    for part in query.utf8.split(separator: UInt8(ascii: "&")) {
      guard pairs.count < maximumCount else { throw tooMany }
      let halves = part.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = halves.first.flatMap({ decoded($0) }),
        let value = halves.count > 1 ? decoded(halves[1]) : ""
      else {
        throw .malformed("the query is no text", hint: "percent-encode it as UTF-8")
      }
      pairs.append((name, value))
    }
    return pairs
  }

  static let tooMany = Problem.malformed("there are more than \(maximumCount) options")
  static let tooLong = Problem.malformed("the options have more than \(maximumSize >> 10) KiB")

  /// The text of a percent-encoded one; `nil` for a broken escape, and for what is no UTF-8.
  ///
  /// - Parameter plusIsSpace: In a query `+` is a space; in a path it is itself.
  static func decoded(_ text: some Collection<UInt8>, plusIsSpace: Bool = true) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
        else { return nil }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    // A NUL ends a text for the system.
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// A text for a path or a query: everything but unreserved characters is percent-encoded (RFC 3986 §2.3).
  static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      if Text.isAlphanumeric(byte) || Self.unreserved.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + Hexadecimal.encode([byte]).uppercased()
      }
    }
  }

  private static let unreserved = Array("-._~".utf8)

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
