internal import ReceiptCore

extension CatalogueReceipt {
  /// Payloads that Apple would not sign. They must be refused although the signature holds.
  static let jwsPayloads: [CatalogueReceipt] =
    [
      payload(
        "jws-dup-payload-key", .unreadable(.duplicateName), "the payload has bundleId twice",
        ExampleTransaction.json(
          ExampleTransaction.members + [("bundleId", "\"com.example.other\"")])),
      payload(
        "jws-dup-payload-key-escaped", .unreadable(.duplicateName),
        "the payload has bundleId twice, once with an escape",
        ExampleTransaction.json(
          ExampleTransaction.members + [("bundle\\u0049d", "\"com.example.other\"")])),
      payload(
        "jws-payload-array", .unreadable(.notAReceipt), "the payload is an array",
        "[\(ExampleTransaction.payload)]"),
      payload(
        "jws-payload-deep", .unreadable(.tooDeep), "the payload is nested 100,000 deep",
        deepPayload),
      CatalogueReceipt(
        "jws-payload-deep-brokensig", .unreadable(.tooDeep),
        "the payload is nested 100,000 deep, and the signature does not hold"
      ) { authority in
        var jws = try authority.jws(deepPayload)
        jws.signature[10] ^= 1
        return jws.encoded
      },
      payload(
        "jws-payload-not-json", .unreadable(.invalidJSON),
        "the payload is JSON with a comma too many",
        ExampleTransaction.payload.dropLast() + ",}"),
      payload(
        "jws-payload-bom", .unreadable(.invalidJSON), "the payload begins with a byte-order mark",
        "\u{FEFF}" + ExampleTransaction.payload),
      CatalogueReceipt(
        "jws-invalid-utf8", .unreadable(.invalidJSON), "the payload is not valid UTF-8"
      ) { authority in
        try signed(authority) { jws in
          jws.payload = Array("{\"productId\":\"".utf8) + [0xC0, 0x80] + Array("\"}".utf8)
        }
      },
      signedDate("string", .malformed, "is a text", "\"\(ExampleTransaction.signedDate)\""),
      signedDate("1e400", .malformed, "is larger than any number that computers have", "1e400"),
      signedDate("huge", .malformed, "lies in a year of many digits", "9223372036854775807"),
      signedDate("neg", .notYetValidAtCreation, "lies before 1970", "-1591012800000"),
      payload(
        "jws-app-transaction-no-date", .refused(.missingCreationDate),
        "an app transaction has a signedDate, but not the date that counts for it",
        ExampleTransaction.json([
          ("receiptType", "\"Production\""), ("bundleId", "\"com.example.catalogue\""),
          ("signedDate", String(ExampleTransaction.signedDate)),
        ])),
    ]

  private static let deepPayload = ExampleTransaction.payload("price", JWSCases.deep)

  private static func payload(
    _ name: String, _ verdict: Verdict, _ summary: String, _ payload: String
  ) -> CatalogueReceipt {
    CatalogueReceipt(name, verdict, summary) { authority in try authority.jws(payload).encoded }
  }

  private static func signedDate(
    _ name: String, _ reason: CheckReason, _ what: String, _ value: String
  ) -> CatalogueReceipt {
    payload(
      "jws-signed-date-\(name)", .refused(reason), "the date of the signature \(what)",
      ExampleTransaction.payload("signedDate", value))
  }
}
