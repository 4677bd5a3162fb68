package import ReceiptCore

/// An X.509 certificate that is about to be signed (RFC 5280 §4.1).
package struct CertificateTemplate {
  /// Of version 1, as very old roots are: without extensions.
  package var isVersion1 = false
  package var serialNumber: Int64
  /// Names as DER.
  package var issuer: [UInt8]
  package var subject: [UInt8]
  package var notBefore: ReceiptDate
  package var notAfter: ReceiptDate
  package var extensions: [Extension]
  /// Whose key this is, and whose key signed it, among the extensions, as in all of Apple's. Xcode's
  /// certificates say neither.
  package var hasKeyIdentifiers = true
  /// The algorithm that the signed part names; the one outside is the same unless a forger says so.
  package var signatureAlgorithm = KnownAlgorithm.sha256WithRSA
  package var outerSignatureAlgorithm: [UInt8]?
  /// Unused bits of the signature's BIT STRING: none, unless a forger says so.
  package var unusedBits: UInt8 = 0

  package struct Extension {
    package var oid: [UInt8]
    package var isCritical = false
    /// The extension's own DER.
    package var value: [UInt8]
  }

  package init(
    serialNumber: Int64, issuer: [UInt8], subject: [UInt8], notBefore: ReceiptDate,
    notAfter: ReceiptDate, extensions: [Extension]
  ) {
    self.serialNumber = serialNumber
    self.issuer = issuer
    self.subject = subject
    self.notBefore = notBefore
    self.notAfter = notAfter
    self.extensions = extensions
  }

  /// The certificate's DER: `key` in it, `issuerKey`'s signature on it.
  package func signed(
    _ key: SigningKey, by issuerKey: SigningKey
  ) throws(SigningFailure) -> [UInt8] {
    let signedPart = DER.sequence(
      // Version 3 has the number 2; version 1 is left out.
      isVersion1 ? [] : DER.tagged(0, DER.integer(2)), DER.integer(serialNumber),
      signatureAlgorithm, issuer,
      DER.sequence(DER.time(notBefore), DER.time(notAfter)), subject, key.publicKeyInfo,
      isVersion1 || extensions.isEmpty
        ? [] : DER.tagged(3, DER.sequence(allExtensions(key, issuerKey).map(\.encoded))))
    let signature = try issuerKey.sign(signedPart, scheme)
    return DER.sequence(
      signedPart, outerSignatureAlgorithm ?? signatureAlgorithm,
      DER.bitString(signature, unusedBits: unusedBits))
  }

  /// In the order of Apple's: the key's identifier before the basic constraints, the issuer's behind them.
  private func allExtensions(_ key: SigningKey, _ issuerKey: SigningKey) -> [Extension] {
    guard hasKeyIdentifiers else { return extensions }
    return [.subjectKeyIdentifier(key.identifier)] + extensions.prefix(1)
      + [.authorityKeyIdentifier(issuerKey.identifier)] + extensions.dropFirst()
  }

  /// How the signed part says that it is signed.
  private var scheme: SigningKey.Scheme {
    switch signatureAlgorithm {
    case KnownAlgorithm.sha1WithRSA: .pkcs1(.sha1)
    case KnownAlgorithm.ecdsaWithSHA256: .ecdsa
    case KnownAlgorithm.ecdsaWithSHA384: .ecdsaSHA384
    default: .pkcs1(.sha256)
    }
  }

  /// `IssuerAndSerialNumber`, by which a signer names its certificate (RFC 5652 §10.2.4).
  package var signerIdentifier: [UInt8] { DER.sequence(issuer, DER.integer(serialNumber)) }
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

  /// Key usage (RFC 5280 §4.2.1.3): signing data, or signing certificates and revocation lists.
  package static let digitalSignature = Self(
    oid: DER.oid(2, 5, 29, 15), isCritical: true, value: DER.bitString([0x80], unusedBits: 7))
  package static let certificateSigning = Self(
    oid: DER.oid(2, 5, 29, 15), isCritical: true, value: DER.bitString([0x06], unusedBits: 1))

  /// Extended key usage (RFC 5280 §4.2.1.12).
  package static func extendedKeyUsage(_ purpose: [UInt8]) -> Self {
    Self(oid: DER.oid(2, 5, 29, 37), isCritical: true, value: DER.sequence(purpose))
  }

  /// One of Apple's marks, which hold nothing.
  package static func marker(_ oid: [UInt8]) -> Self { Self(oid: oid, value: DER.null) }
  /// The mark of a certificate that signs receipts.
  package static let receiptSigning = marker(DER.oid(1, 2, 840, 113635, 100, 6, 11, 1))
  /// The mark of the intermediate that issues them.
  package static let intermediate = marker(DER.oid(1, 2, 840, 113635, 100, 6, 2, 1))
}

extension DER {
  /// A certificate's Name (RFC 5280 §4.1.2.4): UTF8Strings, but for the country a PrintableString.
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
