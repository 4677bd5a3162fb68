internal import ReceiptCore

extension CatalogueReceipt {
  /// iOS 6 transactions. Their issuer is the authority's root, so that a verifier that trusts it can complete
  /// all checks.
  static let transactions: [CatalogueReceipt] = [
    CatalogueReceipt("ios6-ok", .accepted, "a sound transaction with a key of 1024 bits") {
      authority in
      try transaction(authority).encoded()
    },
    CatalogueReceipt("ios6-ok-version-3", .accepted, "a sound transaction with a key of 2048 bits")
    {
      authority in
      try transaction(authority, version: 3).encoded()
    },
    CatalogueReceipt(
      "ios6-purchase-changed", .refused(.badSignature), "another product stands in the purchase"
    ) { authority in
      var template = try transaction(authority)
      var changed = purchaseInfo
      changed[0].value = "com.example.catalogue.free"
      template.purchaseInfo = IOS6Template.list(changed)
      return template.encoded()
    },
    CatalogueReceipt(
      "ios6-signature-changed", .refused(.badSignature), "one bit of the signature was changed"
    ) { authority in
      var template = try transaction(authority)
      template.signature[50] ^= 1
      return template.encoded()
    },
    CatalogueReceipt(
      "ios6-version-changed", .refused(.malformed), "the signature has the version 4"
    ) { authority in
      var template = try transaction(authority)
      template.version = 4
      return template.encoded()
    },
    CatalogueReceipt("ios6-no-signature", .refused(.noSigner), "there is no signature") {
      authority in
      try transaction(authority).encoded(blob: [])
    },
    CatalogueReceipt(
      "ios6-signature-cut", .refused(.truncated), "the end of the certificate is missing"
    ) { authority in
      let template = try transaction(authority)
      return template.encoded(blob: template.signatureBlob.dropLast())
    },
    CatalogueReceipt(
      "ios6-signature-trailing", .refused(.malformed), "a byte stands behind the certificate"
    ) { authority in
      let template = try transaction(authority)
      return template.encoded(blob: template.signatureBlob + [0])
    },
    CatalogueReceipt(
      "ios6-forged", .refused(.untrustedChain),
      "the certificate is a forger's own, under the issuer's name"
    ) { authority in
      let forger = try authority.forger()
      return try transaction(authority, issuer: forger.root.key).encoded()
    },
    CatalogueReceipt(
      "ios6-issuer-unknown", .undetermined(.issuerMissing),
      "the certificate's issuer is called Apple's, and is not known"
    ) { authority in
      let forger = try authority.forger()
      return try transaction(authority, issuer: forger.root.key) {
        $0.issuer = DER.name(organization: "Apple Inc.", common: "Apple Nowhere")
      }.encoded()
    },
    CatalogueReceipt(
      "ios6-issuer-foreign", .refused(.untrustedChain),
      "the certificate's issuer is not trusted, and is not even called Apple's"
    ) { authority in
      let forger = try authority.forger()
      return try transaction(authority, issuer: forger.root.key) {
        $0.issuer = DER.name(common: "Somebody else")
      }.encoded()
    },
    CatalogueReceipt(
      "ios6-forged-store", .refused(.untrustedChain),
      "the certificate names Apple's intermediate for version 2, which did not issue it"
    ) { authority in
      let forger = try authority.forger()
      let apple = try Certificate(AppleIntermediate.iTunesStore[...])
      return try transaction(authority, issuer: forger.root.key) {
        $0.issuer = Array(apple.subject)
      }.encoded()
    },
    CatalogueReceipt(
      "ios6-without-mark", .refused(.wrongCertificatePurpose),
      "the certificate lacks the mark 1.2.840.113635.100.6.5.1"
    ) { authority in
      try transaction(authority) {
        $0.extensions = [.basicConstraints(isAuthority: false), .digitalSignature]
      }.encoded()
    },
    CatalogueReceipt(
      "ios6-version-2-receipt-mark", .refused(.wrongCertificatePurpose),
      "version 2 has the mark of certificates that sign receipts"
    ) { authority in
      try transaction(authority) { $0.extensions[2] = receiptMark }.encoded()
    },
    CatalogueReceipt(
      "ios6-version-3-transaction-mark", .refused(.wrongCertificatePurpose),
      "version 3 has the mark of certificates that sign version 2"
    ) { authority in
      try transaction(authority, version: 3) { $0.extensions[2] = transactionMark }.encoded()
    },
    CatalogueReceipt(
      "ios6-forged-developer-relations", .refused(.untrustedChain),
      "the certificate names Apple's intermediate, which did not issue it"
    ) { authority in
      let forger = try authority.forger()
      let apple = try Certificate(AppleIntermediate.developerRelationsG1[...])
      return try transaction(authority, version: 3, issuer: forger.root.key) {
        $0.issuer = Array(apple.subject)
      }.encoded()
    },
    CatalogueReceipt(
      "ios6-expired", .refused(.expiredAtCreation),
      "the certificate had expired when the purchase was made"
    ) { authority in
      try transaction(authority) { $0.notAfter = TestAuthority.day(2012, 1, 1) }.encoded()
    },
    CatalogueReceipt(
      "ios6-issuer-not-yet-valid", .refused(.notYetValidAtCreation),
      "the purchase was made before the issuer's certificate became valid"
    ) { authority in
      try transaction(
        authority,
        info: purchaseInfo.filter { $0.key != "purchase-date-ms" }
          .filter { $0.key != "purchase-date-pst" }
          .map { ($0.key, $0.key == "purchase-date" ? "2005-05-31 09:10:11 Etc/GMT" : $0.value) }
      ) { $0.notBefore = TestAuthority.day(2004, 1, 1) }.encoded()
    },
    CatalogueReceipt(
      "ios6-critical-extension", .refused(.unknownCriticalExtension),
      "the certificate has an unknown critical extension"
    ) { authority in
      try transaction(authority) {
        $0.extensions.append(
          CertificateTemplate.Extension(
            oid: DER.oid(1, 2, 840, 113635, 100, 999), isCritical: true, value: DER.null))
      }.encoded()
    },
    CatalogueReceipt(
      "ios6-small-exponent", .refused(.weakKey), "the key's public exponent is 3"
    ) { authority in
      try transaction(authority, exponent: 3).encoded()
    },
    CatalogueReceipt(
      "ios6-key-twice", .refused(.malformed), "the product stands in the purchase twice"
    ) { authority in
      try transaction(
        authority, info: purchaseInfo + [("product-id", "com.example.catalogue.other")]
      ).encoded()
    },
  ]

