internal import ReceiptCore

/// The end of a check of several receipts, for a person who has five seconds: how many failed, then what
/// failed, why, and what to do.
///
/// Complaints with the same check and reason are one row, however many receipts have them, so that the
/// table stays as short as the list of causes: a thousand receipts rarely fail for more than three.
struct CheckSummary {
  private var tally = Tally()
  /// Few enough to be searched one by one: there are no more than there are checks and reasons.
  private var causes: [Cause] = []

  private struct Cause {
    let title: (check: String, reason: String)
    let isUnreadable: Bool
    let first: String
    var count: Int
    let advice: String
  }

  mutating func add(_ report: CheckReport) {
    tally.add(report.verdict)
    var counted: [Int] = []
    var malformed: [String] = []
    for complaint in report.complaints {
      // What is not built as a receipt fails other checks too, and they say nothing new.
      if malformed.contains(complaint.source.text) { continue }
      if complaint.check == CheckID.structure.rawValue { malformed.append(complaint.source.text) }
      let index = self.index(of: complaint)
      // Twice in one receipt is one receipt: an answer and the receipt in it may have the same fault.
      guard !counted.contains(index) else { continue }
      counted.append(index)
      causes[index].count += 1
    }
  }

  private mutating func index(of complaint: Complaint) -> Int {
    let known = causes.firstIndex {
      $0.title.check == complaint.check && $0.title.reason == complaint.reason
    }
    if let known { return known }
    causes.append(
      Cause(
        title: (complaint.check, complaint.reason), isUnreadable: complaint.kind == .unreadable,
        first: complaint.source.text, count: 0,
        advice: escapedForTerminal(complaint.hint ?? CheckDescription(complaint.check).advice)))
    return causes.count - 1
  }

  // MARK: Lines

  func lines(width: Int?, style: Style) -> [String] {
    let headline = wrapped(tally.text, to: width)
    guard !causes.isEmpty else { return headline.map(style.good) }
    // What could not be read comes last: a failed check says more.
    let causes = self.causes.filter { !$0.isUnreadable } + self.causes.filter(\.isUnreadable)
    return headline.map(style.bad) + [""]
      + (table(causes, width: width, style: style) ?? blocks(causes, width: width, style: style))
  }

  private static let indent = "  "
  private static let gap = 2
  /// Advice in a narrower column would be a ribbon.
  private static let leastAdviceWidth = 24
  /// Of longer names the middle is left out; the receipts' own lines have them whole.
  private static let greatestNameWidth = 40

  /// One row a cause; `nil` where that is too wide.
  private func table(_ causes: [Cause], width: Int?, style: Style) -> [String]? {
    var table = TextTable(header: ["FAILED", "WHY", "RECEIPTS", "FIRST"])
    table.rows = causes.map { cause in
      let name = shortened(cause.first, to: Self.greatestNameWidth)
      let count = grouped(cause.count)
      let padding = String(repeating: " ", count: max(0, "RECEIPTS".utf8.count - count.utf8.count))
      return [cause.title.check, cause.title.reason, padding + count, name]
    }
    let start = Self.indent.utf8.count + table.width + Self.gap
    let room = width.map { $0 - start }
    if let room, room < Self.leastAdviceWidth { return nil }
    var lines: [String] = []
    for (index, row) in table.lines(indent: Self.indent, decorateHeader: { $0 }).enumerated() {
      let padding = String(repeating: " ", count: start - displayWidth(row))
      guard index > 0 else {
        lines.append(style.strong(row + padding + "WHAT TO DO"))
        continue
      }
      let advice = wrapped(causes[index - 1].advice, to: room)
      for (number, text) in advice.enumerated() {
        lines.append((number == 0 ? row + padding : String(repeating: " ", count: start)) + text)
      }
    }
    return lines
  }

  /// Three short paragraphs a cause, for narrow terminals.
  private func blocks(_ causes: [Cause], width: Int?, style: Style) -> [String] {
    var lines: [String] = []
    for cause in causes {
      if !lines.isEmpty { lines.append("") }
      lines.append(
        Self.indent + style.strong("\(cause.title.check): \(cause.title.reason)")
          + " (\(counted(cause.count, "receipt")))")
      for (label, text) in [("first", cause.first), ("do", cause.advice)] {
        let indent = Self.indent + "  "
        let labelWidth = "first".utf8.count + Self.gap
        let padding = String(repeating: " ", count: labelWidth - label.utf8.count)
        let hanging = indent + String(repeating: " ", count: labelWidth)
        for (number, part) in wrapped(text, to: width.map { $0 - hanging.utf8.count }).enumerated()
        {
          lines.append((number == 0 ? indent + style.faint(label) + padding : hanging) + part)
        }
      }
    }
    return lines
  }
}
