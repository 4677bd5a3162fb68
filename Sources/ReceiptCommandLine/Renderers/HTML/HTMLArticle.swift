internal import ReceiptCore
internal import ReceiptInsight

/// One receipt on a page: the card, the timeline and the reasons; all else is folded.
struct HTMLArticle {
  private let report: DiagnoseReport
  /// Counted from 1. It makes names unique.
  private let number: Int
  private let heading: HTMLHeading
  private let card: HTMLCard

  init(_ report: DiagnoseReport, number: Int, heading: HTMLHeading) {
    self.report = report
    self.number = number
    self.heading = heading
    card = HTMLCard(report)
  }

  /// The product, its state, and the day for which it is judged.
  var title: String {
    "\(report.card.headline) (\(report.settings.localTime.day(report.judgedAt)))"
  }

  /// A line in the list of the page's receipts.
  var entry: Markup {
    """
    <li><span class="badge \(card.verdict.kind.rawValue)">\(card.verdict.icon)\
    <b>\(card.verdict.word)</b></span> \
    <a href="#receipt\(number)">\(HTMLText.wrapping(report.card.headline))</a> \
    <span class="faint">\(HTMLText.wrapping(report.source.text))</span></li>

    """
  }

  var markup: Markup {
    guard case .diagnosed(let diagnosed) = report.outcome else {
      return
        "<article id=\"receipt\(number)\">\n\(card.markup(heading))\(reply)</article>\n\n"
    }
    let drawing = HTMLTimeline(
      diagnosed.timeline, words: TimelineWords(report, diagnosed), number: number,
      now: report.judgedAt)
    let folds = folds(diagnosed, drawing)
    return """
      <article id="receipt\(number)">
      \(card.markup(heading))\(HTMLFold.links(to: folds))\(timeline(drawing))\
      \(reply)\(reasons(diagnosed.diagnosis.reasons(diagnosed.diagnosis.remarks)))\(folds.map { $0.markup(heading.below) })</article>


      """
  }

  /// Without proof, the drawing only shows what is claimed, and has no colours of its own.
  private func timeline(_ drawing: HTMLTimeline?) -> Markup? {
    guard let drawing else { return nil }
    let genuineness = report.card.genuineness
    let isClaimed = !genuineness.isReliable && genuineness.code != .unsignedResponse
    return """
      <section class="\(isClaimed ? "claimed" : "shown")">
      \(heading.below(isClaimed ? "Timeline, as it claims" : "Timeline"))
      \(drawing.markup)</section>

      """
  }

  /// What the customer can be told, to be selected and copied.
  private var reply: Markup? {
    guard let reply = report.reply else { return nil }
    return """
      <section>
      \(heading.below("Reply to the customer"))
      <p class="reply" lang="\(reply.language.rawValue)">\(reply.text)</p>
      </section>

      """
  }

  private func reasons(_ reasons: [String]) -> Markup? {
    guard !reasons.isEmpty else { return nil }
    return """
      <section>
      \(heading.below("Reasons"))
      <ul>
      \(reasons.map { "<li>\(HTMLText.wrapping($0))</li>\n" })</ul>
      </section>

      """
  }

  private func folds(
    _ diagnosed: DiagnoseReport.Diagnosed, _ drawing: HTMLTimeline?
  ) -> [HTMLFold] {
    let decoded = diagnosed.decoded
    let records = diagnosed.history.records
    let certificates = decoded.certificates
    let facts = HTMLFacts(diagnosis: diagnosed.diagnosis, heading: heading.below.below)
    let parts: [(name: String, title: String, content: Markup)] = [
      ("facts", "All facts", facts.markup),
      ("times", "Exact times", drawing?.times ?? .nothing),
      (
        "purchases", counted(records.count, "purchase"),
        records.isEmpty
          ? .nothing : HTMLTables.purchases(records, isDamaged: !decoded.errors.isEmpty)
      ),
      ("fields", "Fields", HTMLTables.fields(of: decoded, report.source)),
      ("checks", "Checks", HTMLChecks(diagnosed: diagnosed).markup),
      (
        "certificates", counted(certificates.count, "certificate"),
        HTMLTables.certificates(certificates)
      ),
      ("structure", "How it is built", HTMLTables.faults(of: decoded)),
    ]
    return parts.filter { !$0.content.html.isEmpty }.map {
      HTMLFold(name: "\($0.name)\(number)", title: $0.title, content: $0.content)
    }
  }
}
