internal import ReceiptCore

/// Check results for people: the verdict first, then every check, including those not run.
///
/// Of several receipts, those that pass get one line each, so that failures stand out. A summary follows at
/// the end.
struct CheckTextRenderer: CheckRenderer, TextRenderer {
  let output: Output
  let width: Int?
  let style: Style
  /// Whether the text is read without what standard error says.
  private let isFile: Bool
  /// Whether it says how Apple's library verifies the same.
  private let showsDetails: Bool
  /// The summary of several receipts; `nil` for one receipt.
  private var summary: CheckSummary?
  /// What was printed before. A block of lines is set apart.
  private var previous = Previous.nothing
  private var failures = 0

  private enum Previous {
    case nothing, line, block
  }

  /// The largest number of failing receipts that are shown with every check. Further ones get a short form.
  private static let fullFailures = 10

  /// More differences than these are only counted. The other formats have all.
  private static let maximumDetails = 40

  /// The width of `undetermined`.
  private static let statusWidth = 12

  init(
    _ output: Output, width: Int?, style: Style, isFile: Bool, isSingle: Bool,
    showsDetails: Bool = false
  ) {
    self.output = output
    self.width = usableWidth(width)
    self.style = style
    self.isFile = isFile
    self.showsDetails = showsDetails
    summary = isSingle ? nil : CheckSummary()
  }

  mutating func render(_ report: CheckReport) {
    guard summary != nil else { return renderInFull(report) }
    summary?.add(report)
    switch report.verdict {
    case .pass:
      beginLine()
      renderInOneLine(report)
    case .fail:
      failures += 1
      if failures <= Self.fullFailures { renderInFull(report) } else { renderInBrief(report) }
    // Standard error says why the input could not be read. Here follow the expectations.
    case .error: renderInFull(report)
    }
  }

  func end() {
    guard let summary else { return }
    if previous != .nothing { line() }
    for text in summary.lines(width: width, style: style) { line(text) }
  }

  private mutating func beginLine() {
    if previous == .block { line() }
    previous = .line
  }

  private mutating func beginBlock() {
    if previous != .nothing { line() }
    previous = .block
  }

  /// The receipt and its signer, in as many words as fit.
  private func renderInOneLine(_ report: CheckReport) {
    let long = text(of: report)
    let fits =
      width.map { displayWidth("\(report.source.text): pass: \(long)") <= $0 - 2 } ?? true
    writeHeadline(report, fits ? long : briefText(of: report))
  }

  /// The receipt and its problems, including those of nested receipts, without details.
  private mutating func renderInBrief(_ report: CheckReport) {
    beginLine()
    let problems = report.problems.map { $0.title + ($0.line.map { " (\($0.text))" } ?? "") }
    writeHeadline(report, escapedForTerminal(problems.joined(separator: ", ")))
  }

  private mutating func renderInFull(_ report: CheckReport) {
    guard case .checked(let checked) = report.outcome else { return renderUnreadable(report) }
    defer { for nested in report.nested { renderNested(nested) } }
    beginBlock()
    writeHeadline(report)
    line()
    // Checks that were not requested share one line, so that the others stand out.
    write(checked.results.filter { $0.reason != .notAsked }, of: report)
    writeNotAsked(checked.results.filter { $0.reason == .notAsked })
    if showsDetails { writeLibraryCall(checked, at: report.judgedAt) }
    line()
    let calendar = CalendarDate(report.judgedAt)
    paragraph(
      "judged at \(calendar.dayText) \(calendar.timeText) UTC, the certificates at the receipt's "
        + "creation date; refunds made after the signature do not show", style.faint)
  }

  /// How a server verifies the same text with Apple's library.
  private func writeLibraryCall(_ checked: CheckReport.Checked, at now: ReceiptDate) {
    guard let call = LibraryCall(checked.decoded, checked.verification, at: now) else { return }
    section("Apple's App Store Server Library")
    let labelWidth = call.rows.map { displayWidth($0.label) }.max() ?? 0
    let indent = 2 + labelWidth + 2
    for (label, text) in call.rows {
      let padding = String(repeating: " ", count: indent - 2 - label.utf8.count)
      paragraph(text, indent: indent, first: "  " + label + padding)
    }
  }

  private func writeNotAsked(_ results: [CheckResult]) {
    guard !results.isEmpty else { return }
    let indent = 2 + Self.statusWidth + 2
    let names = results.map(\.id.rawValue).joined(separator: ", ")
    let label = "  " + style.faint("not asked") + String(repeating: " ", count: indent - 11)
    paragraph(names, indent: indent, first: label)
  }

