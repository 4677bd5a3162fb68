internal import ReceiptCore
internal import ReceiptInsight

/// A timeline as it is printed.
struct TimelineAnswer {
  let report: DiagnoseReport
  let diagnosed: DiagnoseReport.Diagnosed
  let timeline: Timeline

  init(_ report: DiagnoseReport, _ diagnosed: DiagnoseReport.Diagnosed) {
    self.report = report
    self.diagnosed = diagnosed
    timeline = diagnosed.timeline
  }

  static let shape = Shape<TimelineAnswer>.object(
    named: "timeline",
    [
      .maybe("end", .date) { $0.timeline.span?.upperBound },
      .filled("errors", ReceiptError.shape) { $0.diagnosed.decoded.errors },
      .always("judged_at", .date) { $0.report.judgedAt },
      .always("omitted_products", .integer) { $0.timeline.omittedProducts },
      .version,
      .always("signature", Verification.shape) { $0.diagnosed.verification },
      .always("source", FoundSource.shape) {
        FoundSource($0.report.source, $0.diagnosed.decoded)
      },
      .maybe("start", .date) { $0.timeline.span?.lowerBound },
      .always("tracks", .list(of: track)) { answer in
        answer.timeline.tracks.map { ($0, answer.report.settings.configuredName(of: $0.productID)) }
      },
      .always("undated", .integer) { $0.timeline.undated },
    ])

  static let track = Shape<(track: Timeline.Track, name: String?)>.object(
    named: "track",
    [
      .maybe("customer", .integer) { $0.track.customer },
      .maybe("name", .text) { $0.name },
      .always("product_id", .text) { $0.track.productID.description },
      .always("purchases", .list(of: purchase)) { $0.track.purchases },
      .always("stretches", .list(of: stretch)) { $0.track.stretches },
    ])

  private static let purchase = Shape<Timeline.Purchase>.object([
    .always("date", .date) { $0.date },
    .always("is_refunded", .flag) { $0.withdrawal?.isRefund ?? false },
    .maybe("quantity", .integer) { $0.record.quantity },
    .maybe("transaction_id", .text) { $0.record.transactionID?.description },
    .maybe("withdrawn", .date) { $0.withdrawal?.date },
  ])

  private static let stretch = Shape<Timeline.Stretch>.object([
    .maybe("end", .date) { $0.end },
    .always("kind", .word) { $0.kind },
    .always("start", .date) { $0.start },
    .always("transaction_ids", .list(of: .text)) {
      $0.records.compactMap { $0.transactionID?.description }
    },
  ])
}
