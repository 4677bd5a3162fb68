/// An ECDSA signature as JWS writes it (RFC 7518 §3.4): r, then s. Each is as long as the order of the curve,
/// with the most significant byte first.
package struct ECDSASignature {
  private let r: ArraySlice<UInt8>
  private let s: ArraySlice<UInt8>

  /// The length of an ES256 signature in bytes.
  package static let length = 2 * EllipticCurve.p256.length

  /// Why bytes are not an ES256 signature.
  enum Fault: Error {
    case length
    /// r or s is 0, or not less than the order of the group.
    case range
  }

  /// Reads an ES256 signature. Both s and n − s are accepted (FIPS 186-4 §6.4): JWS does not ask for the
  /// lower one.
  init(es256 octets: [UInt8]) throws(Fault) {
    guard octets.count == Self.length else { throw .length }
    r = octets.prefix(Self.length / 2)
    s = octets.suffix(Self.length / 2)
    guard Self.isInRange(r), Self.isInRange(s) else { throw .range }
  }

  /// 1 to n − 1. Both numbers have the same length, so comparing bytes compares the numbers.
  private static func isInRange(_ number: ArraySlice<UInt8>) -> Bool {
    number.contains { $0 != 0 } && number.lexicographicallyPrecedes(orderOfP256)
  }

  /// The order n of the group (FIPS 186-4 §D.1.2.3).
  package static let orderOfP256: [UInt8] = [
    0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
  ]

  /// The signature as an `ECDSA-Sig-Value` (RFC 3279 §2.2.3): `SEQUENCE { r INTEGER, s INTEGER }`.
  var der: [UInt8] {
    let content = Self.integer(r) + Self.integer(s)
    return [0x30, UInt8(truncatingIfNeeded: content.count)] + content
  }

  /// A positive INTEGER in the fewest bytes (X.690 §8.3.2): at most 33, with the sign byte.
  private static func integer(_ number: ArraySlice<UInt8>) -> [UInt8] {
    let digits = number.drop { $0 == 0 }
    let octets = (digits.first.map { $0 >= 0x80 } ?? false ? [0] : []) + digits
    return [0x02, UInt8(truncatingIfNeeded: octets.count)] + octets
  }
}
