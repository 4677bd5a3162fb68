internal import ReceiptCore
internal import ReceiptInsight

/// A diagnosis for people: the answer in three lines, the timeline, and the reasons; or all facts.
struct DiagnoseTextRenderer: DiagnoseRenderer, TextRenderer {
  let output: Output
  let width: Int?
  let style: Style
  private let details: Details
  /// A single diagnosis needs no heading.
  private let isSingle: Bool
  private let glyphs: TimelineGlyphs
  private var isFirst = true

  /// How much is printed below the card.
  enum Details {
    /// The timeline and a few reasons.
    case none
    /// All sections.
    case facts
    /// All sections, with the fields that each statement follows from.
    case evidence
  }

  init(
    _ output: Output, width: Int?, style: Style, glyphs: TimelineGlyphs, details: Details,
    isSingle: Bool
  ) {
    self.output = output
    self.width = usableWidth(width)
    self.style = style
    self.glyphs = glyphs
    self.details = details
    self.isSingle = isSingle
  }

  mutating func render(_ report: DiagnoseReport) {
    guard case .diagnosed(let diagnosed) = report.outcome else {
      // Standard error says why the input could not be read.
      if let reply = report.reply {
        begin(report.source)
        writeReply(reply)
      }
      return
    }
    begin(report.source)
    writeCard(diagnosed.diagnosis.card)
    if let reply = report.reply {
      line()
      writeReply(reply)
    }
    switch details {
    case .none:
      writeTimeline(report, diagnosed)
      writeReasons(diagnosed.diagnosis.reasons(diagnosed.diagnosis.remarks))
    case .facts, .evidence: writeSections(report, diagnosed)
    }
  }

  private mutating func begin(_ source: Source) {
    guard !isSingle else { return }
    if !isFirst { line() }
    isFirst = false
    line(style.strong(source.text))
    line()
  }

  /// Without a margin, so that it can be copied.
  private func writeReply(_ reply: Reply) {
    line(style.strong("Reply"))
    for text in wrappedProse(escapedForTerminal(reply.text), to: width) { line(text) }
  }

  /// The labels of the card's lines, padded to one width.
  private static let labels = ["Genuine?", "Owned?", "Do"]

  private func writeCard(_ card: Card) {
    let indent = (Self.labels.map(\.count).max() ?? 0) + 3
    let answer = card.lines
    for (label, text) in zip(
      Self.labels, [answer.genuine, answer.owned, answer.action])
    {
      let padding = String(repeating: " ", count: indent - label.count)
      paragraph(escapedForTerminal(text), indent: indent, first: style.strong(label) + padding)
    }
  }

  private func writeReasons(_ reasons: [String]) {
    guard !reasons.isEmpty else { return }
    line()
    for reason in reasons { item(reason, [:]) }
  }

  private func writeSections(_ report: DiagnoseReport, _ diagnosed: DiagnoseReport.Diagnosed) {
    let diagnosis = diagnosed.diagnosis
    for section in diagnosis.sections {
      self.section(section.title)
      for statement in section.statements {
        item(statement.text + (statement.isInference ? " (inferred)" : ""), statement.evidence)
      }
      if section.topic == .ownership { writeTimeline(report, diagnosed) }
    }
    let remarks = diagnosis.remarks
    if !remarks.isEmpty {
      section("What is odd")
      for remark in remarks {
        item("\(remark.message) [\(remark.id)]", remark.evidence, mark: remark.severity)
      }
    }
    section("What to do next")
    for step in diagnosis.advice { item(step, [:]) }
  }

  /// The periods of the subscriptions. One-time purchases are described in words.
  private func writeTimeline(
    _ report: DiagnoseReport, _ diagnosed: DiagnoseReport.Diagnosed
  ) {
    guard
      let bars = TimelineBars(
        diagnosed.timeline.subscriptions, words: TimelineWords(report, diagnosed),
        width: (width ?? TimelineTextRenderer.usualWidth) - 4, style: style, glyphs: glyphs)
    else { return }
    line()
    for text in bars.lines() { line("    " + text) }
  }

  private func item(_ text: String, _ evidence: Evidence, mark: Remark.Severity? = nil) {
    paragraph(
      escapedForTerminal(text), indent: 4,
      first: mark == .warning ? "  " + style.warning("! ") : "  - ")
    guard details == .evidence, !evidence.isEmpty else { return }
    let rests = evidence.map { "\($0.key) \(escapedForTerminal($0.value))" }.joined(separator: ", ")
    paragraph(rests, indent: 6, style.faint)
  }
}
