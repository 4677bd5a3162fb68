internal import ReceiptCore
internal import ReceiptInsight
internal import ReceiptMaking

extension DecodeReport {
  /// What `decode --format json` prints: schema 1. People's scripts rely on it: names and types may be added to, not
  /// changed.
  static func shape(showsAll: Bool) -> Shape<DecodeReport> {
    Shape(DecodeAnswer.shape.schema) {
      DecodeAnswer.shape.write(DecodeAnswer(report: $0, showsAll: showsAll), &$1)
    }
  }
}

/// A report as it is printed.
private struct DecodeAnswer {
  let report: DecodeReport
  /// Whether attributes and payload are printed too.
  let showsAll: Bool

  static let shape: Shape<DecodeAnswer> = Shape(
    named: "one", .either(DecodedAnswer.shape.schema, Failure.shape.schema)
  ) { answer, json in
    let report = answer.report
    switch report.outcome {
    case .decoded(let decoded, let verification):
      DecodedAnswer.shape.write(
        DecodedAnswer(answer: answer, decoded: decoded, verification: verification), &json)
    case .failed(let error):
      Failure.shape.write(Failure(source: report.source, error: error), &json)
    }
  }
}

/// A receipt as it is printed.
private struct DecodedAnswer {
  let answer: DecodeAnswer
  let decoded: DecodedReceipt
  let verification: Verification

  static let shape: Shape<DecodedAnswer> = .object(
    named: "receipt_found",
    [
      .maybe("answer", .serverAnswer) { ServerAnswer($0.decoded) },
      .maybe("attributes", .attributes, "With --all.") {
        $0.answer.showsAll && !$0.decoded.attributes.isEmpty ? $0.decoded.attributes : nil
      },
      .maybe("error", ReceiptError.shape, "The first of errors.") { $0.decoded.errors.first },
      .filled("errors", ReceiptError.shape) { $0.decoded.errors },
      .always("findings", .list(of: Finding.shape)) { $0.decoded.findings },
      .always("inferred", Inference.shape) { Inference($0.decoded.receipt) },
      .filled("nested", DecodeAnswer.shape) { found in
        found.answer.report.nested.map {
          DecodeAnswer(report: $0, showsAll: found.answer.showsAll)
        }
      },
      .maybe("notification", .notification) {
        $0.decoded.form == .realtimeRequest ? nil : $0.decoded.notification
      },
      .filled("other_fields", OtherField.shape) { $0.decoded.otherFields },
      .maybe("payload", .text, "With --all: the text that is signed.") {
        $0.answer.showsAll ? $0.decoded.payloadText : nil
      },
      .filled("pending_renewal_info", .renewal) { $0.decoded.renewals },
      .always("receipt", .receipt) { $0.decoded.receipt },
      .maybe("request", .notification) {
        $0.decoded.form == .realtimeRequest ? $0.decoded.notification : nil
      },
      .version,
      .always("signature", .object(signature)) { $0 },
      .always("source", FoundSource.shape) {
        FoundSource($0.answer.report.source, $0.decoded)
      },
    ])

  private static let signature: [Shape<DecodedAnswer>.Member] = [
    .always("certificates", .list(of: CertificateDetails.shape)) {
      $0.decoded.certificates.map { CertificateDetails($0) }
    },
    .those(Verification.members) { $0.verification },
  ]
}

extension Inference {
  fileprivate static let shape = Shape<Inference>.object([
    .maybe("os_version", .text) { $0.osVersion }, .maybe("platform", .word) { $0.platform },
  ])
}

extension Finding {
  fileprivate static let shape = Shape<Finding>.object(
    named: "finding",
    [
      .maybe("field", .text) { $0.field },
      .always("id", .word) { $0.id },
      .always("message", .text) { $0.message },
      .maybe("offset", .integer) { $0.offset },
      .maybe("path", .text) { $0.path?.description },
      .always("severity", .word) { $0.severity },
    ])
}

extension OtherField {
  fileprivate static let shape = Shape<OtherField>.object([
    .always("path", .text) { $0.path }, .always("value", .anything) { $0.shown },
  ])
}

extension CertificateDetails {
  fileprivate static let shape = Shape<CertificateDetails>.object(
    named: "certificate",
    [
      .maybe("issuer", .text) { $0.issuer },
      .maybe("key", .text) { $0.key },
      .always("marker_oids", .list(of: .text)) { $0.markers.map(\.description) },
      .maybe("name", .text) { $0.knownName },
      .maybe("not_after", .date) { $0.certificate?.notAfter },
      .maybe("not_before", .date) { $0.certificate?.notBefore },
      .maybe("serial_number", .text) { $0.serialNumber },
      .always("sha1", .hexadecimal) { $0.sha1 },
      .always("sha256", .hexadecimal) { $0.sha256 },
      .maybe("signature_algorithm", .text) { $0.signatureAlgorithm },
      .maybe("subject", .text) { $0.subject },
    ])
}

// MARK: What a server answered

private enum ServerAnswer {
  case verifyReceipt(VerifyReceiptResponse, ResponseComparison?)
  case api(APIResponse)

