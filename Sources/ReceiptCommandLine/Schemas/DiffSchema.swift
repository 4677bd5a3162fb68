internal import ReceiptCore
internal import ReceiptInsight

extension SchemaDocument {
  static let diff = objectOrArray(
    "diff", "What receipt diff --format json prints", of: ["comparison", "failure"],
    [
      (
        "comparison",
        .object([
          .always("a", .definition("side")),
          .always("b", .definition("side")),
          .always("events", .list(of: .definition("event"))),
          .always("fields", .list(of: .definition("difference"))),
          .always(
            "left_out",
            .object([.always("a", .definition("left_out")), .always("b", .definition("left_out"))])),
          .always(
            "purchases",
            .list(
              of: .object([
                .always("change", .word(Change.self)), .maybe("expires_date", .date),
                .always("fields", .list(of: .definition("difference"))),
                .maybe("product_id", .text), .maybe("purchase_date", .date),
                .maybe("transaction_id", .text),
              ]))),
          .always(
            "renewals",
            .list(
              of: .object([
                .always("change", .word(Change.self)),
                .always("fields", .list(of: .definition("difference"))),
                .maybe("original_transaction_id", .text), .maybe("product_id", .text),
              ]))),
          .always("same", .flag),
          .always("same_bytes", .flag),
          Schema.version,
          .always("signature", .list(of: .definition("difference"))),
        ])
      ),
      (
        "side",
        .object([
          .maybe("error", .definition("error")), .always("signature", .definition("signature")),
          .always("source", .definition("source")),
        ])
      ),
      (
        "difference",
        .object([.maybe("a", .anything), .maybe("b", .anything), .always("name", .text)])
      ),
      (
        "left_out",
        .object([
          .always("fields", .list(of: .text)), .always("purchases", .integer),
          .always("renewals", .integer),
        ])
      ),
      (
        "event",
        .object([
          .maybe("count", .integer), .maybe("date", .date),
          .always("id", .word(PurchaseEvent.Kind.self)), .always("inferred", .flag),
          .maybe("original_transaction_id", .text), .maybe("product_id", .text),
          .always("side", .word(ComparedSide.self)), .maybe("successor_product_id", .text),
        ])
      ), ("failure", .failure),
    ])
}
