internal import ReceiptCore
internal import ReceiptMaking

/// Apple's two verifyReceipt endpoints.
enum Endpoint: String, CaseIterable {
  case production, sandbox
}

/// What Apple's verifyReceipt would have answered, key for key and in Apple's order, as far as a receipt
/// knows it. Only Apple has `latest_receipt_info` and the like.
struct VerifyReceiptAnswer {
  let endpoint: Endpoint?
  let requestDate: ReceiptDate

  /// The status that Apple's endpoint gives (Apple, "status" of responseBody).
  private func status(of report: DecodeReport) -> Int64 {
    // 21002: the receipt data is malformed. Receipts from Xcode get it as well, and so do forms that the endpoint
    // does not take.
    guard case .decoded(let decoded, let verification) = report.outcome, decoded.errors.isEmpty,
      decoded.form.isTakenByVerifyReceipt,
      let environment = decoded.receipt.environment, environment != .xcode
    else { return 21002 }
    // 21003: it could not be authenticated.
    guard verification.isTrusted else { return 21003 }
    return switch (environment, endpoint) {
    case (.sandbox, .production): 21007
    case (.production, .sandbox): 21008
    default: 0
    }
  }

  fileprivate static let schema = Schema.either(.definition("one"), Failure.shape.schema)

  var shape: Shape<DecodeReport> {
    Shape(Self.schema) { report, json in
      if case .failed(let error) = report.outcome, error.isOfFile {
        // Nothing could have been sent, so Apple would have given no status.
        return Failure.shape.write(Failure(source: report.source, error: error), &json)
      }
      json.value(answer(to: report))
    }
  }

  private func answer(to report: DecodeReport) -> JSONValue {
    let status = status(of: report)
    guard status == 0, case .decoded(let decoded, _) = report.outcome else {
      return .object([JSONValue.Member(name: "status", value: .number(String(status)))])
    }
    var template = VerifyReceiptTemplate(decoded.receipt)
    template.receipt.requestDate = requestDate
    return template.json
  }
}

extension SchemaDocument {
  /// The format of Apple's verifyReceipt, which its template writes.
  static let verifyReceipt = SchemaDocument(
    name: "verify-receipt", title: "What receipt decode --format verify-receipt prints",
    root: .either(
      .definition("one"), Failure.shape.schema, .list(of: VerifyReceiptAnswer.schema)
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
      Failure.shape.definition, ReceiptError.shape.definition, Source.shape.definition,
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
