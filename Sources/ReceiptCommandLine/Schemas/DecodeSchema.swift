internal import ReceiptCore

extension SchemaDocument {
  static let decode = objectOrArray(
    "decode", "What receipt decode --format json prints", of: ["receipt_found", "failure"],
    [
      ("receipt_found", report), ("failure", .failure), ("attribute", attribute),
      ("certificate", certificate), ("finding", finding), ("receipt", .receipt),
      ("purchase", .purchase), ("renewal", .renewal),
    ])

  private static let report = Schema.object([
    .maybe("answer", .either(verifyReceiptAnswer, apiAnswer)),
    .maybe("attributes", .list(of: .definition("attribute")).described("With --all.")),
    .maybe("error", .definition("error").described("The first of errors.")),
    .maybe("errors", .list(of: .definition("error"), atLeast: 1)),
    .always("findings", .list(of: .definition("finding"))),
    .always(
      "inferred",
      .object([.maybe("os_version", .text), .maybe("platform", .word(Inference.Platform.self))])),
    .maybe("nested", .list(of: .definition("one"), atLeast: 1)),
    .maybe("notification", .notification),
    .maybe(
      "other_fields",
      .list(of: .object([.always("path", .text), .always("value", .anything)]), atLeast: 1)),
    .maybe("payload", .text.described("With --all: the text that is signed.")),
    .maybe("pending_renewal_info", .list(of: .definition("renewal"), atLeast: 1)),
    .always("receipt", .definition("receipt")),
    .maybe("request", .notification),
    Schema.version,
    .always(
      "signature",
      .object(
        [.always("certificates", .list(of: .definition("certificate")))] + Schema.signatureMembers)),
    .always("source", .definition("source")),
  ])

  private static let attribute = Schema.object([
    .always("confidence", .word(Confidence.self)), .always("kind", .text),
    .always("length", .integer), .maybe("name", .text), .always("offset", .integer),
    .always("type", .integer),
    .always("value", .either(.text, .list(of: .definition("attribute")))),
    .always("version", .integer),
  ])

  private static let certificate = Schema.object([
    .maybe("issuer", .text), .maybe("key", .text), .always("marker_oids", .list(of: .text)),
    .maybe("name", .text), .maybe("not_after", .date), .maybe("not_before", .date),
    .maybe("serial_number", .text), .always("sha1", .hexadecimal), .always("sha256", .hexadecimal),
    .maybe("signature_algorithm", .text), .maybe("subject", .text),
  ])

  private static let finding = Schema.object([
    .maybe("field", .text), .always("id", .word(Finding.ID.self)), .always("message", .text),
    .maybe("offset", .integer), .maybe("path", .text),
    .always("severity", .word(Finding.Severity.self)),
  ])

  private static let verifyReceiptAnswer = Schema.object([
    .maybe(
      "comparison",
      .list(
        of: .object([.maybe("answer", .text), .always("path", .text), .maybe("receipt", .text)]),
        atLeast: 1)),
    .maybe("is_retryable", .flag),
    .maybe("latest_expired_receipt_info", .list(of: .definition("purchase"), atLeast: 1)),
    .maybe("latest_receipt_info", .list(of: .definition("purchase"), atLeast: 1)),
    .maybe(
      "only_in_answer",
      .list(of: .object([.always("count", .integer), .always("path", .text)]), atLeast: 1)),
    .maybe("status", .integer),
  ])

  private static let apiAnswer = Schema.object(
    Schema.fields(Field<APIResponse>.all) + [
      .always("kind", .word(APIResponse.Kind.self)),
      .maybe(
        "subscriptions",
        .list(of: .object(Schema.fields(Field<APIResponse.SubscriptionStatus>.all)), atLeast: 1)),
      .maybe(
        "transactions",
        .list(
          of: .object([
            .always("pieces", .list(of: .text)), .maybe("product_id", .text),
            .always("transaction_id", .text),
          ]), atLeast: 1)),
    ])

  static let ids = objectOrArray(
    "ids", "What receipt decode --ids --format json prints", of: ["receipt_found", "failure"],
    [
      (
        "receipt_found",
        .object([
          .always(
            "calls",
            .object(ServerIDs.Kind.allCases.map { .maybe($0.rawValue, .list(of: call)) })),
          .maybe("error", .definition("error")),
          .maybe("host", .text),
          .always(
            "ids",
            .list(
              of: .object([
                .always("id", .text), .always("kind", .word(ServerIDs.Kind.self)),
                .always("product_ids", .list(of: .text)),
              ]))),
          Schema.version,
          .always("signature", .definition("signature")),
          .always("source", .definition("source")),
        ])
      ), ("failure", .failure),
    ])

  private static let call = Schema.object([
    .always("method", .text), .always("name", .text), .always("path", .text),
  ])

  // MARK: The format of Apple's verifyReceipt

  static let verifyReceipt = SchemaDocument(
    name: "verify-receipt", title: "What receipt decode --format verify-receipt prints",
    root: .either(
      .definition("one"), .definition("failure"),
      .list(of: .either(.definition("one"), .definition("failure")))
    ).described("An object for one receipt in one input, otherwise an array."),
    definitions: [
      (
        "one",
        .object([
          .always("status", .integer), .maybe("environment", .text),
          .maybe("receipt", .definition("receipt")),
        ])
      ),
      (
        "receipt",
        .object(
          responseFields(Field<Receipt>.all, numbers: .integer)
            + [.always(Field<Receipt>.purchases, .list(of: .definition("purchase")))])
      ),
      ("purchase", .object(responseFields(Field<InAppPurchase>.all, numbers: .text))),
      ("failure", .failure), ("error", .error), ("source_name", .sourceName),
    ])

  /// The fields that Apple's responses have, each date under three keys.
  private static func responseFields<Model>(
    _ table: [Field<Model>], numbers: Schema
  ) -> [Schema.Member] {
    table.flatMap { field -> [Schema.Member] in
      guard let key = field.names.response else { return [] }
      switch field.kind {
      case .date: return [key, key + "_ms", key + "_pst"].map { .maybe($0, .text) }
      case .number, .id, .optionalID, .storeRelease:
        return [key, field.alias].compactMap(\.self).map { .maybe($0, numbers) }
      default: return [.maybe(key, .text)]
      }
    }
  }
}
