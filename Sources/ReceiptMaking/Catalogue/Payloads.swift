internal import ReceiptCore

extension CatalogueReceipt {
  /// Contents that Apple would not sign. They must be refused although the signature holds.
  static let payloads: [CatalogueReceipt] = [
    CatalogueReceipt(
      "payload-wrapped", .refused(.malformed), "the content is wrapped in one more OCTET STRING"
    ) { authority in
      try authority.signedData(DER.octetString(ExamplePayload.payload)).encoded
    },
    CatalogueReceipt(
      "trailing-data-in-payload", .refused(.trailingData),
      "bytes stand behind the SET of attributes"
    ) { authority in
      try authority.signedData(ExamplePayload.payload + DER.null).encoded
    },
    CatalogueReceipt(
      "two-bundle-ids", .refused(.duplicateAttribute), "there are two bundle identifiers"
    ) { authority in
      try authority.signedData(
        AttributeTemplate.payload(ExamplePayload.attributes + [.utf8(2, "com.example.other")])
      ).encoded
    },
    CatalogueReceipt(
      "two-creation-dates", .refused(.duplicateAttribute), "there are two creation dates"
    ) { authority in
      try authority.signedData(
        AttributeTemplate.payload(ExamplePayload.attributes + [.ia5(12, "2024-06-01T12:00:00Z")])
      ).encoded
    },
    CatalogueReceipt(
      "two-transaction-ids", .refused(.duplicateAttribute),
      "a purchase has two transaction identifiers"
    ) { authority in
      let purchase = AttributeTemplate.inApp([
        .utf8(1702, "com.example.catalogue.pro"), .utf8(1703, "1"), .utf8(1703, "2"),
      ])
      return try authority.signedData(
        AttributeTemplate.payload(ExamplePayload.attributes + [purchase])
      ).encoded
    },
    CatalogueReceipt(
      "two-bundle-ids-behind-findings", .refused(.duplicateAttribute),
      "there are two bundle identifiers and two creation dates, behind a thousand harmless oddities"
    ) { authority in
      let odd = (0..<1_100).map { number in
        AttributeTemplate.inApp([AttributeTemplate(1702, DER.ia5String("odd type \(number)"))])
      }
      // The order of a SET would bring the small attributes to the front.
      return try authority.signedData(
        DER.unsortedSet(
          (odd + ExamplePayload.attributes + [
            .utf8(2, "com.example.other"), .ia5(12, "2024-06-01T12:00:00Z"),
          ]).map(\.encoded))
      ).encoded
    },
    CatalogueReceipt(
      "thousand-oddities", .refused(.malformed),
      "more of its attributes are odd than can be listed"
    ) { authority in
      let odd = (0..<1_100).map { number in
        AttributeTemplate.inApp([AttributeTemplate(1702, DER.ia5String("odd type \(number)"))])
      }
      return try authority.signedData(
        AttributeTemplate.payload(ExamplePayload.attributes + odd)
      ).encoded
    },
    CatalogueReceipt(
      "attribute-type-negative", .refused(.malformed), "an attribute's type is negative"
    ) { authority in
      try receipt(authority, with: attribute(type: DER.integer(-1)))
    },
    CatalogueReceipt(
      "attribute-type-huge", .refused(.malformed), "an attribute's type is larger than 2³¹−1"
    ) { authority in
      try receipt(authority, with: attribute(type: DER.integer(1 << 31)))
    },
    CatalogueReceipt(
      "attribute-type-not-minimal", .refused(.malformed),
      "an attribute's type has a byte too many"
    ) { authority in
      try receipt(authority, with: attribute(type: DER.element(0x02, [0x00, 0x1E])))
    },
    CatalogueReceipt(
      "attribute-type-empty", .refused(.malformed), "an attribute's type has no bytes"
    ) { authority in
      try receipt(authority, with: attribute(type: DER.element(0x02, [])))
    },
  ]

  /// Lengths that are too long or not minimal, in the signed content and around it.
  static let lengths: [CatalogueReceipt] = {
    let odd: [(String, String, [UInt8])] = [
      ("2-63", "of 2⁶³", [0x88, 0x80, 0, 0, 0, 0, 0, 0, 0]),
      ("2-64", "of 2⁶⁴−1", [0x88] + [UInt8](repeating: 0xFF, count: 8)),
      ("nine-octets", "in nine bytes", [0x89, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
    ]
    return [
      CatalogueReceipt(
        "length-not-minimal", .refused(.malformed), "a length in the content has a byte too many"
      ) { authority in
        try receipt(
          authority, with: DER.sequence(DER.integer(30), DER.integer(1), [0x04, 0x81, 0x01, 0x00]))
      },
      CatalogueReceipt(
        "outer-length-not-minimal", .refused(.malformed),
        "the receipt's own length has a byte too many"
      ) { authority in
        let encoded = try authority.signedData(ExamplePayload.payload).encoded
        return [0x30, 0x83, 0x00] + encoded[2...]
      },
    ]
      + odd.flatMap { name, words, length in
        [
          CatalogueReceipt(
            "length-\(name)", .refused(.malformed), "a length \(words) in the content"
          ) { authority in
            try receipt(
              authority, with: DER.sequence(DER.integer(30), DER.integer(1), [0x04] + length + [0]))
          },
          CatalogueReceipt(
            "outer-length-\(name)", .unreadable(.malformed), "the receipt's own length \(words)"
          ) { authority in
            try [0x30] + length + authority.signedData(ExamplePayload.payload).encoded.dropFirst(4)
          },
        ]
      }
  }()

  private static func attribute(type: [UInt8]) -> [UInt8] {
    DER.sequence(type, DER.integer(1), DER.octetString(DER.null))
  }

  /// A receipt with an additional element in its SET, correctly signed.
  private static func receipt(
    _ authority: TestAuthority, with element: [UInt8]
  ) throws -> [UInt8] {
    try authority.signedData(
      DER.set(ExamplePayload.attributes.map(\.encoded) + [element])
    ).encoded
  }
}
