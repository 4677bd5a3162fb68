internal import ReceiptCore

/// AlgorithmIdentifiers of forgeries alone, as DER.
extension DER {
  /// RFC 1321
  static let md5 = sequence(oid(1, 2, 840, 113549, 2, 5), null)

  /// RFC 8017 §A.2.4
  static let md5WithRSA = sequence(oid(1, 2, 840, 113549, 1, 1, 4), null)
  static let sha512WithRSA = sequence(oid(1, 2, 840, 113549, 1, 1, 13), null)

  /// RSASSA-PSS with SHA-256 throughout and no salt (RFC 4055 §3.1).
  static let rsaPSS = sequence(
    oid(1, 2, 840, 113549, 1, 1, 10),
    sequence(
      tagged(0, DigestAlgorithm.sha256.identifier),
      tagged(1, sequence(oid(1, 2, 840, 113549, 1, 1, 8), DigestAlgorithm.sha256.identifier)),
      tagged(2, integer(0))))
}
