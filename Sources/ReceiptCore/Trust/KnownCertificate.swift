/// Certificates of Apple's that are known by name, by the first four bytes of their SHA-256.
package enum KnownCertificate {
  private static func name(_ fingerprint: UInt32) -> String? {
    switch fingerprint {
    case 0x64b3_0291: "WWDR 2008"
    case 0xce05_7691: "WWDR G1"
    case 0x9ed4_b3b8: "WWDR G2"
    case 0xdcf2_1878: "WWDR G3"
    case 0xea47_5788: "WWDR G4"
    case 0x53fd_0082: "WWDR G5"
    case 0xbdd4_ed6e: "WWDR G6"
    case 0x0f57_0d75: "WWDR G7"
    case 0x2990_1bad: "WWDR G8"
    case 0x447a_d654: "iTunes Store CA"
    case 0xb0b1_730e: "Apple Root CA"
    case 0xc2b9_b042: "Apple Root CA - G2"
    case 0x6334_3abf: "Apple Root CA - G3"
    case 0xff0b_a36e: "StoreKit test certificate"
    default: nil
    }
  }

  /// The name of a certificate with this SHA-256. It tells people which one they see, and proves
  /// nothing.
  package static func name(sha256: [UInt8]) -> String? {
    guard sha256.count == 32 else { return nil }
    return name(sha256.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// SHA-256 of the certificate with which Xcode signs test receipts. It is the same in every copy of
  /// Xcode, so its private key is public.
  package static let storeKitTest: [UInt8] = [
    0xFF, 0x0B, 0xA3, 0x6E, 0x72, 0x1D, 0x2D, 0xB7, 0x41, 0xD2, 0xAA, 0x11, 0xE6, 0x11, 0x2E, 0xF7,
    0x8B, 0xF7, 0x13, 0x1B, 0x46, 0xC7, 0xF0, 0x35, 0xB0, 0x08, 0x91, 0xD0, 0x45, 0xC8, 0x64, 0xFE,
  ]
}
