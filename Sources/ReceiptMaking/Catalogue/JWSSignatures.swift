internal import ReceiptCore

extension CatalogueReceipt {
  /// Signatures that are wrong, or in another format.
  static let jwsSignatures: [CatalogueReceipt] =
    [
      CatalogueReceipt("jws-tampered", .refused(.badSignature), "the payload was changed") {
        authority in
        var jws = try authority.jws(ExampleTransaction.payload)
        jws.payload = Array(ExampleTransaction.payload("quantity", "2").utf8)
        return jws.encoded
      },
      CatalogueReceipt("jws-header-changed", .refused(.badSignature), "the header was changed") {
        authority in
        var jws = try authority.jws(ExampleTransaction.payload)
        jws.set("typ", .string("JWT"))
        return jws.encoded
      },
      CatalogueReceipt("jws-sig-empty", .refused(.truncated), "the signature is empty") {
        authority in
        var jws = try authority.jws(ExampleTransaction.payload)
        jws.signature = []
        return jws.encoded
      },
      CatalogueReceipt(
        "jws-sig-der", .refused(.malformedSignature), "the signature is DER, as in certificates"
      ) { authority in
        var jws = try authority.jws(ExampleTransaction.payload)
        jws.signature = try authority.elliptic().leaf.key.sign(jws.signedPart, .ecdsa)
        return jws.encoded
      },
      CatalogueReceipt(
        "jws-sig-not-base64", .refused(.truncated), "the signature is no base64"
      ) { authority in
        var text = try authority.jws(ExampleTransaction.payload).encoded
        text[text.count - 40] = UInt8(ascii: "=")
        return text
      },
      CatalogueReceipt(
        "jws-sig-63", .refused(.truncated), "the signature lacks its last byte"
      ) { authority in
        var jws = try authority.jws(ExampleTransaction.payload)
        jws.signature.removeLast()
        return jws.encoded
      },
      form("jws-sig-65", "the signature has a byte too many") { $0 + [0] },
      form("jws-sig-zero", "the signature is all zero") { _ in zero + zero },
      form("jws-sig-r0", "the signature's r is zero") { zero + $0.suffix(32) },
      form("jws-sig-s0", "the signature's s is zero") { $0.prefix(32) + zero },
      form("jws-sig-r-order", "the signature's r is the order of the group") {
        ECDSASignature.orderOfP256 + $0.suffix(32)
      },
      form("jws-sig-s-order", "the signature's s is the order of the group") {
        $0.prefix(32) + ECDSASignature.orderOfP256
      },
    ]

  /// The example with other bytes in place of its signature.
  private static func form(
    _ name: String, _ summary: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) -> CatalogueReceipt {
    CatalogueReceipt(name, .refused(.malformedSignature), summary) { authority in
      var jws = try authority.jws(ExampleTransaction.payload)
      jws.signature = change(jws.signature)
      return jws.encoded
    }
  }

  private static let zero = [UInt8](repeating: 0, count: 32)

  /// The same three segments, written differently. A lenient reader would accept many texts for one
  /// signature.
  static let jwsTexts: [CatalogueReceipt] = [
    CatalogueReceipt(
      "jws-padded-b64", .refused(.nonCanonicalBase64), "the segments are padded"
    ) { authority in
      try signed(authority) { jws in
        jws.encode = { octets in
          let text = Base64.encodeURL(octets)
          return text + [UInt8](repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
        }
      }
    },
    CatalogueReceipt(
      "jws-std-b64-alphabet", .refused(.nonCanonicalBase64),
      "the segments have + and / instead of - and _"
    ) { authority in
      try signed(authority) { jws in
        // One of these characters is the last of a group, and is encoded as `-` in base64url.
        jws.payload = Array(ExampleTransaction.payload("storefront", "\"~~~~~~\"").utf8)
        jws.encode = { octets in Base64.encode(octets).utf8.filter { $0 != UInt8(ascii: "=") } }
      }
    },
    CatalogueReceipt(
      "jws-b64-nonzero-trailing-bits", .refused(.nonCanonicalBase64),
      "behind the signature's last byte there are bits that are not zero"
    ) { authority in
      var text = try authority.jws(ExampleTransaction.payload).encoded
      // 64 bytes leave 4 bits of the last character unused. It is A, Q, g or w, and the next character in the
      // alphabet differs only in these bits.
      if let last = text.popLast() { text.append(last + 1) }
      return text
    },
    CatalogueReceipt(
      "jws-whitespace", .refused(.truncated), "there is a space in the signature"
    ) { authority in
      var text = try authority.jws(ExampleTransaction.payload).encoded
      text.insert(0x20, at: text.count - 40)
      return text
    },
    CatalogueReceipt(
      "jws-newline-end", .refused(.nonCanonicalBase64), "a line feed stands at the end",
      asFile: .accepted
    ) { authority in
      try authority.jws(ExampleTransaction.payload).encoded + [0x0A]
    },
    CatalogueReceipt(
      "jws-bom", .unreadable(.invalidBase64), "a byte-order mark stands in front of it",
      asFile: .accepted
    ) { authority in
      try [0xEF, 0xBB, 0xBF] + authority.jws(ExampleTransaction.payload).encoded
    },
    CatalogueReceipt(
      "jws-2parts", .unreadable(.truncated), "the signature and its point are missing"
    ) { authority in
      try authority.jws(ExampleTransaction.payload).signedPart
    },
    CatalogueReceipt("jws-4parts", .unreadable(.invalidJWS), "there is a fourth segment") {
      authority in
      try authority.jws(ExampleTransaction.payload).encoded + Array(".AAAA".utf8)
    },
    CatalogueReceipt(
      "jws-5parts", .unreadable(.invalidJWS), "there are five segments, as if it were encrypted"
    ) { authority in
      try authority.jws(ExampleTransaction.payload).encoded + Array(".AAAA.AAAA".utf8)
    },
    CatalogueReceipt("jws-payload-empty", .unreadable(.invalidJWS), "the payload is empty") {
      authority in
      try signed(authority) { $0.payload = [] }
    },
  ]
}
