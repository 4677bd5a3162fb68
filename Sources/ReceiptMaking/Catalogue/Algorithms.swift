internal import ReceiptCore

extension CatalogueReceipt {
  /// Receipts with other digests and signatures, and with weak keys.
  static let algorithms: [CatalogueReceipt] = [
    CatalogueReceipt(
      "digest-algorithms-empty", .refused(.malformed), "no digest algorithm is announced"
    ) { authority in
      try authority.changedReceipt { $0.digestAlgorithms = [] }
    },
    CatalogueReceipt(
      "digest-algorithms-differ", .refused(.malformed),
      "another digest algorithm is announced than the signer's"
    ) { authority in
      try authority.changedReceipt { $0.digestAlgorithms = [DigestAlgorithm.sha1.identifier] }
    },
    CatalogueReceipt(
      "digest-algorithms-two", .refused(.malformed), "two digest algorithms are announced"
    ) { authority in
      var data = try authority.signedData(ExamplePayload.payload)
      data.digestAlgorithms = [DigestAlgorithm.sha1.identifier, DigestAlgorithm.sha256.identifier]
      return data.encoded
    },
    CatalogueReceipt(
      "signer-digest-differs", .refused(.malformed),
      "the signer names another digest algorithm than was announced and signed with"
    ) { authority in
      var data = try authority.signedData(ExamplePayload.payload)
      data.signerInfos[0].digestAlgorithm = DigestAlgorithm.sha1.identifier
      return data.encoded
    },
    CatalogueReceipt("md5", .refused(.unsupportedAlgorithm), "signed with MD5") { authority in
      var data = try authority.signedData(ExamplePayload.payload)
      data.digestAlgorithms = [DER.md5]
      data.signerInfos[0].digestAlgorithm = DER.md5
      data.signerInfos[0].signature = try authority.leaf.key.sign(
        ExamplePayload.payload, .pkcs1MD5)
      return data.encoded
    },
    CatalogueReceipt("rsa-pss", .refused(.unsupportedAlgorithm), "signed with RSASSA-PSS") {
      authority in
      var data = try authority.signedData(ExamplePayload.payload)
      data.signerInfos[0].signatureAlgorithm = DER.rsaPSS
      data.signerInfos[0].signature = try authority.leaf.key.sign(ExamplePayload.payload, .pss)
      return data.encoded
    },
    CatalogueReceipt("ecdsa", .refused(.unsupportedAlgorithm), "signed with ECDSA on P-256") {
      authority in
      let key = try authority.ellipticKey("ecdsa")
      let leaf = try authority.leaf(serialNumber: 20, key: key) { _ in }
      var data = try authority.signedData(
        ExamplePayload.payload,
        certificates: [leaf.certificate] + authority.certificates.dropFirst())
      data.signerInfos[0].identifier = leaf.template.signerIdentifier
      data.signerInfos[0].signatureAlgorithm = KnownAlgorithm.ecdsaWithSHA256
      data.signerInfos[0].signature = try key.sign(ExamplePayload.payload, .ecdsa)
      return data.encoded
    },
    CatalogueReceipt("weak-key", .refused(.weakKey), "the signer's key has 1024 bits") {
      authority in
      let leaf = try authority.leaf(
        serialNumber: 21, key: try authority.key("weak", bits: 1024)
      ) { _ in }
      return try authority.signedData(ExamplePayload.payload, signer: leaf).encoded
    },
    CatalogueReceipt(
      "small-exponent", .refused(.weakKey), "the signer's key has the public exponent 3"
    ) { authority in
      let leaf = try authority.leaf(
        serialNumber: 22, key: try authority.key("exponent 3", exponent: 3)
      ) { _ in }
      return try authority.signedData(ExamplePayload.payload, signer: leaf).encoded
    },
  ]
}