  init?(_ decoded: DecodedReceipt) {
    if let response = decoded.response {
      self = .verifyReceipt(response, ResponseComparison(decoded))
    } else if let response = decoded.apiResponse {
      self = .api(response)
    } else {
      return nil
    }
  }
}

extension Shape<ServerAnswer> {
  fileprivate static let serverAnswer = Shape(
    .either(verifyReceipt.schema, APIResponse.shape.schema)
  ) { answer, json in
    switch answer {
    case .verifyReceipt(let response, let comparison):
      verifyReceipt.write((response, comparison), &json)
    case .api(let response): APIResponse.shape.write(response, &json)
    }
  }

  private typealias Compared = (response: VerifyReceiptResponse, comparison: ResponseComparison?)

  private static let verifyReceipt = Shape<Compared>.object([
    .filled("comparison", difference) { $0.comparison?.differences ?? [] },
    .maybe("is_retryable", .flag) { $0.response.isRetryable },
    .filled("latest_expired_receipt_info", .purchase) { $0.response.latestExpiredReceiptInfo },
    .filled("latest_receipt_info", .purchase) { $0.response.latestReceiptInfo },
    .filled("only_in_answer", addition) { $0.comparison?.additions ?? [] },
    .maybe("status", .integer) { $0.response.status },
  ])

  private static let difference = Shape<ResponseComparison.Difference>.object([
    .maybe("answer", .text) { $0.response }, .always("path", .text) { $0.path },
    .maybe("receipt", .text) { $0.receipt },
  ])

  private static let addition = Shape<ResponseComparison.Addition>.object([
    .always("count", .integer) { $0.count }, .always("path", .text) { $0.path },
  ])
}

extension APIResponse {
  /// Its own words, and the states of subscriptions, whose signed texts are receipts of their own.
  fileprivate static let shape = Shape<APIResponse>.object(members.sorted { $0.name < $1.name })

  private static let members =
    Field<APIResponse>.all.map { Shape<APIResponse>.Member.field($0) } + [
      .always("kind", .word) { $0.kind },
      .filled("subscriptions", .fields(Field<SubscriptionStatus>.all)) { $0.subscriptions },
      .filled("transactions", TransactionSource.shape) { $0.transactions },
    ]
}

extension APIResponse.TransactionSource {
  fileprivate static let shape = Shape<APIResponse.TransactionSource>.object([
    .always("pieces", .list(of: .text)) { $0.pieces },
    .maybe("product_id", .text) { $0.productID?.description },
    .always("transaction_id", .text) { $0.transactionID.description },
  ])
}

// MARK: Attributes

extension Shape<AttributeList> {
  /// The attributes in file order; those of a purchase are the value of its attribute of type 17.
  fileprivate static let attributes = Shape(.list(of: ShownAttribute.shape.schema)) {
    attributes, json in
    var index = attributes.startIndex
    json.open("[")
    while index < attributes.endIndex {
      let attribute = attributes[index]
      index += 1
      json.nextElement()
      let inner = attributes[index...].prefix { $0.path.inAppType != nil }
      let isPurchase = attribute.path.purchaseIndex != nil
      index += isPurchase ? inner.count : 0
      ShownAttribute.shape.write(
        ShownAttribute(attribute, inner: isPurchase ? inner : nil), &json)
    }
    json.close("]")
  }
}

/// An attribute, with those in it if it is a purchase.
private final class ShownAttribute {
  private let attribute: Attribute
  private let inner: Slice<AttributeList>?

  init(_ attribute: Attribute, inner: Slice<AttributeList>?) {
    self.attribute = attribute
    self.inner = inner
  }

  static let shape: Shape<ShownAttribute> = .object(
    named: "attribute",
    [
      .always("confidence", .word) { $0.attribute.definition?.confidence ?? .unknown },
      .always("kind", .text) { $0.attribute.kind.name },
      .always("length", .integer) { $0.attribute.value.count },
      .maybe("name", .text) { $0.attribute.definition?.name },
      .always("offset", .integer) { $0.attribute.offset },
      .always("type", .integer) { $0.attribute.type },
      .always("value", value) { $0 },
      .always("version", .integer) { $0.attribute.version },
    ])

  private static let value = Shape<ShownAttribute>(
    .either(.text, .list(of: .definition("attribute")))
  ) { shown, json in
    if let inner = shown.inner {
      json.array(inner) { shape.write(ShownAttribute($1, inner: nil), &$0) }
    } else {
      json.string(shown.attribute.shownValue)
    }
  }
}

extension Attribute {
  /// Text as it is, numbers in decimal whatever their size, hashes in hexadecimal, all else in base64.
  fileprivate var shownValue: String {
    if let text { return text.description }
    if let decimal { return decimal }
    if definition?.name == "sha1_hash" { return Hexadecimal.encode(value) }
    return Base64.encode(value)
  }
}

extension SchemaDocument {
  static let decode = objectOrArray(
    "decode", "What receipt decode --format json prints", of: DecodeAnswer.shape,
    [
      DecodedAnswer.shape.definition, Failure.shape.definition, ShownAttribute.shape.definition,
      CertificateDetails.shape.definition, Finding.shape.definition,
      Shape<Receipt>.receipt.definition, Shape<InAppPurchase>.purchase.definition,
      Shape<RenewalInfo>.renewal.definition,
    ])
}
