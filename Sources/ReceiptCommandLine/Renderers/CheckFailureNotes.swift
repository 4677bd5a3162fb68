internal import ReceiptCore

/// Names the first receipts that do not pass on standard error, for a person who does not see the report.
struct CheckFailureNotes: CheckRenderer {
  private static let maximumCount = 10
  private static let maximumWidth = 200

  private let messages: Messages
  /// Whether standard error says already what could not be read.
  private let hasErrors: Bool
  private var tally = Tally()
  private var named: [String] = []
  private var others = 0

  init(_ messages: Messages, hasErrors: Bool) {
    self.messages = messages
    self.hasErrors = hasErrors
  }

  mutating func render(_ report: CheckReport) {
    tally.add(report)
    guard report.verdict != .pass else { return }
    if hasErrors, report.hasMessage { return }
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
