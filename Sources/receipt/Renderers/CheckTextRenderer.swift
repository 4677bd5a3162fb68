internal import ReceiptCore

/// What the checks said, for a person: the verdict first, then every check, done or not.
struct CheckTextRenderer: CheckRenderer {
  private let output: Output
  private let width: Int?
  private let style: Style
  private var isFirst = true

  init(_ output: Output, width: Int?, style: Style) {
    self.output = output
    self.width = width.map { max($0, 40) }
    self.style = style
  }

  mutating func render(_ report: CheckReport) {
    guard case .checked(let checked) = report.outcome else { return renderUnreadable(report) }
    defer { for nested in report.nested { renderNested(nested) } }
    if !isFirst { output.write("\n") }
    isFirst = false
    let verdict =
      report.verdict == .pass
      ? style.good("pass") : style.bad("FAIL")
    let headline = wrapped(
      "\(report.source.text): \(report.verdict == .pass ? "pass" : "FAIL"): \(checked.verification.text)",
      to: width.map { $0 - 2 })
    for (index, text) in headline.enumerated() {
      // The verdict's colour, where its word was not broken off to another line.
      let decorated = text.replacingFirst(
        ": \(report.verdict == .pass ? "pass" : "FAIL"): ", with: ": \(verdict): ")
      line((index == 0 ? "" : "  ") + decorated)
    }
    line()
    let nameWidth = checked.results.reduce(0) { max($0, $1.id.rawValue.utf8.count) }
    for result in checked.results { write(result, nameWidth: nameWidth) }
    line()
    let calendar = CalendarDate(report.judgedAt)
    for text in wrapped(
      "judged at \(calendar.dayText) \(calendar.timeText) UTC, the certificates at the receipt's "
        + "creation date; refunds made after the signature do not show", to: width)
    {
      line(style.faint(text))
    }
  }

  /// Why an input could not be read stands on standard error; here, what was expected of it.
  private mutating func renderUnreadable(_ report: CheckReport) {
    guard !report.results.isEmpty else { return }
    if !isFirst { line() }
    isFirst = false
    let isPass = report.verdict == .pass
    line(
      "\(report.source.text): \(isPass ? style.good("pass") : style.bad("FAIL")): it cannot be read"
    )
    line()
    let nameWidth = report.results.reduce(0) { max($0, $1.id.rawValue.utf8.count) }
    for result in report.results { write(result, nameWidth: nameWidth) }
  }

  /// One that cannot be read fails the receipt around it.
  private mutating func renderNested(_ report: CheckReport) {
    guard case .failed(let error) = report.outcome else { return render(report) }
    line()
    for text in wrapped(
      "\(report.source.text): FAIL: \(escapedForTerminal(error.description))", to: width)
    {
      line(text)
    }
  }

  private func line(_ text: String = "") { output.write(text + "\n") }

  private func write(_ result: CheckResult, nameWidth: Int) {
    let statusWidth = 12
    let word =
      switch result.status {
      case .pass: "pass"
      case .fail where result.isExpected, .undetermined where result.isExpected: "expected"
      case .fail: "FAIL"
      case .undetermined: "undetermined"
      case .notRun: "not run"
      }
    let decorated =
      switch result.status {
      case .pass: style.good(word)
      case .fail where result.isExpected, .undetermined where result.isExpected: style.faint(word)
      case .fail, .undetermined: style.bad(word)
      case .notRun: style.faint(word)
      }
    let padding = String(repeating: " ", count: statusWidth - word.utf8.count)
    let name = result.id.rawValue
    let namePadding = String(repeating: " ", count: nameWidth - name.utf8.count)
    let indent = 2 + statusWidth + 2
    var message = escapedForTerminal(result.message)
    if result.status == .fail, let reason = result.reason { message += " [\(reason)]" }
    // On a narrow terminal the message stands under the name of its check.
    let isNarrow = width.map { $0 < indent + nameWidth + 2 + 30 } ?? false
    let messageIndent = isNarrow ? indent : indent + nameWidth + 2
    let room = width.map { $0 - messageIndent }
    var lines = wrapped(message, to: room)
    for detail in result.details { lines += wrapped(escapedForTerminal(detail), to: room) }
    if let hint = result.hint {
      lines += wrapped(escapedForTerminal(hint), to: room).map(style.faint)
    }
    let head = "  \(decorated)\(padding)  \(name)"
    if isNarrow {
      line(head)
    } else {
      line(head + namePadding + "  " + lines.removeFirst())
    }
    for text in lines { line(String(repeating: " ", count: messageIndent) + text) }
  }
}

extension String {
  /// The text with the first occurrence of `part` replaced.
  fileprivate func replacingFirst(_ part: String, with other: String) -> String {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(part) {
        return self[..<index] + other + self[self.index(index, offsetBy: part.count)...]
      }
      index = self.index(after: index)
    }
    return self
  }
}
