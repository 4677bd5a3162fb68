internal import ReceiptCore
internal import ReceiptInsight

/// Schema 1 of the JSON output of `timeline`. Scripts rely on it.
struct TimelineJSONRenderer: DiagnoseRenderer {
  private var objects: JSONSequence

  init(_ output: Output, shape: JSONSequence.Shape) {
    objects = JSONSequence(output, shape)
  }

  mutating func begin() { objects.begin() }
  mutating func render(_ report: DiagnoseReport) {
    objects.add { write(report, &$0) }
  }
  mutating func end() { objects.end() }

  var writeAlone: (@Sendable (DiagnoseReport) -> [UInt8])? {
    guard objects.isLines else { return nil }
    return { report in JSONSequence.line { write(report, &$0) } }
  }
}

private func write(
  _ report: DiagnoseReport, _ json: inout JSONWriter
) {
  guard case .diagnosed(let diagnosed) = report.outcome else {
    writeFailure(report, &json)
    return
  }
  let timeline = diagnosed.timeline
  json.member("end", timeline.span?.upperBound.description)
  if !diagnosed.decoded.errors.isEmpty {
    json.key("errors")
    json.array(diagnosed.decoded.errors) { writeError($1, &$0) }
  }
  json.member("judged_at", report.judgedAt.description)
  json.member("omitted_products", number: Int64(timeline.omittedProducts))
  json.member("schema", number: 1)
  json.key("signature")
  json.object { writeSignature(diagnosed.verification, &$0) }
  json.key("source")
  writeSource(report.source, diagnosed.decoded, &json)
  json.member("start", timeline.span?.lowerBound.description)
  json.key("tracks")
  json.array(timeline.tracks) { json, track in json.object { write(track, report.settings, &$0) } }
  json.member("undated", number: Int64(timeline.undated))
}

private func write(
  _ track: Timeline.Track, _ settings: AppSettings, _ json: inout JSONWriter
) {
  json.member("customer", number: track.customer.map(Int64.init))
  json.member("name", settings.configuredName(of: track.productID))
  json.member("product_id", track.productID.description)
  json.key("purchases")
  json.array(track.purchases) { json, purchase in
    json.object { json in
      json.member("date", purchase.date.description)
      json.member("is_refunded", purchase.withdrawal?.isRefund ?? false)
      json.member("quantity", number: purchase.record.quantity)
      json.member("transaction_id", purchase.record.transactionID?.description)
      json.member("withdrawn", purchase.withdrawal?.date?.description)
    }
  }
  json.key("stretches")
  json.array(track.stretches) { json, stretch in
    json.object { json in
      json.member("end", stretch.end?.description)
      json.member("kind", stretch.kind.rawValue)
      json.member("start", stretch.start.description)
      json.key("transaction_ids")
      json.array(stretch.records.compactMap(\.transactionID)) { $0.string($1.description) }
    }
  }
}
