internal import ReceiptCore
internal import ReceiptInsight
internal import ReceiptMaking

extension JSONRenderer<DecodeReport> {
  /// Schema 1 of the JSON that `decode` prints. People's scripts rely on it: names and types may be added
  /// to, not changed.
  init(_ output: Output, _ shape: JSONSequence.Shape, showsAll: Bool) {
    self.init(output, shape) { report, json in
      writeReport(report, showsAll: showsAll, &json)
    }
  }
}

private func writeReport(_ report: DecodeReport, showsAll: Bool, _ json: inout JSONWriter) {
  guard case .decoded(let decoded, let verification) = report.outcome else {
    if case .failed(let error) = report.outcome { writeFailure(error, report.source, &json) }
    return
  }
  if let response = decoded.response {
    json.key("answer")
    writeResponse(response, ResponseComparison(decoded), &json)
  }
  if let response = decoded.apiResponse {
    json.key("answer")
    writeAPIResponse(response, &json)
  }
  if showsAll, !decoded.attributes.isEmpty {
    json.key("attributes")
    writeAttributes(decoded.attributes, &json)
  }
  if let first = decoded.errors.first {
    json.object("error") { writeError(first, &$0) }
    json.objects("errors", decoded.errors) { writeError($1, &$0) }
  }
  json.objects("findings", decoded.findings) { writeFinding($1, &$0) }
  let inference = Inference(decoded.receipt)
  json.object("inferred") { json in
    json.member("os_version", inference.osVersion)
    json.member("platform", inference.platform?.rawValue)
  }
  if !report.nested.isEmpty {
    json.objects("nested", report.nested) { writeReport($1, showsAll: showsAll, &$0) }
  }
  writeModel(decoded, showsAll: showsAll, &json)
  json.object("signature") { json in
    json.objects("certificates", decoded.certificates) {
      writeCertificate(CertificateDetails($1), &$0)
    }
    writeSignature(verification, &json)
  }
  json.object("source") { writeSource(report.source, decoded, &$0) }
}

/// The members from `notification` to `schema`.
private func writeModel(_ decoded: DecodedReceipt, showsAll: Bool, _ json: inout JSONWriter) {
  if let notification = decoded.notification, decoded.form != .realtimeRequest {
    json.key("notification")
    json.fields(Field<ServerNotification>.all, of: notification)
  }
  if !decoded.otherFields.isEmpty {
    json.objects("other_fields", decoded.otherFields) { json, field in
      json.member("path", field.path)
      json.key("value")
      json.value(field.shown)
    }
  }
  if showsAll { json.member("payload", decoded.payloadText) }
  if !decoded.renewals.isEmpty {
    json.key("pending_renewal_info")
    json.array(decoded.renewals) { $0.fields(Field<RenewalInfo>.byName, of: $1) }
  }
  json.key("receipt")
  json.receipt(decoded.receipt)
  if let request = decoded.notification, decoded.form == .realtimeRequest {
    json.key("request")
    json.fields(Field<ServerNotification>.all, of: request)
  }
  json.member("schema", number: 1)
}

/// How the signature was judged: members that sort behind `certificates`.
func writeSignature(_ verification: Verification, _ json: inout JSONWriter) {
  json.member("digest", verification.digest?.rawValue)
  json.member("reason", verification.reason?.rawValue)
  json.member("status", verification.status.rawValue)
}

func writeEvidence(_ evidence: Evidence, _ json: inout JSONWriter) {
  let elements = evidence.elements
  guard !elements.isEmpty else { return }
  json.object("evidence") { json in
    for (name, value) in elements { json.member(name, value) }
  }
}

/// The members for an input of which nothing could be read.
func writeFailure(_ error: ReceiptError, _ source: Source, _ json: inout JSONWriter) {
  json.object("error") { writeError(error, &$0) }
  json.member("schema", number: 1)
  json.object("source") { writeSourceName(source, &$0) }
}

func writeSourceName(_ source: Source, _ json: inout JSONWriter) {
  json.member("line", number: source.line.map(Int64.init))
  json.member("name", source.name)
  json.member("part", source.part)
  writeCarriedRow(source, &json)
}

/// What stands beside the receipt, under its own names.
func writeCarriedRow(_ source: Source, _ json: inout JSONWriter) {
  guard let row = source.row else { return }
  json.key("row")
  json.value(.object(row.members))
}

func writeSource(_ source: Source, _ decoded: DecodedReceipt, _ json: inout JSONWriter) {
  json.member("bytes", number: Int64(decoded.input.bytes.count))
  json.member("encoding", decoded.writtenEncoding.rawValue)
  json.member("form", decoded.form.rawValue)
  json.array("layers", decoded.input.layers) { $0.string($1.rawValue) }
  writeSourceName(source, &json)
}

private func writeCertificate(_ details: CertificateDetails, _ json: inout JSONWriter) {
  json.member("issuer", details.issuer)
  json.member("key", details.key)
  json.array("marker_oids", details.markers) { $0.string($1.description) }
  json.member("name", details.knownName)
  json.member("not_after", details.certificate?.notAfter.description)
  json.member("not_before", details.certificate?.notBefore.description)
  json.member("serial_number", details.serialNumber)
  json.member("sha1", details.sha1)
  json.member("sha256", details.sha256)
  json.member("signature_algorithm", details.signatureAlgorithm)
  json.member("subject", details.subject)
}

