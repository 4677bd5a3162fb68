internal import ReceiptCore

extension CatalogueReceipt {
  /// Wrong signers, and signatures that do not hold.
  static let signers: [CatalogueReceipt] = [
    CatalogueReceipt(
      "content-changed", .refused(.badSignature), "one byte of the content was changed"
    ) { authority in
      var attributes = ExamplePayload.attributes
      let data = try authority.signedData(ExamplePayload.payload)
      attributes[2] = .utf8(3, "43")
      var changed = data
      changed.content = DER.octetString(AttributeTemplate.payload(attributes))
      return changed.encoded
    },
    CatalogueReceipt(
      "signature-changed", .refused(.badSignature), "one bit of the signature was changed"
    ) { authority in
      try authority.changedReceipt { $0.signerInfos[0].signature[100] ^= 1 }
    },
    CatalogueReceipt("no-signer", .refused(.noSigner), "nobody signed") { authority in
      try authority.changedReceipt { $0.signerInfos = [] }
    },
    CatalogueReceipt(
      "two-signers", .refused(.multipleSigners), "a forger signed after the right signer"
    ) { authority in
      var data = try authority.signedData(ExamplePayload.payload)
      let forger = try authority.forger()
      data.signerInfos.append(try forger.leaf.signerInfo(over: ExamplePayload.payload))
      data.certificates += forger.certificates
      return data.encoded
    },
    CatalogueReceipt(
      "two-signers-attacker-first", .refused(.multipleSigners),
      "a forger signed before the right signer"
    ) { authority in
      var data = try authority.signedData(ExamplePayload.payload)
      let forger = try authority.forger()
      data.signerInfos.insert(try forger.leaf.signerInfo(over: ExamplePayload.payload), at: 0)
      data.certificates = forger.certificates + data.certificates
      return data.encoded
    },
    CatalogueReceipt(
      "two-signers-bad-first", .refused(.multipleSigners),
      "the right signer twice, the first time with a signature that does not hold"
    ) { authority in
      var data = try authority.signedData(ExamplePayload.payload)
      var bad = data.signerInfos[0]
      bad.signature[100] ^= 1
      data.signerInfos.insert(bad, at: 0)
      return data.encoded
    },
    CatalogueReceipt(
      "same-signer-twice", .refused(.multipleSigners), "the right signer, twice the same"
    ) { authority in
      try authority.changedReceipt { $0.signerInfos += $0.signerInfos }
    },
    CatalogueReceipt(
      "no-certificates", .refused(.signerCertificateMissing), "there are no certificates"
    ) { authority in
      try authority.changedReceipt { $0.certificates = [] }
    },
    CatalogueReceipt(
      "signer-unknown", .refused(.signerCertificateMissing),
      "the signer names a certificate that is not among them"
    ) { authority in
      var data = try authority.signedData(ExamplePayload.payload)
      var template = TestAuthority.leafTemplate
      template.serialNumber = 4711
      data.signerInfos[0].identifier = template.signerIdentifier
      return data.encoded
    },
    CatalogueReceipt(
      "signer-by-key-identifier", .refused(.signerCertificateMissing),
      "the signer is named by a key identifier instead of issuer and serial number"
    ) { authority in
      var data = try authority.signedData(ExamplePayload.payload)
      data.signerInfos[0].identifier = DER.element(0x80, [UInt8](repeating: 7, count: 20))
      return data.encoded
    },
  ]

  /// Signed or unsigned attributes, which receipts never have.
  static let signedAttributes: [CatalogueReceipt] = {
    let contentType = attribute(3, DER.oid(1, 2, 840, 113549, 1, 7, 1))
    let digest = attribute(
      4,
      DER.octetString(DigestAlgorithm.sha256.digest(of: ExamplePayload.payload[...])))
    let wrongType = attribute(3, DER.oid(1, 2, 840, 113549, 1, 7, 2))
    let wrongDigest = attribute(4, DER.octetString([UInt8](repeating: 0, count: 32)))
    let rows: [(String, String, [[UInt8]])] = [
      ("signed-attributes", "signed attributes, all right", [contentType, digest]),
      (
        "signed-attributes-wrong-digest", "signed attributes with a wrong digest",
        [contentType, wrongDigest]
      ),
      (
        "signed-attributes-wrong-type", "signed attributes with another content type",
        [wrongType, digest]
      ),
      ("signed-attributes-no-type", "signed attributes without a content type", [digest]),
      ("signed-attributes-no-digest", "signed attributes without a digest", [contentType]),
      (
        "signed-attributes-two-digests", "signed attributes with two digests",
        [contentType, digest, wrongDigest]
      ),
      ("signed-attributes-empty", "an empty set of signed attributes", []),
    ]
    let beside = rows.map { name, summary, attributes in
      CatalogueReceipt(name, .refused(.unexpectedSignedAttributes), summary) { authority in
        var data = try authority.signedData(ExamplePayload.payload)
        // RFC 5652 §5.4: the signature covers the attributes, encoded as a SET.
        data.signerInfos[0].signedAttributes = attributes
        data.signerInfos[0].signature = try authority.leaf.key.sign(
          DER.set(attributes), .pkcs1(.sha256))
        return data.encoded
      }
    }
    return beside + [
      CatalogueReceipt(
        "unsigned-attributes", .refused(.unexpectedSignedAttributes),
        "unsigned attributes"
      ) { authority in
        var data = try authority.signedData(ExamplePayload.payload)
        data.signerInfos[0].unsignedAttributes = [contentType]
        return data.encoded
      },
      // The signature covers the same bytes, whether they are attributes or a content without attributes.
      CatalogueReceipt(
        "signed-attributes-as-content", .unreadable(.unexpectedTag),
        "the signed attributes of another signature, presented as content"
      ) { authority in
        try authority.signedData(DER.set([contentType, digest])).encoded
      },
    ]
  }()

  /// A PKCS#9 attribute with one value.
  private static func attribute(_ arc: UInt64, _ value: [UInt8]) -> [UInt8] {
    DER.sequence(DER.oid(1, 2, 840, 113549, 1, 9, arc), DER.set([value]))
  }
}
