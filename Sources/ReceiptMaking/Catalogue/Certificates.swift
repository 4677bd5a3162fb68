internal import ReceiptCore

extension CatalogueReceipt {
  /// Certificates of the right chain that may not sign receipts, are malformed, or were not valid at the
  /// time.
  static let certificates: [CatalogueReceipt] =
    purposes + intermediates + oddities + validity

  /// Apple's root also covers developers' certificates. Only the marker OID in the signer's own certificate
  /// separates receipts from what any developer can sign.
  private static let purposes: [CatalogueReceipt] = [
    CatalogueReceipt(
      "leaf-without-mark", .refused(.wrongCertificatePurpose),
      "the signer's certificate lacks the mark 1.2.840.113635.100.6.11.1"
    ) { authority in
      try leafReceipt(authority, 50, extensions: [.digitalSignature])
    },
    CatalogueReceipt(
      "leaf-of-developer", .refused(.wrongCertificatePurpose),
      "the signer's certificate is a developer's, for signing code"
    ) { authority in
      try leafReceipt(
        authority, 51,
        extensions: [
          .digitalSignature, .extendedKeyUsage(DER.oid(1, 3, 6, 1, 5, 5, 7, 3, 3)),
          .marker(DER.oid(1, 2, 840, 113635, 100, 6, 1, 4)),
        ])
    },
    CatalogueReceipt(
      "leaf-for-clients", .refused(.wrongCertificatePurpose),
      "the signer's certificate is for clients of TLS"
    ) { authority in
      try leafReceipt(
        authority, 52,
        extensions: [
          .digitalSignature, .extendedKeyUsage(DER.oid(1, 3, 6, 1, 5, 5, 7, 3, 2)),
        ])
    },
    CatalogueReceipt(
      "leaf-without-key-usage", .refused(.wrongCertificatePurpose),
      "the signer's certificate has no key usage"
    ) { authority in
      try leafReceipt(authority, 53, extensions: [.receiptSigning])
    },
    CatalogueReceipt(
      "leaf-is-authority", .refused(.wrongCertificatePurpose),
      "the signer's certificate is an authority's"
    ) { authority in
      try authority.receipt(leaf: 54) {
        $0.extensions = [
          .basicConstraints(isAuthority: true), .digitalSignature, .receiptSigning,
        ]
      }
    },
    CatalogueReceipt(
      "decoy-with-mark", .refused(.wrongCertificatePurpose),
      "the signer's certificate lacks the mark; the right one stands beside it as a decoy"
    ) { authority in
      let leaf = try authority.leaf(serialNumber: 55) {
        $0.extensions = [.basicConstraints(isAuthority: false), .digitalSignature]
      }
      return try authority.signedData(
        ExamplePayload.payload, signer: leaf,
        certificates: [leaf.certificate] + authority.certificates
      ).encoded
    },
  ]

  private static let intermediates: [CatalogueReceipt] = [
    CatalogueReceipt(
      "intermediate-without-mark", .refused(.wrongIntermediate),
      "the intermediate lacks the mark 1.2.840.113635.100.6.2.1"
    ) { authority in
      try authority.receipt(intermediate: 60) {
        $0.extensions = [.basicConstraints(isAuthority: true), .certificateSigning]
      }
    },
    CatalogueReceipt(
      "intermediate-no-authority", .refused(.wrongIntermediate),
      "the intermediate is no authority by its basic constraints"
    ) { authority in
      try authority.receipt(intermediate: 61) {
        $0.extensions = [.basicConstraints(isAuthority: false), .certificateSigning, .intermediate]
      }
    },
    CatalogueReceipt(
      "intermediate-without-signing", .refused(.wrongIntermediate),
      "the intermediate may not sign certificates by its key usage"
    ) { authority in
      try authority.receipt(intermediate: 62) {
        $0.extensions = [.basicConstraints(isAuthority: true), .digitalSignature, .intermediate]
      }
    },
  ]

  private static let oddities: [CatalogueReceipt] = [
    CatalogueReceipt(
      "unknown-critical-extension", .refused(.unknownCriticalExtension),
      "the signer's certificate has an unknown critical extension"
    ) { authority in
      try leafReceipt(
        authority, 70,
        extensions: [
          .digitalSignature, .receiptSigning,
          CertificateTemplate.Extension(
            oid: DER.oid(1, 3, 6, 1, 4, 1, 99999, 1), isCritical: true, value: DER.null),
        ])
    },
    CatalogueReceipt(
      "certificate-unused-bits", .refused(.malformed),
      "the signature of the signer's certificate has unused bits"
    ) { authority in
      try authority.receipt(leaf: 71) { $0.unusedBits = 1 }
    },
    CatalogueReceipt(
      "certificate-algorithms-differ", .refused(.untrustedChain),
      "the signer's certificate names one algorithm inside and another outside"
    ) { authority in
      try authority.receipt(leaf: 72) {
        $0.outerSignatureAlgorithm = KnownAlgorithm.sha1WithRSA
      }
    },
    CatalogueReceipt(
      "certificate-changed", .refused(.untrustedChain),
      "the signer's certificate was changed after it was signed"
    ) { authority in
      var template = TestAuthority.leafTemplate
      template.serialNumber = 73
      var identity = try TestAuthority.Identity(
        template, key: authority.leaf.key, by: authority.intermediate.key)
      var certificate = identity.certificate
      certificate[certificate.count - 10] ^= 1
      identity = TestAuthority.Identity(
        template: template, key: authority.leaf.key, certificate: certificate)
      return try authority.signedData(ExamplePayload.payload, signer: identity).encoded
    },
  ]

  private static let validity: [CatalogueReceipt] = [
    CatalogueReceipt(
      "leaf-expired", .refused(.expiredAtCreation),
      "the signer's certificate had expired when the receipt was made"
    ) { authority in
      try authority.receipt(leaf: 80) { $0.notAfter = TestAuthority.day(2019, 1, 1) }
    },
    CatalogueReceipt(
      "leaf-not-yet-valid", .refused(.notYetValidAtCreation),
      "the signer's certificate was not valid yet when the receipt was made"
    ) { authority in
      try authority.receipt(leaf: 81) { $0.notBefore = TestAuthority.day(2021, 1, 1) }
    },
    CatalogueReceipt(
      "intermediate-expired", .refused(.expiredAtCreation),
      "the intermediate had expired when the receipt was made"
    ) { authority in
      try authority.receipt(intermediate: 82) { $0.notAfter = TestAuthority.day(2019, 1, 1) }
    },
    CatalogueReceipt(
      "no-creation-date", .refused(.missingCreationDate),
      "there is no creation date at which the certificates could be judged"
    ) { authority in
      let attributes = ExamplePayload.otherAttributes + [ExamplePayload.bundleID]
      return try authority.signedData(AttributeTemplate.payload(attributes)).encoded
    },
  ]

  // MARK: Helpers

  /// A receipt whose signer's certificate has these extensions.
  private static func leafReceipt(
    _ authority: TestAuthority, _ serialNumber: Int64,
    extensions: [CertificateTemplate.Extension]
  ) throws -> [UInt8] {
    try authority.receipt(leaf: serialNumber) {
      $0.extensions = [.basicConstraints(isAuthority: false)] + extensions
    }
  }
}
