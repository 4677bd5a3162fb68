internal import ReceiptCore

extension CatalogueReceipt {
  /// Input that exhausts the memory, stack or time of a careless reader.
  static let bombs: [CatalogueReceipt] = [
    CatalogueReceipt("empty", .unreadable(.empty), "there is nothing") { _ in [] },
    CatalogueReceipt("truncated", .refused(.truncated), "the second half is missing") {
      authority in
      let encoded = try authority.signedData(ExamplePayload.payload).encoded
      return Array(encoded.prefix(encoded.count / 2))
    },
    CatalogueReceipt(
      "indefinite-length-bomb", .unreadable(.tooDeep), "30 80, two hundred thousand times"
    ) { _ in
      (0..<200_000).flatMap { _ in [0x30, 0x80] as [UInt8] }
    },
    CatalogueReceipt(
      "nested-sequences", .unreadable(.unexpectedTag), "20,000 SEQUENCEs, each in the one before"
    ) { _ in
      nested(0x30, depth: 20_000, around: [])
    },
    nestedString(depth: 3, .refused(.berEncoding)),
    nestedString(depth: 8, .refused(.berEncoding)),
    nestedString(depth: 1_000, .unreadable(.tooDeep)),
    nestedString(depth: 100_000, .unreadable(.tooDeep)),
    CatalogueReceipt(
      "one-octet-pieces", .refused(.berEncoding), "the content in pieces of one byte each"
    ) { authority in
      var data = try authority.signedData(ExamplePayload.payload)
      data.content = DER.element(
        0x24, ExamplePayload.payload.flatMap { DER.octetString([$0]) })
      return data.encoded
    },
  ]

  private static func nestedString(depth: Int, _ verdict: Verdict) -> CatalogueReceipt {
    CatalogueReceipt(
      "nested-octet-string-\(depth)", verdict, "the content in \(depth) constructed OCTET STRINGs"
    ) { authority in
      var data = try authority.signedData(ExamplePayload.payload)
      data.content = nested(0x24, depth: depth, around: DER.octetString(ExamplePayload.payload))
      return data.encoded
    }
  }

  /// Nested elements. Headers are written backwards from the innermost, so that the work is linear in the
  /// depth.
  private static func nested(_ identifier: UInt8, depth: Int, around content: [UInt8]) -> [UInt8] {
    var reversed = Array(content.reversed())
    for _ in 0..<depth {
      reversed += DER.length(reversed.count).reversed()
      reversed.append(identifier)
    }
    return reversed.reversed()
  }
}
