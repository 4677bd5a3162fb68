internal import ReceiptCore

extension CatalogueReceipt {
  /// Algorithms other than ES256: the JWS itself says how to verify it.
  static let jwsAlgorithms: [CatalogueReceipt] =
    [
      unsigned("jws-alg-none", "none", "the algorithm is `none`, and there is no signature"),
      unsigned("jws-alg-none-case", "nOnE", "the algorithm is `nOnE`, in mixed case"),
      CatalogueReceipt(
        "jws-alg-missing", .refused(.unsupportedAlgorithm), "the header names no algorithm"
      ) { authority in
        try signed(authority) { $0.set("alg", nil) }
      },
      CatalogueReceipt(
        "jws-alg-array", .refused(.unsupportedAlgorithm), "the algorithm stands in an array"
      ) { authority in
        try signed(authority) { $0.set("alg", .array([.string("ES256")])) }
      },
      CatalogueReceipt(
        "jws-alg-hs256-leafpub", .refused(.unsupportedAlgorithm),
        "HMAC with the signer's public key as secret"
      ) { authority in
        var jws = try authority.jws(ExampleTransaction.payload)
        jws.set("alg", .string("HS256"))
        jws.signature = HMAC.sha256(
          key: try authority.elliptic().leaf.key.publicKeyInfo, jws.signedPart)
        return jws.encoded
      },
      CatalogueReceipt(
        "jws-alg-es384", .refused(.unsupportedAlgorithm),
        "signed with ES384, by a certificate on P-384"
      ) { authority in
        let key = try authority.wideKey("wide leaf")
        let leaf = try authority.ellipticLeaf(120, key: key) { _ in }
        var jws = try authority.jws(ExampleTransaction.payload, signer: leaf)
        jws.set("alg", .string("ES384"))
        jws.signature = try key.signElliptic(jws.signedPart, .sha384)
        return jws.encoded
      },
      CatalogueReceipt(
        "jws-alg-rs256", .refused(.unsupportedAlgorithm), "signed with RS256, by an RSA certificate"
      ) { authority in
        try signedWithRSA(authority, algorithm: "RS256")
      },
      CatalogueReceipt(
        "jws-leaf-rsa-es256", .refused(.unsupportedAlgorithm),
        "the header says ES256, but the signer's key is RSA"
      ) { authority in
        try signedWithRSA(authority, algorithm: "ES256")
      },
      CatalogueReceipt(
        "jws-leaf-p384-es256", .refused(.unsupportedAlgorithm),
        "the header says ES256, but the signer's key is on P-384"
      ) { authority in
        let leaf = try authority.ellipticLeaf(121, key: authority.wideKey("wide leaf")) { _ in }
        return try authority.jws(ExampleTransaction.payload, signer: leaf).encoded
      },
      CatalogueReceipt(
        "jws-env-xcode-unsigned", .refused(.unsupportedAlgorithm),
        "it claims to be Xcode's, which some do not verify"
      ) { authority in
        try unsignedText(
          authority, algorithm: "none", ExampleTransaction.payload("environment", "\"Xcode\""))
      },
    ]

