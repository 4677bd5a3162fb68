internal import ReceiptCore

/// The summary after a check of several receipts, for a quick look: how many failed, then what failed, why,
/// and what to do.
///
/// Problems with the same check and reason share one row, so the table stays short: even a thousand receipts
/// rarely fail for more than three reasons.
struct CheckSummary {
  private var tally = Tally()
  /// The list is short enough for a linear search: it has one cause for each check and reason.
  private var causes: [Cause] = []

  private struct Cause {
    let check: CheckID
    let reason: String
    let isUnreadable: Bool
    let first: String
    var count: Int
    let advice: String
  }

  mutating func add(_ report: CheckReport) {
    tally.add(report)
    var counted: [Int] = []
    var malformed: [String] = []
    let problems = report.problems
    let isRefusalExpected = problems.contains { $0.check == .refusal }
    for problem in problems {
      // The reasons of a refusal that was expected to be another one stand in its message.
      if isRefusalExpected, ![.refusal, .contents].contains(problem.check) { continue }
      // A malformed receipt fails other checks too, which says nothing new.
      if malformed.contains(problem.source.text) { continue }
      if problem.check == .structure { malformed.append(problem.source.text) }
      let index = self.index(of: problem)
      // A receipt counts once, because a response and the receipt in it may have the same fault.
      guard !counted.contains(index) else { continue }
      counted.append(index)
      causes[index].count += 1
    }
  }

  private mutating func index(of problem: Problem) -> Int {
    let known = causes.firstIndex {
      $0.check == problem.check && $0.reason == problem.reason
    }
    if let known { return known }
    causes.append(
      Cause(
        check: problem.check, reason: problem.reason,
        isUnreadable: problem.kind == .unreadable, first: problem.source.text, count: 0,
        advice: escapedForTerminal(
          problem.hint ?? CheckList.check(problem.check)?.advice ?? "")))
    return causes.count - 1
  }

  // MARK: Lines

  func lines(width: Int?, style: Style) -> [String] {
    let headline = wrapped(tally.text, to: width)
    guard !causes.isEmpty else { return headline.map(style.good) }
    return headline.map(style.bad) + [""] + table(width: width, style: style)
  }

  /// The causes alone.
  func table(width: Int?, style: Style) -> [String] {
    let sorted = self.sorted
    return wideTable(sorted, width: width, style: style)
      ?? narrowTable(sorted, width: width, style: style)
      ?? paragraphs(sorted, width: width, style: style)
  }

  /// Sorted by the number of receipts. Unreadable inputs come last, because a check result says more.
  private var sorted: [Cause] {
    causes.sorted { first, second in
      first.isUnreadable != second.isUnreadable
        ? second.isUnreadable : first.count > second.count
    }
  }

  // MARK: Layouts

  private static let indent = "  "
  private static let gap = 2
  /// The narrowest column for advice.
  private static let leastAdviceWidth = 36
  /// Longer names are shortened in the middle. The lines of the receipts have the whole names.
  private static let greatestNameWidth = 40
  private static let leastNameWidth = 14

  /// What failed, why, how often, and in which receipt first.
  private func table(_ causes: [Cause], nameWidth: Int) -> TextTable {
    var table = TextTable(header: ["FAILED", "WHY", "RECEIPTS", "FIRST"])
    table.rows = causes.map { cause in
      let count = grouped(cause.count)
      let padding = max(0, "RECEIPTS".utf8.count - count.utf8.count)
      return [
        cause.check.rawValue, cause.reason, String(repeating: " ", count: padding) + count,
        shortened(cause.first, to: nameWidth),
      ]
    }
    return table
  }

  /// One row for each cause, with the advice in the last column; `nil` if that is too wide.
  private func wideTable(_ causes: [Cause], width: Int?, style: Style) -> [String]? {
    let table = self.table(causes, nameWidth: Self.greatestNameWidth)
    let start = Self.indent.utf8.count + table.width + Self.gap
    let room = width.map { $0 - start }
    if let room, room < Self.leastAdviceWidth { return nil }
    let rows = table.lines(indent: Self.indent) { $0 }.map {
      $0 + String(repeating: " ", count: start - displayWidth($0))
    }
    var lines = [style.strong((rows.first ?? "") + "WHAT TO DO")]
    for (row, cause) in zip(rows.dropFirst(), causes) {
      for (number, text) in wrapped(cause.advice, to: room).enumerated() {
        lines.append((number == 0 ? row : String(repeating: " ", count: start)) + text)
      }
    }
    return lines
  }

  /// One row for each cause, with the advice below; `nil` if even that is too wide.
  private func narrowTable(_ causes: [Cause], width: Int?, style: Style) -> [String]? {
    guard let width else { return nil }
    // With the shortest names, their column is as wide as its title.
    let others = table(causes, nameWidth: 2).width - "FIRST".utf8.count
    let nameWidth = width - Self.indent.utf8.count - others
    guard nameWidth >= Self.leastNameWidth else { return nil }
    let table = self.table(causes, nameWidth: min(nameWidth, Self.greatestNameWidth))
    let rows = table.lines(indent: Self.indent, decorateHeader: style.strong)
    let indent = Self.indent + Self.indent
    var lines = rows.prefix(1).map { $0 }
    for (row, cause) in zip(rows.dropFirst(), causes) {
      lines.append(row)
      let advice = wrapped(cause.advice, to: width - indent.utf8.count)
      lines += advice.map { indent + style.faint($0) }
    }
    return lines
  }

  /// One paragraph for each cause, for the narrowest terminals and the longest names.
  private func paragraphs(_ causes: [Cause], width: Int?, style: Style) -> [String] {
    var lines: [String] = []
    for cause in causes {
      if !lines.isEmpty { lines.append("") }
      let title = wrapped(
        "\(cause.check.rawValue): \(cause.reason) (\(counted(cause.count, "receipt")))",
        to: width.map { $0 - Self.indent.utf8.count })
      lines += title.map { Self.indent + style.strong($0) }
      let indent = Self.indent + Self.indent
      for text in ["first: \(cause.first)", cause.advice] {
        lines += wrapped(text, to: width.map { $0 - indent.utf8.count }).map { indent + $0 }
      }
    }
    return lines
  }
}
