internal import ReceiptCore
internal import ReceiptInsight

/// A diagnosis for people: the short answer, then the facts behind it, then what to do.
struct DiagnoseTextRenderer: DiagnoseRenderer {
  private let output: Output
  private let width: Int?
  private let style: Style
  /// Whether each statement is followed by its evidence.
  private let showsEvidence: Bool
  private let glyphs: TimelineGlyphs
  private var isFirst = true

  init(
    _ output: Output, width: Int?, style: Style, glyphs: TimelineGlyphs, showsEvidence: Bool
  ) {
    self.output = output
    self.width = width.map { max($0, 40) }
    self.style = style
    self.glyphs = glyphs
    self.showsEvidence = showsEvidence
  }

  mutating func render(_ report: DiagnoseReport) {
    // Standard error says why the input could not be read.
    guard case .diagnosed(let diagnosed) = report.outcome else { return }
    let diagnosis = diagnosed.diagnosis
    if !isFirst { line() }
    isFirst = false
    line(style.strong(report.source.text))
    line()
    for text in wrapped(
      diagnosis.answer.map(escapedForTerminal).joined(separator: " "), to: width.map { $0 - 2 })
    {
      line("  " + style.strong(text))
    }
    for section in diagnosis.sections {
      title(section.title)
      for statement in section.statements {
        item(statement.text + (statement.isInference ? " (inferred)" : ""), statement.evidence)
      }
      if section.topic == .ownership { writeTimeline(report, diagnosed) }
    }
    if !diagnosis.remarks.isEmpty {
      title("What is odd")
      for remark in diagnosis.remarks {
        item("\(remark.message) [\(remark.id)]", remark.evidence, mark: remark.severity)
      }
    }
    title("What to do next")
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

  private func title(_ text: String) {
    line()
    line("  " + style.strong(text))
  }

  private func item(_ text: String, _ evidence: Evidence, mark: Remark.Severity? = nil) {
    let lines = wrapped(escapedForTerminal(text), to: width.map { $0 - 4 })
    for (index, text) in lines.enumerated() {
      let isWarning = mark == .warning && index == 0
      line((index == 0 ? isWarning ? "  " + style.warning("! ") : "  - " : "    ") + text)
    }
    guard showsEvidence, !evidence.isEmpty else { return }
    let rests = evidence.map { "\($0.key) \(escapedForTerminal($0.value))" }.joined(separator: ", ")
    for text in wrapped(rests, to: width.map { $0 - 6 }) { line("      " + style.faint(text)) }
  }

  private func line(_ text: String = "") { output.write(text + "\n") }
}