  private static let transactionMark = CertificateTemplate.Extension.marker(
    DER.oid(1, 2, 840, 113635, 100, 6, 5, 1))
  private static let receiptMark = CertificateTemplate.Extension.marker(
    DER.oid(1, 2, 840, 113635, 100, 6, 11, 1))

  private static let purchaseInfo: [(key: String, value: String)] = [
    ("product-id", "com.example.catalogue.pro"), ("bid", "com.example.catalogue"),
    ("bvrs", "42"), ("quantity", "1"), ("transaction-id", "300000000000001"),
    ("original-transaction-id", "300000000000001"),
    ("purchase-date", "2013-05-31 09:10:11 Etc/GMT"),
    ("purchase-date-pst", "2013-05-31 02:10:11 America/Los_Angeles"),
    ("purchase-date-ms", "1369991411250"), ("item-id", "1000000005"),
    ("unique-identifier", "0123456789abcdef0123456789abcdef01234567"),
  ]

  /// A transaction under a certificate that the root issued.
  private static func transaction(
    _ authority: TestAuthority, version: UInt8 = 2, exponent: UInt = 65537,
    info: [(key: String, value: String)]? = nil, issuer: SigningKey? = nil,
    _ change: (inout CertificateTemplate) -> Void = { _ in }
  ) throws -> IOS6Template {
    let key =
      try version == 2
      ? authority.key(
        exponent == 65537 ? "ios6" : "ios6 exponent \(exponent)", bits: 1024, exponent: exponent)
      : authority.key("ios6 large")
    var template = TestAuthority.leafTemplate
    template.serialNumber = 90
    template.issuer = TestAuthority.rootTemplate.subject
    template.notBefore = TestAuthority.day(2009, 6, 15)
    template.notAfter = TestAuthority.day(2014, 6, 14)
    template.signatureAlgorithm = KnownAlgorithm.sha1WithRSA
    template.extensions = [
      .basicConstraints(isAuthority: false), .digitalSignature,
      version == 2 ? transactionMark : receiptMark,
    ]
    change(&template)
    return try IOS6Template(
      purchaseInfo: IOS6Template.list(info ?? purchaseInfo), version: version, key: key,
      certificate: try template.signed(key, by: issuer ?? authority.root.key))
  }
}
