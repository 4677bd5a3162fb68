internal import ReceiptCore
internal import ReceiptInsight

/// Schema 1 of the JSON output of `timeline`.
func writeTimeline(_ report: DiagnoseReport, _ json: inout JSONWriter) {
  guard case .diagnosed(let diagnosed) = report.outcome else {
    writeFailure(report, &json)
    return
  }
  let timeline = diagnosed.timeline
  json.member("end", timeline.span?.upperBound.description)
  if !diagnosed.decoded.errors.isEmpty {
    json.objects("errors", diagnosed.decoded.errors) { writeError($1, &$0) }
  }
  json.member("judged_at", report.judgedAt.description)
  json.member("omitted_products", number: Int64(timeline.omittedProducts))
  json.member("schema", number: 1)
  json.object("signature") { writeSignature(diagnosed.verification, &$0) }
  json.object("source") { writeSource(report.source, diagnosed.decoded, &$0) }
  json.member("start", timeline.span?.lowerBound.description)
  json.objects("tracks", timeline.tracks) { write($1, report.settings, &$0) }
  json.member("undated", number: Int64(timeline.undated))
}

private func write(
  _ track: Timeline.Track, _ settings: AppSettings, _ json: inout JSONWriter
) {
  json.member("customer", number: track.customer.map(Int64.init))
  json.member("name", settings.configuredName(of: track.productID))
  json.member("product_id", track.productID.description)
  json.objects("purchases", track.purchases) { json, purchase in
    json.member("date", purchase.date.description)
    json.member("is_refunded", purchase.withdrawal?.isRefund ?? false)
    json.member("quantity", number: purchase.record.quantity)
    json.member("transaction_id", purchase.record.transactionID?.description)
    json.member("withdrawn", purchase.withdrawal?.date?.description)
  }
  json.objects("stretches", track.stretches) { json, stretch in
    json.member("end", stretch.end?.description)
    json.member("kind", stretch.kind.rawValue)
    json.member("start", stretch.start.description)
    json.array("transaction_ids", stretch.records.compactMap(\.transactionID)) {
      $0.string($1.description)
    }
  }
}
