internal import ReceiptCore
internal import ReceiptInsight

/// Purchases as bars, and then as a list with exact times.
struct TimelineTextRenderer: DiagnoseRenderer, TextRenderer {
  let output: Output
  var width: Int? { columns }
  let style: Style
  private let glyphs: TimelineGlyphs
  private var isFirst = true

  /// The width of bars if the terminal's width is not known.
  static let usualWidth = 80
  private let columns: Int
  /// The largest number of lines for each product. JSON has all of them.
  private static let maximumRows = 100

  init(
    _ output: Output, width: Int?, style: Style, glyphs: TimelineGlyphs
  ) {
    self.output = output
    columns = usableWidth(width) ?? Self.usualWidth
    self.style = style
    self.glyphs = glyphs
  }

  mutating func render(_ report: DiagnoseReport) {
    // Standard error says why the input could not be read.
    guard case .diagnosed(let diagnosed) = report.outcome else { return }
    if !isFirst { line() }
    isFirst = false
    if diagnosed.isOfOtherApp {
      let text = "This receipt is for another app: its bundle id is not in the settings file."
      paragraph(text, style.bad)
    }
    paragraph(headline(report.source, diagnosed), indent: 2, first: "", style.strong)
    line()
    let words = TimelineWords(report, diagnosed)
    let timeline = diagnosed.timeline
    guard
      let bars = TimelineBars(
        timeline, words: words, width: columns - 2, style: style, glyphs: glyphs)
    else {
      for text in words.absence(in: timeline) { paragraph(text, indent: 2) }
      return
    }
    for text in bars.lines() { line("  " + text) }
    for track in timeline.tracks { write(track, words, at: report.judgedAt) }
    line()
    paragraph(
      "all times in \(words.localTime.name); what was bought since it was made does not show, nor what was given back",
      style.faint)
  }

  /// The receipt, and whether to trust it.
  private func headline(_ source: Source, _ diagnosed: DiagnoseReport.Diagnosed) -> String {
    let decoded = diagnosed.decoded
    let app = decoded.receipt.bundleID.map { escapedForTerminal($0.description) + ", " } ?? ""
    let genuineness = diagnosed.diagnosis.card.genuineness
    // A text inside it may be forged, whatever is so of the text around it.
    let isUndone =
      [.notApple, .changed].contains(genuineness.code)
      && diagnosed.verification.status != .untrusted
    return "\(source.text): \(app)"
      + (isUndone
        ? "NOT to be trusted: \(genuineness.reason?.rawValue ?? "")"
        : decoded.signatureText(diagnosed.verification))
  }

  private func write(
    _ track: Timeline.Track, _ words: TimelineWords, at now: ReceiptDate
  ) {
    section(escapedForTerminal(words.title(of: track)))
    let (rows, omitted) = words.rows(of: track, atMost: Self.maximumRows, now: now)
    if omitted > 0 {
      line("    " + style.faint("\(grouped(omitted)) before these; JSON has them all"))
    }
    var table = TextTable(header: ["FROM", "TO", ""])
    table.rows = rows.map { [$0.start, $0.end, escapedForTerminal($0.text)] }
    table.removeColumn("TO", ifAll: "")
    if table.width <= columns - 4 {
      // The columns need no titles.
      for text in table.lines(indent: "    ", decorateHeader: { $0 }).dropFirst() { line(text) }
    } else {
      for row in table.rows {
        line("    " + row.dropLast().filter { !$0.isEmpty }.joined(separator: "  "))
        paragraph(row.last ?? "", indent: 6)
      }
    }
  }
}
