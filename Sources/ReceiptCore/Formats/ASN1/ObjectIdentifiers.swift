/// The object identifiers that reading and verifying ask for; `receipt dump` has names for more.
extension OID {
  // RFC 5652 §4, §5.1
  /// Content of any kind: id-data (RFC 5652 §4).
  public static let data = OID([1, 2, 840, 113549, 1, 7, 1])
  /// Signed content: id-signedData (RFC 5652 §5.1).
  public static let signedData = OID([1, 2, 840, 113549, 1, 7, 2])

  // RFC 8017 §A.1, §A.2.4
  package static let rsaEncryption = OID([1, 2, 840, 113549, 1, 1, 1])
  package static let sha1WithRSAEncryption = OID([1, 2, 840, 113549, 1, 1, 5])
  package static let sha256WithRSAEncryption = OID([1, 2, 840, 113549, 1, 1, 11])

  // RFC 5480 §2.1.1, RFC 5758 §3.2
  package static let ecPublicKey = OID([1, 2, 840, 10045, 2, 1])
  package static let prime256v1 = OID([1, 2, 840, 10045, 3, 1, 7])
  package static let secp384r1 = OID([1, 3, 132, 0, 34])
  package static let ecdsaWithSHA256 = OID([1, 2, 840, 10045, 4, 3, 2])
  package static let ecdsaWithSHA384 = OID([1, 2, 840, 10045, 4, 3, 3])

  // RFC 5280 §4.2.1
  /// The uses of a key (RFC 5280 §4.2.1.3).
  public static let keyUsage = OID([2, 5, 29, 15])
  /// Whether the subject is an authority (RFC 5280 §4.2.1.9).
  public static let basicConstraints = OID([2, 5, 29, 19])
  /// The policies of a certificate (RFC 5280 §4.2.1.4).
  public static let certificatePolicies = OID([2, 5, 29, 32])
  /// More uses of a key (RFC 5280 §4.2.1.12).
  public static let extendedKeyUsage = OID([2, 5, 29, 37])
  static let nameConstraints = OID([2, 5, 29, 30])
  static let policyConstraints = OID([2, 5, 29, 36])
  static let inhibitAnyPolicy = OID([2, 5, 29, 54])
  static let anyExtendedKeyUsage = OID([2, 5, 29, 37, 0])
  // The qualifiers of policies (RFC 5280 §4.2.1.4).
  static let practiceStatement = OID([1, 3, 6, 1, 5, 5, 7, 2, 1])
  static let userNotice = OID([1, 3, 6, 1, 5, 5, 7, 2, 2])

  // Apple's marker OIDs: extensions that say what a certificate is for.
  /// The marker OID of intermediates for developer relations.
  public static let appleIntermediate = OID([1, 2, 840, 113635, 100, 6, 2, 1])
  /// The marker OID of the intermediate that issues signers of iOS 6 transactions.
  package static let appleStoreIntermediate = OID([1, 2, 840, 113635, 100, 6, 2, 2])
  /// The marker OID of certificates that sign iOS 6 transactions.
  package static let appleTransactionSigning = OID([1, 2, 840, 113635, 100, 6, 5, 1])
  /// The marker OID of certificates that sign receipts.
  public static let appleReceiptSigning = OID([1, 2, 840, 113635, 100, 6, 11, 1])

  /// Whether it is one of Apple's marker OIDs: 1.2.840.113635.100.6 and what is below it.
  package var isAppleMarker: Bool {
    encoded.dropFirst(2).starts(with: Self.appleIntermediate.encoded.dropFirst(2).dropLast(2))
  }
}
