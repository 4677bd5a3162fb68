internal import ReceiptCore

/// Names of the object identifiers that receipts and their certificates have, and of those that people's
/// other files have where a receipt should be.
package enum ObjectIdentifierNames {
  /// The name that the standard named behind it gives to an identifier in its dotted form.
  package static func name(of dotted: String) -> String? { names[dotted] ?? constants[dotted] }

  /// Those that the core asks for too are in its words.
  private static let constants: [String: String] = {
    let names: [(OID, String)] = [
      (.data, "data"), (.signedData, "signedData"), (.rsaEncryption, "rsaEncryption"),
      (.sha1WithRSAEncryption, "sha1WithRSAEncryption"),
      (.sha256WithRSAEncryption, "sha256WithRSAEncryption"), (.ecPublicKey, "ecPublicKey"),
      (.prime256v1, "prime256v1"), (.secp384r1, "secp384r1"),
      (.ecdsaWithSHA256, "ecdsa-with-SHA256"), (.ecdsaWithSHA384, "ecdsa-with-SHA384"),
      (.keyUsage, "keyUsage"), (.basicConstraints, "basicConstraints"),
      (.certificatePolicies, "certificatePolicies"), (.extendedKeyUsage, "extKeyUsage"),
      (.appleIntermediate, "appleWorldwideDeveloperRelations"),
      (.appleStoreIntermediate, "appleITunesStore"),
      (.appleTransactionSigning, "appleTransactionReceiptSigning"),
      (.appleReceiptSigning, "appleReceiptSigning"),
    ]
    let digests = DigestAlgorithm.allCases.map { ($0.oid, $0.rawValue) }
    return [String: String](
      uniqueKeysWithValues: (names + digests).map { ($0.description, $1) })
  }()

  private static let names: [String: String] = [
    // RFC 5652
    "1.2.840.113549.1.7.3": "envelopedData",
    "1.2.840.113549.1.7.5": "digestedData",
    "1.2.840.113549.1.7.6": "encryptedData",
    "1.2.840.113549.1.9.1": "emailAddress",
    "1.2.840.113549.1.9.3": "contentType",
    "1.2.840.113549.1.9.4": "messageDigest",
    "1.2.840.113549.1.9.5": "signingTime",
    "1.2.840.113549.1.9.15": "smimeCapabilities",
    "1.2.840.113549.1.9.16.1.4": "tstInfo",
    // RFC 3370, RFC 5754, RFC 8017
    "1.2.840.113549.2.5": "md5",
    "2.16.840.1.101.3.4.2.3": "sha512",
    "2.16.840.1.101.3.4.2.4": "sha224",
    "1.2.840.113549.1.1.4": "md5WithRSAEncryption",
    "1.2.840.113549.1.1.8": "mgf1",
    "1.2.840.113549.1.1.10": "rsassaPss",
    "1.2.840.113549.1.1.12": "sha384WithRSAEncryption",
    "1.2.840.113549.1.1.13": "sha512WithRSAEncryption",
    // RFC 5480, RFC 5758, RFC 8410
    "1.3.132.0.35": "secp521r1",
    "1.2.840.10045.4.1": "ecdsa-with-SHA1",
    "1.2.840.10045.4.3.4": "ecdsa-with-SHA512",
    "1.3.101.112": "ed25519",
    // RFC 5280 §4.1.2.4 and RFC 4519
    "2.5.4.3": "commonName",
    "2.5.4.4": "surname",
    "2.5.4.5": "serialNumber",
    "2.5.4.6": "countryName",
    "2.5.4.7": "localityName",
    "2.5.4.8": "stateOrProvinceName",
    "2.5.4.9": "streetAddress",
    "2.5.4.10": "organizationName",
    "2.5.4.11": "organizationalUnitName",
    "2.5.4.12": "title",
    "2.5.4.42": "givenName",
    "2.5.4.46": "dnQualifier",
    "0.9.2342.19200300.100.1.1": "userID",
    "0.9.2342.19200300.100.1.25": "domainComponent",
    // RFC 5280 §4.2
    "2.5.29.14": "subjectKeyIdentifier",
    "2.5.29.16": "privateKeyUsagePeriod",
    "2.5.29.17": "subjectAltName",
    "2.5.29.18": "issuerAltName",
    "2.5.29.20": "cRLNumber",
    "2.5.29.21": "cRLReason",
    "2.5.29.30": "nameConstraints",
    "2.5.29.31": "cRLDistributionPoints",
    "2.5.29.32.0": "anyPolicy",
    "2.5.29.35": "authorityKeyIdentifier",
    "1.3.6.1.5.5.7.1.1": "authorityInfoAccess",
    "1.3.6.1.5.5.7.2.1": "cps",
    "1.3.6.1.5.5.7.2.2": "unotice",
    "1.3.6.1.5.5.7.3.1": "serverAuth",
    "1.3.6.1.5.5.7.3.2": "clientAuth",
    "1.3.6.1.5.5.7.3.3": "codeSigning",
    "1.3.6.1.5.5.7.3.4": "emailProtection",
    "1.3.6.1.5.5.7.3.8": "timeStamping",
    "1.3.6.1.5.5.7.3.9": "ocspSigning",
    "1.3.6.1.5.5.7.48.1": "ocsp",
    "1.3.6.1.5.5.7.48.2": "caIssuers",
    // Apple, "Certification Practice Statement", and the Security framework
    "1.2.840.113635.100.4.1": "appleCodeSigning",
    "1.2.840.113635.100.5.1": "appleCertificatePolicy",
    "1.2.840.113635.100.5.6.1": "macAppStoreReceiptPolicy",
    "1.2.840.113635.100.6.1.2": "appleiPhoneDeveloper",
    "1.2.840.113635.100.6.1.3": "appleiPhoneOSApplicationSigning",
    "1.2.840.113635.100.6.1.4": "appleiPhoneDistribution",
    "1.2.840.113635.100.6.2.6": "appleDeveloperIDAuthority",
  ]
}
