/// An octet as two hexadecimal digits.
func hexadecimal(_ octet: UInt8) -> String {
  (octet < 0x10 ? "0" : "") + String(octet, radix: 16)
}

/// Octets in lower-case hexadecimal.
func hexadecimal(_ octets: some Sequence<UInt8>) -> String {
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
  /// Octets in lower case, two digits each.
  public static func encode(_ octets: some Sequence<UInt8>) -> String { hexadecimal(octets) }
}
