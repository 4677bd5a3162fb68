internal import ReceiptCore

extension CatalogueReceipt {
  /// Certificates of the right chain. Some are written in a way that readers understand differently. Others
  /// limit themselves in a way that a careless reader passes over.
  static let certificateForms: [CatalogueReceipt] =
    fields + extensions + limitations + certificateAlgorithms

  private static let fields: [CatalogueReceipt] = [
    leaf("certificate-two-versions", .malformed, "a second number follows the version") {
      $0.forgedVersion = DER.integer(2) + DER.integer(2)
    },
    leaf("certificate-serial-empty", .malformed, "the serial number has no bytes") {
      $0.forgedSerialNumber = DER.element(0x02, [])
    },
    leaf("certificate-serial-not-minimal", .malformed, "the serial number has a byte too many") {
      $0.forgedSerialNumber = DER.element(0x02, [0x00, 0x61])
    },
    leaf("certificate-serial-negative", .malformed, "the serial number is negative") {
      $0.serialNumber = -97
    },
    leaf("certificate-subject-garbage", .malformed, "the subject's name is no list of sets") {
      $0.subject = DER.sequence(DER.octetString([1, 2, 3]))
    },
    leaf("certificate-subject-empty-set", .malformed, "a set of the subject's name is empty") {
      $0.subject = DER.sequence(DER.element(0x31, []))
    },
    leaf("certificate-extension-without-id", .malformed, "an extension's identifier is empty") {
      $0.extensions.append(
        CertificateTemplate.Extension(oid: DER.element(0x06, []), value: DER.null))
    },
    CatalogueReceipt(
      "certificate-mark-with-value", .accepted, "the mark has another value than Apple's NULL"
    ) { authority in
      try authority.receipt(leaf: 97) { $0.extensions[2].value = DER.utf8String("yes") }
    },
  ]

  private static let extensions: [CatalogueReceipt] = [
    leaf("certificate-extension-twice", .malformed, "there are two basic constraints") {
      $0.extensions.append(.basicConstraints(isAuthority: true))
    },
    leaf("basic-constraints-garbage", .malformed, "the basic constraints are no SEQUENCE") {
      $0.extensions[0].value = DER.octetString([1, 2, 3])
    },
    leaf("basic-constraints-trailing", .malformed, "bytes stand behind the basic constraints") {
      $0.extensions[0].value += DER.null
    },
    leaf("basic-constraints-inside", .malformed, "a NULL stands in the basic constraints") {
      $0.extensions[0].value = DER.sequence(DER.null)
    },
    leaf("basic-constraints-ber", .malformed, "the basic constraints write TRUE as BER may") {
      $0.extensions[0].value = DER.sequence(DER.element(0x01, [0x01]))
    },
    intermediate("path-length-negative", .malformed, "the path length is negative") {
      $0.extensions[0].value = DER.sequence(DER.boolean, DER.integer(-1))
    },
    intermediate("path-length-garbage", .malformed, "the path length is no number") {
      $0.extensions[0].value = DER.sequence(DER.boolean, DER.octetString([0]))
    },
    leaf("path-length-of-no-authority", .malformed, "one that is no authority has a path length") {
      $0.extensions[0].value = DER.sequence(DER.integer(0))
    },
    leaf("key-usage-unused-bits", .malformed, "the key usage has eight unused bits") {
      $0.extensions[1].value = DER.bitString([0x80], unusedBits: 8)
    },
    leaf("key-usage-bit-behind", .malformed, "an unused bit of the key usage is set") {
      $0.extensions[1].value = DER.bitString([0x81], unusedBits: 7)
    },
    leaf("key-usage-empty", .malformed, "no bit of the key usage is set") {
      $0.extensions[1].value = DER.bitString([], unusedBits: 0)
    },
  ]