  /// Headers that are malformed or have forbidden members.
  static let jwsHeaders: [CatalogueReceipt] = [
    CatalogueReceipt(
      "jws-dup-alg", .refused(.duplicateName), "the header has alg twice, first none, then ES256"
    ) { authority in
      try signed(authority) { $0.header.insert(JWSTemplate.algorithm("none"), at: 0) }
    },
    CatalogueReceipt("jws-crit-header", .refused(.unsupportedHeader), "the header has crit") {
      authority in
      try signed(authority) {
        $0.set("crit", .array([.string("exp")]))
        $0.set("exp", .number("1591012800"))
      }
    },
    CatalogueReceipt(
      "jws-b64-false", .refused(.unsupportedHeader),
      "the header says that the payload is not base64 (RFC 7797)"
    ) { authority in
      try signed(authority) { $0.set("b64", .bool(false)) }
    },
    CatalogueReceipt(
      "jws-x5c-string", .refused(.malformed), "x5c is one text instead of an array"
    ) { authority in
      try signed(authority) {
        $0.set("x5c", .string(Base64.encode(try authority.elliptic().leaf.certificate)))
      }
    },
    CatalogueReceipt(
      "jws-x5c-url-alphabet", .refused(.malformed),
      "the certificates of x5c are in base64url, which is not what it has"
    ) { authority in
      let certificates = try authority.elliptic().certificates
      return try signed(authority) {
        $0.set(
          "x5c",
          .array(
            certificates.map { .string(ReceiptString(Base64.encodeURL($0)).description) }))
      }
    },
    CatalogueReceipt(
      "jws-x5c-not-base64", .refused(.malformed), "a certificate of x5c is no base64"
    ) { authority in
      let certificates = try authority.elliptic().certificates
      return try signed(authority) {
        $0.set(
          "x5c",
          .array(certificates.prefix(2).map { .string(Base64.encode($0)) } + [.string("!?")]))
      }
    },
    CatalogueReceipt(
      "jws-x5c-many", .refused(.tooManyCertificates), "x5c has two thousand certificates"
    ) { authority in
      let root = try authority.elliptic().root.certificate
      let text = JSONValue.string(Base64.encode(root))
      return try signed(authority) { $0.set("x5c", .array(Array(repeating: text, count: 2_000))) }
    },
    CatalogueReceipt(
      "jws-x5c-missing-jwk", .refused(.signerCertificateMissing),
      "instead of certificates the header has the key itself"
    ) { authority in
      try signed(authority, with: authority.ellipticKey("forged jwk")) {
        $0.set("x5c", nil)
        $0.set("jwk", try forgedKey(authority))
      }
    },
    CatalogueReceipt(
      "jws-x5u-only", .refused(.signerCertificateMissing),
      "instead of certificates the header has a link to some"
    ) { authority in
      try signed(authority) {
        $0.set("x5c", nil)
        $0.set("x5u", .string("https://example.com/chain.pem"))
      }
    },
    CatalogueReceipt(
      "jws-header-deep", .unreadable(.tooDeep), "the header is nested 20,000 deep"
    ) { authority in
      try signed(authority) { jws in
        // As deep as a header may be large.
        let deep = String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)
        jws.headerOctets = Array("{\"alg\":\"ES256\",\"deep\":\(deep)}".utf8)
      }
    },
    CatalogueReceipt("jws-header-not-json", .unreadable(.invalidJSON), "the header breaks off") {
      authority in
      try signed(authority) { $0.headerOctets = Array("{\"alg\":\"ES256\"".utf8) }
    },
    CatalogueReceipt(
      "jws-xcode", .refused(.xcodeReceipt), "Xcode signed it, with a certificate of its own"
    ) { authority in
      try xcodeTransaction(authority).encoded
    },
  ]

  // MARK: Helpers

  /// The example, changed before it is signed.
  static func signed(
    _ authority: TestAuthority, with key: SigningKey? = nil,
    _ change: (inout JWSTemplate) throws -> Void
  ) throws -> [UInt8] {
    var jws = try authority.jws(ExampleTransaction.payload)
    try change(&jws)
    try jws.sign(with: key ?? authority.elliptic().leaf.key)
    return jws.encoded
  }

  private static func unsigned(
    _ name: String, _ algorithm: String, _ summary: String
  ) -> CatalogueReceipt {
    CatalogueReceipt(name, .refused(.unsupportedAlgorithm), summary) { authority in
      try unsignedText(authority, algorithm: algorithm, ExampleTransaction.payload)
    }
  }

  private static func unsignedText(
    _ authority: TestAuthority, algorithm: String, _ payload: String
  ) throws -> [UInt8] {
    var jws = try authority.jws(payload)
    jws.set("alg", .string(algorithm))
    jws.signature = []
    return jws.encoded
  }

  private static func signedWithRSA(
    _ authority: TestAuthority, algorithm: String
  ) throws -> [UInt8] {
    let key = authority.leaf.key
    let leaf = try authority.ellipticLeaf(122, key: key) { _ in }
    var jws = JWSTemplate(
      certificates: [leaf.certificate] + (try authority.elliptic().certificates.dropFirst()),
      payload: Array(ExampleTransaction.payload.utf8))
    jws.set("alg", .string(algorithm))
    jws.signature = try key.sign(jws.signedPart, .pkcs1(.sha256))
    return jws.encoded
  }

  /// A transaction as Xcode signs it, under a certificate made by Xcode.
  static func xcodeTransaction(_ authority: TestAuthority) throws -> JWSTemplate {
    let key = try authority.ellipticKey("xcode")
    var template = JWSAuthority.leafTemplate
    template.serialNumber = 1
    template.subject = DER.name(common: "StoreKit Testing in Xcode")
    template.issuer = template.subject
    template.signatureAlgorithm = KnownAlgorithm.ecdsaWithSHA256
    template.extensions = [.basicConstraints(isAuthority: true), .digitalSignature]
    template.hasKeyIdentifiers = false
    let certificate = try template.signed(key, by: key)
    var jws = JWSTemplate(
      certificates: [certificate],
      payload: Array(ExampleTransaction.payload("environment", "\"Xcode\"").utf8))
    jws.set("kid", .string("Apple_Xcode_Key"))
    try jws.sign(with: key)
    return jws
  }
}

/// Parts that several cases share.
enum JWSCases {
  /// Nested arrays, far deeper than any reader allows.
  static let deep =
    String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
}

extension TestAuthority {
  /// Another key on P-384. The same name always gives the same key.
  func wideKey(_ name: String) throws(SigningFailure) -> SigningKey {
    try SigningKey.p384(seed: "\(seed) \(name)")
  }
}
