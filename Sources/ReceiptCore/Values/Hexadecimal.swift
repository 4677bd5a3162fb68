/// Hexadecimal text.
package enum Hexadecimal {
  /// What a digit in either case is worth.
  package static func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Two digits in lower case for each byte.
  package static func encode(_ bytes: [UInt8]) -> String { encode(bytes[...]) }

  /// Two digits in lower case for each byte.
  package static func encode(_ bytes: ArraySlice<UInt8>) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 2)
    append(bytes, to: &digits)
    return String(decoding: digits, as: UTF8.self)
  }

  /// Appends two digits for each byte, with a separator between the bytes, if there is one.
  package static func append(
    _ bytes: ArraySlice<UInt8>, to digits: inout [UInt8], separator: UInt8? = nil
  ) {
    for index in bytes.indices {
      if let separator, index > bytes.startIndex { digits.append(separator) }
      digits.append(digit(bytes[index] >> 4))
      digits.append(digit(bytes[index] & 0xF))
    }
  }

  /// Two digits in lower case.
  package static func encode(_ byte: UInt8) -> String { encode([byte]) }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// The byte that the two digits at a place stand for; `nil` if no two digits stand there.
  @inline(__always)
  static func octet(_ text: ArraySlice<UInt8>, at index: Int) -> UInt8? {
    guard index + 1 < text.endIndex, let high = value(ofDigit: text[index]),
      let low = value(ofDigit: text[index + 1])
    else { return nil }
    return high << 4 | low
  }

  /// The bytes that digits in either case stand for, two digits each.
  package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)) }

  /// The same for a text in bytes.
  static func decode(_ digits: [UInt8]) -> [UInt8]? {
    guard digits.count % 2 == 0 else { return nil }
    var result: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let octet = octet(digits[...], at: index) else { return nil }
      result.append(octet)
    }
    return result
  }
}
