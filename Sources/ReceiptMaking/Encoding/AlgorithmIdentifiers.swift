package import ReceiptCore

/// AlgorithmIdentifiers as DER, for writing (RFC 3370, RFC 5754, RFC 4055, RFC 5758).
extension DER {
  package static let sha1 = sequence(oid(1, 3, 14, 3, 2, 26), null)
  package static let sha256 = sequence(oid(2, 16, 840, 1, 101, 3, 4, 2, 1), null)
  static let md5 = sequence(oid(1, 2, 840, 113549, 2, 5), null)

  package static let rsaEncryption = sequence(oid(1, 2, 840, 113549, 1, 1, 1), null)
  package static let sha1WithRSA = sequence(oid(1, 2, 840, 113549, 1, 1, 5), null)
  package static let sha256WithRSA = sequence(oid(1, 2, 840, 113549, 1, 1, 11), null)

  /// RSASSA-PSS with SHA-256 throughout and no salt.
  static let rsaPSS = sequence(
    oid(1, 2, 840, 113549, 1, 1, 10),
    sequence(
      tagged(0, sha256), tagged(1, sequence(oid(1, 2, 840, 113549, 1, 1, 8), sha256)),
      tagged(2, integer(0))))

  static let ecdsaWithSHA256 = sequence(oid(1, 2, 840, 10045, 4, 3, 2))
  static let ecdsaWithSHA384 = sequence(oid(1, 2, 840, 10045, 4, 3, 3))
  /// Elliptic-curve keys on P-256 and P-384.
  static let p256 = sequence(oid(1, 2, 840, 10045, 2, 1), oid(1, 2, 840, 10045, 3, 1, 7))
  static let p384 = sequence(oid(1, 2, 840, 10045, 2, 1), oid(1, 3, 132, 0, 34))

  package static func digestAlgorithm(_ algorithm: DigestAlgorithm) -> [UInt8] {
    switch algorithm {
    case .sha1: sha1
    case .sha256: sha256
    }
  }
}
