/// A byte as two lower-case hexadecimal digits.
package func hexadecimal(_ octet: UInt8) -> String {
  (octet < 0x10 ? "0" : "") + String(octet, radix: 16)
}

/// Bytes in lower-case hexadecimal.
package func hexadecimal(_ octets: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var result: [UInt8] = []
  for octet in octets {
    result.append(digits[Int(octet >> 4)])
    result.append(digits[Int(octet & 0xF)])
  }
  return String(validating: result, as: UTF8.self) ?? ""
}

/// Hexadecimal text.
public enum Hexadecimal {
  /// The value of a digit in either case; `nil` for another byte.
  package static func value(ofDigit octet: UInt8) -> UInt8? {
    switch octet {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): octet - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): octet - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): octet - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Bytes in lower case, two digits each.
  public static func encode(_ octets: [UInt8]) -> String { hexadecimal(octets) }

  /// Bytes in lower case, two digits each.
  public static func encode(_ octets: ArraySlice<UInt8>) -> String { hexadecimal(octets) }

  /// The bytes of hexadecimal digits in either case, two digits each.
  package static func decode(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var result: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(ofDigit: digits[index]), let low = value(ofDigit: digits[index + 1])
      else { return nil }
      result.append(high << 4 | low)
    }
    return result
  }
}
