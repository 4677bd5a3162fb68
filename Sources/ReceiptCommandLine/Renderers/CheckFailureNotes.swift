internal import ReceiptCore

/// Names the first receipts that do not pass on standard error, for a person who does not see the report.
struct CheckFailureNotes: CheckRenderer {
  private static let maximumCount = 10
  private static let maximumWidth = 200

  private let messages: Messages
  private var tally = Tally()
  private var named: [String] = []
  private var others = 0

  init(_ messages: Messages) { self.messages = messages }

  mutating func render(_ report: CheckReport) {
    tally.add(report)
    // Why a run could not begin was told already.
    guard report.verdict != .pass, !report.isAborted else { return }
    guard named.count < Self.maximumCount, let problem = report.headProblem else {
      others += 1
      return
    }
    let text = shortened(
      "\(report.source.unescapedText): \(report.failure ?? problem.title)", to: Self.maximumWidth)
    named.append(escapedForTerminal(text + (problem.line.map { " (\($0.text))" } ?? "")))
  }

  func end() {
    guard !tally.isFine else { return }
    for text in named { messages.note("FAIL: \(text)") }
    if others > 0 { messages.note("and \(grouped(others)) more") }
    messages.note(tally.text)
  }
}