  private static let limitations: [CatalogueReceipt] = [
    leaf(
      "extended-key-usage", .wrongCertificatePurpose,
      "the certificate carries the mark, and is only for signing code, though not critically so"
    ) {
      $0.extensions.append(
        CertificateTemplate.Extension(
          oid: DER.oid(2, 5, 29, 37),
          value: DER.sequence(DER.oid(1, 3, 6, 1, 5, 5, 7, 3, 3))))
    },
    leaf(
      "critical-extended-key-usage", .wrongCertificatePurpose,
      "the certificate carries the mark, and is only for clients of TLS"
    ) {
      $0.extensions.append(.extendedKeyUsage(DER.oid(1, 3, 6, 1, 5, 5, 7, 3, 2)))
    },
    leaf("extended-key-usage-empty", .malformed, "the extended key usage names no purpose") {
      $0.extensions.append(.extendedKeyUsage([]))
    },
    leaf("critical-policies-garbage", .malformed, "the critical policies are no SEQUENCE") {
      $0.extensions.append(.policies(DER.null))
    },
    leaf(
      "critical-policies-qualifier", .malformed,
      "a critical policy has an unknown qualifier"
    ) {
      let qualifier = DER.sequence(DER.oid(1, 3, 6, 1, 4, 1, 99999, 2), DER.null)
      $0.extensions.append(
        .policies(
          DER.sequence(
            DER.sequence(DER.oid(1, 2, 840, 113635, 100, 5, 6, 1), DER.sequence(qualifier)))))
    },
    leaf(
      "critical-developer-mark", .wrongCertificatePurpose,
      "the certificate carries a developer's mark too, as critical"
    ) {
      var mark = CertificateTemplate.Extension.marker(DER.oid(1, 2, 840, 113635, 100, 6, 1, 4))
      mark.isCritical = true
      $0.extensions.append(mark)
    },
    leaf("critical-mark-with-value", .malformed, "the critical mark for receipts has a value") {
      $0.extensions[2].isCritical = true
      $0.extensions[2].value = DER.sequence(DER.integer(1))
    },
    intermediate(
      "intermediate-name-constraints", .unknownCriticalExtension,
      "the intermediate constrains the names below it"
    ) {
      $0.extensions.append(.nameConstraints)
    },
  ]

  private static let certificateAlgorithms: [CatalogueReceipt] = [
    leaf("certificate-md5", .unsupportedAlgorithm, "the certificate is signed with MD5") {
      $0.signatureAlgorithm = DER.md5WithRSA
    },
    leaf("certificate-sha512", .unsupportedAlgorithm, "the certificate is signed with SHA-512") {
      $0.signatureAlgorithm = DER.sha512WithRSA
    },
    leaf("certificate-rsa-pss", .unsupportedAlgorithm, "the certificate is signed with PSS") {
      $0.signatureAlgorithm = DER.rsaPSS
    },
    intermediate(
      "intermediate-sha512", .unsupportedAlgorithm, "the intermediate is signed with SHA-512"
    ) {
      $0.signatureAlgorithm = DER.sha512WithRSA
    },
  ]

  // MARK: Helpers

  /// A receipt whose signer's certificate differs from the usual one in one way.
  private static func leaf(
    _ name: String, _ reason: CheckReason, _ summary: String,
    _ change: @escaping @Sendable (inout CertificateTemplate) -> Void
  ) -> CatalogueReceipt {
    CatalogueReceipt(name, .refused(reason), "of the signer's certificate: \(summary)") {
      authority in
      try authority.receipt(leaf: 97, change)
    }
  }

  /// A receipt whose intermediate differs from the usual one in one way.
  private static func intermediate(
    _ name: String, _ reason: CheckReason, _ summary: String,
    _ change: @escaping @Sendable (inout CertificateTemplate) -> Void
  ) -> CatalogueReceipt {
    CatalogueReceipt(name, .refused(reason), "of the intermediate: \(summary)") { authority in
      try authority.receipt(intermediate: 98, change)
    }
  }
}

extension CertificateTemplate.Extension {
  /// Certificate policies (RFC 5280 §4.2.1.4).
  fileprivate static func policies(_ value: [UInt8]) -> Self {
    Self(oid: DER.oid(2, 5, 29, 32), isCritical: true, value: value)
  }

  /// Name constraints (RFC 5280 §4.2.1.10) that permit only names in example.com.
  package static let nameConstraints = Self(
    oid: DER.oid(2, 5, 29, 30), isCritical: true,
    value: DER.sequence(
      DER.tagged(0, DER.sequence(DER.element(0x82, Array("example.com".utf8))))))
}
