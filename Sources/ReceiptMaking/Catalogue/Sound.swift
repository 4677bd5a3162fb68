internal import ReceiptCore

extension CatalogueReceipt {
  /// Receipts that must be accepted, even if they look unusual.
  static let sound: [CatalogueReceipt] = [
    CatalogueReceipt("ok", .accepted, "a sound receipt, signed with SHA-256") { authority in
      try authority.signedData(ExamplePayload.payload).encoded
    },
    CatalogueReceipt("ok-sha1", .accepted, "a sound receipt, signed with SHA-1 as until 2023") {
      authority in
      try authority.signedData(ExamplePayload.payload, digest: .sha1).encoded
    },
    CatalogueReceipt("root-not-embedded", .accepted, "the root certificate is left out") {
      authority in
      try authority.changedReceipt { $0.certificates.removeLast() }
    },
    CatalogueReceipt("certificates-reordered", .accepted, "the certificates stand in another order")
    { authority in
      try authority.changedReceipt { $0.certificates.reverse() }
    },
    CatalogueReceipt(
      "leaf-expired-since", .accepted,
      "the signer's certificate has expired since, but was valid when the receipt was made"
    ) { authority in
      try authority.receipt(leaf: 10) { $0.notAfter = TestAuthority.day(2021, 1, 1) }
    },
    CatalogueReceipt("nul-in-bundle-id", .accepted, "the bundle identifier holds a NUL") {
      authority in
      let attributes =
        ExamplePayload.otherAttributes + [
          .utf8(2, "com.example.catalogue\u{0}.evil"), ExamplePayload.creationDate,
        ]
      return try authority.signedData(AttributeTemplate.payload(attributes)).encoded
    },
    CatalogueReceipt(
      "control-characters", .accepted,
      "product identifiers hold ESC, BEL, CR, LF, U+202E and C1 controls"
    ) { authority in
      let products = ["\u{1B}]0;owned\u{7}", "a\r\nb", "\u{202E}moc.live", "\u{9B}31m\u{85}"]
      let purchases = products.enumerated().map { index, product in
        ExamplePayload.purchase(
          product: DER.utf8String(product), transaction: String(300_000_000_000_010 + index))
      }
      return try authority.signedData(
        AttributeTemplate.payload(ExamplePayload.attributes + purchases)
      ).encoded
    },
  ]
}

extension TestAuthority {
  /// The example's receipt, changed after it was signed.
  func changedReceipt(
    _ change: (inout SignedDataTemplate) throws -> Void
  ) throws -> [UInt8] {
    var data = try signedData(ExamplePayload.payload)
    try change(&data)
    return data.encoded
  }

  /// A certificate for the signer's key, with changes.
  func leaf(
    serialNumber: Int64, key: SigningKey? = nil, _ change: (inout CertificateTemplate) -> Void
  ) throws(SigningFailure) -> Identity {
    var template = Self.leafTemplate
    template.serialNumber = serialNumber
    change(&template)
    return try Identity(template, key: key ?? leaf.key, by: intermediate.key)
  }

  /// A certificate for the intermediate's key, with changes.
  func intermediate(
    serialNumber: Int64, _ change: (inout CertificateTemplate) -> Void
  ) throws(SigningFailure) -> Identity {
    var template = Self.intermediateTemplate
    template.serialNumber = serialNumber
    change(&template)
    return try Identity(template, key: intermediate.key, by: root.key)
  }

  /// The example's receipt, signed with a leaf that differs from the usual one.
  func receipt(
    leaf serialNumber: Int64, _ change: (inout CertificateTemplate) -> Void
  ) throws -> [UInt8] {
    let leaf = try self.leaf(serialNumber: serialNumber, change)
    return try signedData(ExamplePayload.payload, signer: leaf).encoded
  }

  /// The example's receipt under an intermediate that differs from the usual one.
  func receipt(
    intermediate serialNumber: Int64, _ change: (inout CertificateTemplate) -> Void
  ) throws -> [UInt8] {
    let intermediate = try self.intermediate(serialNumber: serialNumber, change)
    var data = try signedData(ExamplePayload.payload)
    data.certificates[1] = intermediate.certificate
    return data.encoded
  }
}
