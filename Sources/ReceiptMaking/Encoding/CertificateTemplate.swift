package import ReceiptCore

/// An X.509 certificate to be signed (RFC 5280 §4.1).
package struct CertificateTemplate {
  /// Version 1, without extensions, as in very old roots.
  package var isVersion1 = false
  package var serialNumber: Int64
  /// The elements that stand for the version and the serial number in forged certificates.
  package var forgedVersion: [UInt8]?
  package var forgedSerialNumber: [UInt8]?
  /// Names as DER.
  package var issuer: [UInt8]
  package var subject: [UInt8]
  package var notBefore: ReceiptDate
  package var notAfter: ReceiptDate
  package var extensions: [Extension]
  /// Adds the key identifiers of the subject and the issuer, as in Apple's certificates. Xcode's have none.
  package var hasKeyIdentifiers = true
  /// The algorithm that the signed part names; the one outside is the same unless a forger says so.
  package var signatureAlgorithm = KnownAlgorithm.sha256WithRSA
  package var outerSignatureAlgorithm: [UInt8]?
  /// Unused bits of the signature's BIT STRING. Only forged certificates have some.
  package var unusedBits: UInt8 = 0

  package struct Extension {
    package var oid: [UInt8]
    package var isCritical = false
    /// The value of the extension as DER.
    package var value: [UInt8]
  }

  /// The certificate's DER, with the public part of `key`, signed with `issuerKey`.
  package func signed(
    _ key: SigningKey, by issuerKey: SigningKey
  ) throws(SigningFailure) -> [UInt8] {
    let signedPart = DER.sequence(
      // Version 3 is written as 2; version 1 is the default and left out.
      isVersion1 ? [] : DER.tagged(0, forgedVersion ?? DER.integer(2)), encodedSerialNumber,
      signatureAlgorithm, issuer,
      DER.sequence(DER.time(notBefore), DER.time(notAfter)), subject, key.publicKeyInfo,
      isVersion1 || extensions.isEmpty
        ? [] : DER.tagged(3, DER.sequence(allExtensions(key, issuerKey).map(\.encoded))))
    let signature = try issuerKey.sign(signedPart, scheme)
    return DER.sequence(
      signedPart, outerSignatureAlgorithm ?? signatureAlgorithm,
      DER.bitString(signature, unusedBits: unusedBits))
  }

  /// In Apple's order: the subject's key identifier before the basic constraints, the issuer's after them.
  private func allExtensions(_ key: SigningKey, _ issuerKey: SigningKey) -> [Extension] {
    guard hasKeyIdentifiers else { return extensions }
    return [.subjectKeyIdentifier(key.identifier)] + extensions.prefix(1)
      + [.authorityKeyIdentifier(issuerKey.identifier)] + extensions.dropFirst()
  }

  /// The signature scheme that the signed part names.
  private var scheme: SigningKey.Scheme {
    switch signatureAlgorithm {
    case KnownAlgorithm.sha1WithRSA: .pkcs1(.sha1)
    case KnownAlgorithm.ecdsaWithSHA256: .ecdsa
    case KnownAlgorithm.ecdsaWithSHA384: .ecdsaSHA384
    case DER.md5WithRSA: .pkcs1MD5
    case DER.rsaPSS: .pss
    default: .pkcs1(.sha256)
    }
  }

  private var encodedSerialNumber: [UInt8] { forgedSerialNumber ?? DER.integer(serialNumber) }

  /// The `IssuerAndSerialNumber` that names the certificate of a signer (RFC 5652 §10.2.4).
  package var signerIdentifier: [UInt8] { DER.sequence(issuer, encodedSerialNumber) }
}

extension CertificateTemplate.Extension {
  package var encoded: [UInt8] {
    DER.sequence(oid, isCritical ? DER.boolean : [], DER.octetString(value))
  }

  /// Basic constraints (RFC 5280 §4.2.1.9).
  package static func basicConstraints(isAuthority: Bool) -> Self {
    Self(
      oid: DER.oid(2, 5, 29, 19), isCritical: true,
      value: DER.sequence(isAuthority ? DER.boolean : []))
  }

  /// The identifier of the certificate's own key (RFC 5280 §4.2.1.2).
  static func subjectKeyIdentifier(_ identifier: [UInt8]) -> Self {
    Self(oid: DER.oid(2, 5, 29, 14), value: DER.octetString(identifier))
  }

  /// The identifier of the key that signed the certificate (RFC 5280 §4.2.1.1).
  static func authorityKeyIdentifier(_ identifier: [UInt8]) -> Self {
    Self(oid: DER.oid(2, 5, 29, 35), value: DER.sequence(DER.element(0x80, identifier)))
  }

  /// Key usage (RFC 5280 §4.2.1.3): for signing data, or for signing certificates and revocation lists.
  package static let digitalSignature = Self(
    oid: DER.oid(2, 5, 29, 15), isCritical: true, value: DER.bitString([0x80], unusedBits: 7))
  package static let certificateSigning = Self(
    oid: DER.oid(2, 5, 29, 15), isCritical: true, value: DER.bitString([0x06], unusedBits: 1))

  /// Extended key usage (RFC 5280 §4.2.1.12).
  package static func extendedKeyUsage(_ purpose: [UInt8]) -> Self {
    Self(oid: DER.oid(2, 5, 29, 37), isCritical: true, value: DER.sequence(purpose))
  }

  /// One of Apple's marker OIDs, whose value is empty.
  package static func marker(_ oid: [UInt8]) -> Self { Self(oid: oid, value: DER.null) }
  /// The marker OID of a certificate that signs receipts.
  package static let receiptSigning = marker(DER.oid(1, 2, 840, 113635, 100, 6, 11, 1))
  /// The marker OID of the intermediate that issues them.
  package static let intermediate = marker(DER.oid(1, 2, 840, 113635, 100, 6, 2, 1))
}

extension DER {
  /// A Name (RFC 5280 §4.1.2.4). The country is a PrintableString, all else UTF8Strings.
  package static func name(
    country: String? = nil, organization: String? = nil, unit: String? = nil, common: String
  ) -> [UInt8] {
    func part(_ arc: UInt64, _ value: [UInt8]) -> [UInt8] {
      set([sequence(oid(2, 5, 4, arc), value)])
    }
    return sequence(
      country.map { part(6, element(0x13, Array($0.utf8))) } ?? [],
      organization.map { part(10, utf8String($0)) } ?? [],
      unit.map { part(11, utf8String($0)) } ?? [], part(3, utf8String(common)))
  }
}
