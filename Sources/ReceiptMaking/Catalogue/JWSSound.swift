internal import ReceiptCore

extension CatalogueReceipt {
  /// All JWS of the catalogue.
  package static let jws: [CatalogueReceipt] =
    jwsSound + jwsUnexpected + jwsAlgorithms + jwsHeaders + jwsSignatures + jwsTexts + jwsChains
    + jwsCertificates
    + jwsPayloads

  /// JWS that must be accepted.
  private static let jwsSound: [CatalogueReceipt] = [
    CatalogueReceipt("jws-ok", .accepted, "a sound transaction") { authority in
      try authority.jws(ExampleTransaction.payload).encoded
    },
    CatalogueReceipt("jws-app-transaction", .accepted, "a sound app transaction") { authority in
      try authority.jws(ExampleTransaction.appTransaction).encoded
    },
    CatalogueReceipt("jws-renewal-info", .accepted, "a sound renewal info") { authority in
      try authority.jws(ExampleTransaction.renewalInfo).encoded
    },
    CatalogueReceipt(
      "jws-notification", .accepted, "a sound notification, with a transaction and a renewal info"
    ) { authority in
      try authority.jws(
        ExampleTransaction.notification(
          transaction: authority.jws(ExampleTransaction.payload).encoded,
          renewalInfo: authority.jws(ExampleTransaction.renewalInfo).encoded)
      ).encoded
    },
    CatalogueReceipt(
      "jws-sig-high-s", .accepted, "the signature's s is the larger one of the two that are valid"
    ) { authority in
      var jws = try authority.jws(ExampleTransaction.payload)
      let s = Array(jws.signature.suffix(32))
      let other = difference(ECDSASignature.orderOfP256, s)
      let high = s.lexicographicallyPrecedes(other) ? other : s
      jws.signature.replaceSubrange(32..., with: high)
      return jws.encoded
    },
    CatalogueReceipt(
      "jws-expired-historic-date", .accepted,
      "the signer's certificate has expired since, but was valid when this was signed"
    ) { authority in
      let leaf = try authority.ellipticLeaf(110) { $0.notAfter = TestAuthority.day(2021, 1, 1) }
      return try authority.jws(ExampleTransaction.payload, signer: leaf).encoded
    },
    CatalogueReceipt(
      "jws-under-rsa", .accepted, "root and intermediate have RSA keys; the signer's is on P-256"
    ) { authority in
      let leaf = try authority.leaf(
        serialNumber: 111, key: authority.ellipticKey("elliptic under rsa")
      ) { _ in }
      return try authority.jws(
        ExampleTransaction.payload, signer: leaf,
        certificates: [leaf.certificate] + authority.certificates.dropFirst()
      ).encoded
    },
    CatalogueReceipt(
      "jws-without-key-usage", .accepted,
      "the certificates do not say what their keys are for, which restricts nothing"
    ) { authority in
      let intermediate = try authority.ellipticIntermediate(112) {
        $0.extensions = [.basicConstraints(isAuthority: true), .intermediate]
      }
      let leaf = try authority.ellipticLeaf(113) {
        $0.extensions = [.basicConstraints(isAuthority: false), .receiptSigning]
      }
      return try authority.jws(
        ExampleTransaction.payload, signer: leaf,
        certificates: [
          leaf.certificate, intermediate.certificate, authority.elliptic().root.certificate,
        ]
      ).encoded
    },
    CatalogueReceipt(
      "jws-other-keys-named", .accepted,
      "the header names keys in other ways too, which must be ignored"
    ) { authority in
      var jws = try authority.jws(ExampleTransaction.payload)
      jws.set("kid", .string("any"))
      jws.set("jku", .string("https://example.com/keys"))
      jws.set("x5u", .string("https://example.com/chain.pem"))
      jws.set("jwk", try forgedKey(authority))
      try jws.sign(with: authority.elliptic().leaf.key)
      return jws.encoded
    },
  ]

  /// Genuine JWS that do not meet the expectations.
  private static let jwsUnexpected: [CatalogueReceipt] = [
    CatalogueReceipt(
      "jws-wrong-env", .refused(.mismatch), "it comes from the sandbox, and production is expected",
      expecting: expectations { $0.environment = .production }
    ) { authority in
      try authority.jws(ExampleTransaction.payload("environment", "\"Sandbox\"")).encoded
    },
    CatalogueReceipt(
      "jws-nul", .refused(.mismatch),
      "a NUL stands in the bundle identifier, behind the one that is expected",
      expecting: expectations { $0.bundleID = ReceiptString("com.example.catalogue") }
    ) { authority in
      try authority.jws(
        ExampleTransaction.payload("bundleId", "\"com.example.catalogue\\u0000.evil\"")
      ).encoded
    },
  ]

  private static func expectations(_ change: (inout Expectations) -> Void) -> Expectations {
    var expectations = Expectations()
    change(&expectations)
    return expectations
  }

  /// A forger's public key as a JWK (RFC 7518 §6.2).
  static func forgedKey(_ authority: TestAuthority) throws -> JSONValue {
    // The point is at the end: 04, x, y.
    let point = try authority.ellipticKey("forged jwk").publicKeyInfo.suffix(64)
    func member(_ name: String, _ text: String) -> JSONValue.Member {
      JSONValue.Member(name: name, value: .string(text))
    }
    return .object([
      member("kty", "EC"), member("crv", "P-256"),
      member("x", ReceiptString(Base64.encodeURL(point.prefix(32))).description),
      member("y", ReceiptString(Base64.encodeURL(point.suffix(32))).description),
    ])
  }

  /// The difference of two numbers of equal length. The first must not be smaller.
  private static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var result = left
    var borrow = 0
    for index in left.indices.reversed() {
      let digit = Int(left[index]) - Int(right[index]) - borrow
      borrow = digit < 0 ? 1 : 0
      result[index] = UInt8(truncatingIfNeeded: digit)
    }
    return result
  }
}

extension TestAuthority {
  /// A certificate of the JWS leaf, with another key or other changes.
  func ellipticLeaf(
    _ serialNumber: Int64, key: SigningKey? = nil, _ change: (inout CertificateTemplate) -> Void
  ) throws(SigningFailure) -> Identity {
    var template = JWSAuthority.leafTemplate
    template.serialNumber = serialNumber
    change(&template)
    let branch = try elliptic()
    return try Identity(template, key: key ?? branch.leaf.key, by: branch.intermediate.key)
  }

  /// A certificate of the JWS intermediate with changes.
  func ellipticIntermediate(
    _ serialNumber: Int64, _ change: (inout CertificateTemplate) -> Void
  ) throws(SigningFailure) -> Identity {
    var template = JWSAuthority.intermediateTemplate
    template.serialNumber = serialNumber
    change(&template)
    let branch = try elliptic()
    return try Identity(template, key: branch.intermediate.key, by: branch.root.key)
  }
}
