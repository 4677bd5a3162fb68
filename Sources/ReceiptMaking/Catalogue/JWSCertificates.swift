internal import ReceiptCore

extension CatalogueReceipt {
  /// Certificates of the right chain that may not sign a JWS, or were not valid at the time.
  static let jwsCertificates: [CatalogueReceipt] = [
    CatalogueReceipt(
      "jws-leaf-no-oid", .refused(.wrongCertificatePurpose),
      "the signer's certificate lacks the mark 1.2.840.113635.100.6.11.1"
    ) { authority in
      try leafText(authority, 130) {
        $0.extensions = [.basicConstraints(isAuthority: false), .digitalSignature]
      }
    },
    CatalogueReceipt(
      "jws-leaf-other-usage", .refused(.wrongCertificatePurpose),
      "the signer's certificate has a key usage, and it is not signing data"
    ) { authority in
      try leafText(authority, 131) {
        $0.extensions = [
          .basicConstraints(isAuthority: false), .certificateSigning, .receiptSigning,
        ]
      }
    },
    CatalogueReceipt(
      "jws-leaf-is-authority", .refused(.wrongCertificatePurpose),
      "the signer's certificate is an authority's"
    ) { authority in
      try leafText(authority, 132) {
        $0.extensions = [.basicConstraints(isAuthority: true), .digitalSignature, .receiptSigning]
      }
    },
    CatalogueReceipt(
      "jws-leaf-sha1", .refused(.unsupportedAlgorithm),
      "the signer's certificate was signed with RSA and SHA-1"
    ) { authority in
      let leaf = try authority.leaf(
        serialNumber: 133, key: authority.ellipticKey("elliptic under rsa")
      ) { $0.signatureAlgorithm = KnownAlgorithm.sha1WithRSA }
      return try authority.jws(
        ExampleTransaction.payload, signer: leaf,
        certificates: [leaf.certificate] + authority.certificates.dropFirst()
      ).encoded
    },
    CatalogueReceipt(
      "jws-inter-no-oid", .refused(.wrongIntermediate),
      "the intermediate lacks the mark 1.2.840.113635.100.6.2.1"
    ) { authority in
      try intermediateText(authority, 134) {
        $0.extensions = [.basicConstraints(isAuthority: true), .certificateSigning]
      }
    },
    CatalogueReceipt(
      "jws-inter-not-ca", .refused(.wrongIntermediate),
      "the intermediate is no authority by its basic constraints"
    ) { authority in
      try intermediateText(authority, 135) {
        $0.extensions = [.basicConstraints(isAuthority: false), .certificateSigning, .intermediate]
      }
    },
    CatalogueReceipt(
      "jws-inter-other-usage", .refused(.wrongIntermediate),
      "the intermediate has a key usage, and it is not signing certificates"
    ) { authority in
      try intermediateText(authority, 136) {
        $0.extensions = [.basicConstraints(isAuthority: true), .digitalSignature, .intermediate]
      }
    },
    CatalogueReceipt(
      "jws-certificate-changed", .refused(.untrustedChain),
      "the signer's certificate was changed after it was signed"
    ) { authority in
      let branch = try authority.elliptic()
      var leaf = branch.leaf.certificate
      // Changes the s of the signature, which comes last.
      leaf[leaf.count - 3] ^= 1
      return try authority.jws(
        ExampleTransaction.payload, certificates: [leaf] + branch.certificates.dropFirst()
      ).encoded
    },
    CatalogueReceipt(
      "jws-expired-fresh-date", .refused(.expiredAtCreation),
      "the signer's certificate had expired when this was signed"
    ) { authority in
      try leafText(authority, 137) { $0.notAfter = TestAuthority.day(2019, 1, 1) }
    },
    CatalogueReceipt(
      "jws-inter-expired", .refused(.expiredAtCreation),
      "the intermediate had expired when this was signed"
    ) { authority in
      try intermediateText(authority, 138) { $0.notAfter = TestAuthority.day(2019, 1, 1) }
    },
    CatalogueReceipt(
      "jws-expired-no-date", .refused(.missingCreationDate),
      "the signer's certificate has expired, and nothing says when this was signed"
    ) { authority in
      let leaf = try authority.ellipticLeaf(139) { $0.notAfter = TestAuthority.day(2019, 1, 1) }
      return try authority.jws(ExampleTransaction.payload("signedDate", nil), signer: leaf).encoded
    },
    CatalogueReceipt(
      "jws-not-yet-valid", .refused(.notYetValidAtCreation),
      "the signer's certificate was not valid yet when this was signed"
    ) { authority in
      try leafText(authority, 140) { $0.notBefore = TestAuthority.day(2021, 1, 1) }
    },
  ]

  /// The example, signed with a leaf that differs from the usual one.
  private static func leafText(
    _ authority: TestAuthority, _ serialNumber: Int64,
    _ change: (inout CertificateTemplate) -> Void
  ) throws -> [UInt8] {
    try authority.jws(
      ExampleTransaction.payload, signer: authority.ellipticLeaf(serialNumber, change)
    ).encoded
  }

  /// The example under an intermediate that differs from the usual one.
  private static func intermediateText(
    _ authority: TestAuthority, _ serialNumber: Int64,
    _ change: (inout CertificateTemplate) -> Void
  ) throws -> [UInt8] {
    let branch = try authority.elliptic()
    let intermediate = try authority.ellipticIntermediate(serialNumber, change)
    return try authority.jws(
      ExampleTransaction.payload,
      certificates: [
        branch.leaf.certificate, intermediate.certificate, branch.root.certificate,
      ]
    ).encoded
  }
}