func writeError(_ error: ReceiptError, _ json: inout JSONWriter) {
  json.member("code", error.code.rawValue)
  json.member("hint", error.advice)
  json.member("message", error.message)
  json.member("offset", number: error.offset.map(Int64.init))
  json.member("path", error.path?.description)
}

private func writeFinding(_ finding: Finding, _ json: inout JSONWriter) {
  json.member("field", finding.field)
  json.member("id", finding.id.rawValue)
  json.member("message", finding.message)
  json.member("offset", number: finding.offset.map(Int64.init))
  json.member("path", finding.path?.description)
  json.member("severity", finding.severity.rawValue)
}

private func writeResponse(
  _ response: VerifyReceiptResponse, _ comparison: ResponseComparison?, _ json: inout JSONWriter
) {
  json.object { json in
    if let differences = comparison?.differences, !differences.isEmpty {
      json.objects("comparison", differences) { json, difference in
        json.member("answer", difference.response)
        json.member("path", difference.path)
        json.member("receipt", difference.receipt)
      }
    }
    json.member("is_retryable", response.isRetryable)
    if !response.latestExpiredReceiptInfo.isEmpty {
      json.array("latest_expired_receipt_info", response.latestExpiredReceiptInfo) {
        $0.fields(Field<InAppPurchase>.byName, of: $1)
      }
    }
    if !response.latestReceiptInfo.isEmpty {
      json.array("latest_receipt_info", response.latestReceiptInfo) { $0.purchase($1) }
    }
    if let additions = comparison?.additions, !additions.isEmpty {
      json.objects("only_in_answer", additions) { json, addition in
        json.member("count", number: Int64(addition.count))
        json.member("path", addition.path)
      }
    }
    json.member("status", number: response.status)
  }
}

/// The attributes in file order; those of a purchase are the value of its attribute of type 17.
private func writeAttributes(_ attributes: AttributeList, _ json: inout JSONWriter) {
  var index = attributes.startIndex
  json.open("[")
  while index < attributes.endIndex {
    let attribute = attributes[index]
    index += 1
    json.nextElement()
    let inner = attributes[index...].prefix { $0.path.inAppType != nil }
    let isPurchase = attribute.path.purchaseIndex != nil
    index += isPurchase ? inner.count : 0
    writeAttribute(attribute, inner: isPurchase ? inner : nil, &json)
  }
  json.close("]")
}

private func writeAttribute(
  _ attribute: Attribute, inner: Slice<AttributeList>?, _ json: inout JSONWriter
) {
  json.object { json in
    json.member("confidence", (attribute.definition?.confidence ?? .unknown).rawValue)
    json.member("kind", attribute.kind.name)
    json.member("length", number: Int64(attribute.value.count))
    json.member("name", attribute.definition?.name)
    json.member("offset", number: Int64(attribute.offset))
    json.member("type", number: Int64(attribute.type))
    json.key("value")
    if let inner {
      json.array(inner) { writeAttribute($1, inner: nil, &$0) }
    } else {
      json.string(attributeValue(attribute))
    }
    json.member("version", number: Int64(attribute.version))
  }
}

/// Text as it is, numbers in decimal whatever their size, hashes in hexadecimal, all else in base64.
private func attributeValue(_ attribute: Attribute) -> String {
  if let text = attribute.text { return text.description }
  if let integer = attribute.decimal { return integer }
  if attribute.definition?.name == "sha1_hash" { return Hexadecimal.encode(attribute.value) }
  return Base64.encode(attribute.value)
}

/// The release of the store's server: four ASCII bytes in one number, as P256.
func storeReleaseText(_ number: Int64) -> String {
  let octets = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  guard number >> 32 == 0, octets.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
    return String(number)
  }
  return String(decoding: octets, as: UTF8.self)
}

/// What a response of the App Store Server API says itself, with the states of subscriptions.
private func writeAPIResponse(_ response: APIResponse, _ json: inout JSONWriter) {
  var members = Field<APIResponse>.all.json(of: response).members ?? []
  members.append(JSONValue.Member(name: "kind", value: .string(response.kind.rawValue)))
  if !response.transactions.isEmpty {
    let sources = response.transactions.map { source in
      JSONValue.object(
        [
          JSONValue.Member(
            name: "pieces", value: .array(source.pieces.map { .string($0) })),
          source.productID.map {
            JSONValue.Member(name: "product_id", value: .string($0.description))
          },
          JSONValue.Member(
            name: "transaction_id", value: .string(source.transactionID.description)),
        ].compactMap(\.self))
    }
    members.append(JSONValue.Member(name: "transactions", value: .array(sources)))
  }
  if !response.subscriptions.isEmpty {
    let states = response.subscriptions.map { Field.all.json(of: $0) }
    members.append(JSONValue.Member(name: "subscriptions", value: .array(states)))
  }
  json.value(
    .object(members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }))
}