  private mutating func renderUnreadable(_ report: CheckReport) {
    guard !report.results.isEmpty else {
      guard isFile, case .failed(let error) = report.outcome else { return }
      beginLine()
      let place = report.line(of: error).map { " (\($0.sentence))" } ?? ""
      return writeHeadline(report, escapedForTerminal(error.description + place))
    }
    beginBlock()
    writeHeadline(report)
    line()
    write(report.results, of: report)
  }

  /// The signer, what failed, or that the receipt was refused as expected.
  private func text(of report: CheckReport) -> String {
    if report.verdict == .fail, let failure = report.failure { return escapedForTerminal(failure) }
    if report.verdict == .pass, let refusal = report.results.first(where: { $0.id == .refusal }) {
      return escapedForTerminal(refusal.message)
    }
    guard case .checked(let checked) = report.outcome else { return "it cannot be read" }
    return checked.verification.text
  }

  private func briefText(of report: CheckReport) -> String {
    if report.results.contains(where: { $0.id == .refusal }) { return "refused as expected" }
    guard case .checked(let checked) = report.outcome else { return "it cannot be read" }
    return checked.verification.briefText
  }

  /// The receipt, the verdict, and the signer.
  private func writeHeadline(_ report: CheckReport) {
    writeHeadline(report, text(of: report))
  }

  private func writeHeadline(_ report: CheckReport, _ words: String) {
    let verdict = report.verdict == .pass ? "pass" : "FAIL"
    let decorated = report.verdict == .pass ? style.good(verdict) : style.bad(verdict)
    let headline = wrapped("\(report.source.text): \(verdict): \(words)", to: width.map { $0 - 2 })
    for (index, text) in headline.enumerated() {
      // Colours the verdict, unless its word was wrapped to another line.
      let marked = text.replacingFirst(": \(verdict): ", with: ": \(decorated): ")
      line((index == 0 ? "" : "  ") + marked)
    }
  }

  /// A nested receipt that cannot be read fails the outer one.
  private mutating func renderNested(_ report: CheckReport) {
    guard case .failed(let error) = report.outcome else { return renderInFull(report) }
    line()
    paragraph("\(report.source.text): FAIL: \(escapedForTerminal(error.description))")
  }

  private func write(_ results: [CheckResult], of report: CheckReport) {
    let nameWidth = results.reduce(0) { max($0, $1.id.rawValue.utf8.count) }
    for result in results { write(result, report.line(of: result), nameWidth: nameWidth) }
  }

  private func write(_ result: CheckResult, _ decidingLine: DecidingLine?, nameWidth: Int) {
    let statusWidth = Self.statusWidth
    let (word, decorate): (String, (String) -> String) =
      switch result.status {
      case .pass: ("pass", style.good)
      case .fail where result.isExpected, .undetermined where result.isExpected:
        ("expected", style.faint)
      case .fail: ("FAIL", style.bad)
      case .undetermined: ("undetermined", style.bad)
      case .notRun: ("not run", style.faint)
      }
    let padding = String(repeating: " ", count: statusWidth - word.utf8.count)
    let name = result.id.rawValue
    let namePadding = String(repeating: " ", count: nameWidth - name.utf8.count)
    let indent = 2 + statusWidth + 2
    var message = escapedForTerminal(result.message)
    if result.status == .fail, let reason = result.reason { message += " [\(reason)]" }
    // On a narrow terminal, the message is below the name of its check.
    let isNarrow = width.map { $0 < indent + nameWidth + 2 + 30 } ?? false
    let messageIndent = isNarrow ? indent : indent + nameWidth + 2
    let room = width.map { $0 - messageIndent }
    var lines = wrapped(message, to: room)
    let details = result.details.prefix(Self.maximumDetails)
    for detail in details { lines += wrapped(escapedForTerminal(detail), to: room) }
    let more = result.details.count - details.count
    if more > 0 { lines.append("and \(counted(more, "more line"))") }
    if let hint = result.advice {
      lines += wrapped(escapedForTerminal(hint), to: room).map(style.faint)
    }
    if let decidingLine {
      lines += wrapped(escapedForTerminal(decidingLine.sentence), to: room)
    }
    let head = "  \(decorate(word))\(padding)  \(name)"
    if isNarrow {
      line(head)
    } else {
      line(head + namePadding + "  " + lines.removeFirst())
    }
    for text in lines { line(String(repeating: " ", count: messageIndent) + text) }
  }
}

extension String {
  /// The text with the first occurrence of `part` replaced. The library's `replacing` takes ten times as long.
  fileprivate func replacingFirst(_ part: String, with other: String) -> String {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(part) {
        let rest = self[self.index(index, offsetBy: part.count)...]
        return "\(self[..<index])\(other)\(rest)"
      }
      index = self.index(after: index)
    }
    return self
  }
}
