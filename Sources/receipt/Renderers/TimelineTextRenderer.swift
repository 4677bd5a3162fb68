internal import ReceiptCore

/// What was bought and how long it ran, as bars, and then as a list with the exact times.
struct TimelineTextRenderer: DiagnoseRenderer {
  private let output: Output
  private let width: Int
  private let style: Style
  private let glyphs: TimelineGlyphs
  private var isFirst = true

  /// As wide as bars are where nobody says how much room there is.
  static let usualWidth = 80
  /// So many lines of each product are listed; JSON has them all.
  private static let maximumRows = 100

  init(_ output: Output, width: Int?, style: Style, glyphs: TimelineGlyphs) {
    self.output = output
    self.width = max(width ?? Self.usualWidth, 40)
    self.style = style
    self.glyphs = glyphs
  }

  mutating func render(_ report: DiagnoseReport) {
    // Why an input could not be read stands on standard error.
    guard case .diagnosed(let diagnosed) = report.outcome else { return }
    if !isFirst { line() }
    isFirst = false
    for (index, text) in wrapped(headline(report.source, diagnosed), to: width - 2).enumerated() {
      line((index == 0 ? "" : "  ") + style.strong(text))
    }
    line()
    let words = TimelineWords(report, diagnosed)
    guard
      let bars = TimelineBars(
        diagnosed.timeline, words: words, width: width - 2, style: style, glyphs: glyphs)
    else {
      line("  there is no purchase in it that has a date")
      return
    }
    for text in bars.lines() { line("  " + text) }
    for track in diagnosed.timeline.tracks { write(track, words, at: report.judgedAt) }
    line()
    for text in wrapped(
      "all times in UTC; what was bought since it was made does not show, nor what was given back",
      to: width)
    {
      line(style.faint(text))
    }
  }

  /// Whose receipt it is, and whether to believe it.
  private func headline(_ source: Source, _ diagnosed: DiagnoseReport.Diagnosed) -> String {
    let decoded = diagnosed.decoded
    let app = decoded.receipt.bundleID.map { escapedForTerminal($0.description) + ", " } ?? ""
    return "\(source.text): \(app)"
      + (decoded.form == .verifyReceipt ? "answers are not signed" : diagnosed.verification.text)
  }

  private func write(
    _ track: Timeline.Track, _ words: TimelineWords, at now: ReceiptDate
  ) {
    line()
    line("  " + style.strong(escapedForTerminal(track.productID.description)))
    var rows: [(start: ReceiptDate, cells: [String])] = track.stretches.map { stretch in
      let isNow =
        stretch.start <= now && stretch.end.map { now < $0 } ?? true
        && ![.refunded, .replaced].contains(stretch.kind)
      let end = stretch.end.map(time) ?? "never"
      return (
        stretch.start,
        [
          time(stretch.start), end,
          escapedForTerminal(words.text(of: stretch)) + (isNow ? ", now" : ""),
        ]
      )
    }
    rows += track.purchases.map { ($0.date, [time($0.date), "", words.text(of: $0)]) }
    rows.sort { $0.start < $1.start }
    let shown = rows.prefix(Self.maximumRows)
    var table = TextTable(header: ["FROM", "TO", ""])
    table.rows = shown.map(\.cells)
    table.removeColumn("TO", ifAll: "")
    if table.width <= width - 4 {
      // The columns need no names.
      for text in table.lines(indent: "    ", decorateHeader: { $0 }).dropFirst() { line(text) }
    } else {
      for row in table.rows {
        line("    " + row.dropLast().filter { !$0.isEmpty }.joined(separator: "  "))
        for text in wrapped(row.last ?? "", to: width - 6) { line("      " + text) }
      }
    }
    if rows.count > shown.count {
      line("    " + style.faint("and \(grouped(rows.count - shown.count)) more; JSON has them all"))
    }
  }

  private func time(_ date: ReceiptDate) -> String {
    let calendar = CalendarDate(date)
    return "\(calendar.dayText) \(calendar.timeText)"
  }

  private func line(_ text: String = "") { output.write(text + "\n") }
}
