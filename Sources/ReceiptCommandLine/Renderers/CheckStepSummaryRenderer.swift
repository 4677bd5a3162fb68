internal import ReceiptCore

/// The problems as a table of Markdown, for the page of a job of GitHub Actions.
struct CheckStepSummaryRenderer: CheckRenderer {
  private typealias Piece = Escaped<MarkdownText>

  /// GitHub accepts at most 1 MiB from a step.
  private static let maximumSize = 512 << 10
  /// The longest text of a cell in columns. The log has all of it.
  private static let maximumWidth = 400

  private let path: String
  private let messages: Messages
  private var tally = Tally()
  private var rows: Piece = ""
  private var omitted = 0

  init(appendingTo path: String, _ messages: Messages) {
    self.path = path
    self.messages = messages
  }

  mutating func render(_ report: CheckReport) {
    tally.add(report)
    for problem in report.problems {
      let line = problem.line
      let cells = [
        problem.source.unescapedText, problem.title, problem.message, line?.longText ?? "",
        line?.place.why ?? "",
      ]
      let row = cells.reduce("|" as Piece) { "\($0) \(Self.cell($1)) |" } + "\n"
      if omitted == 0, rows.text.utf8.count + row.text.utf8.count <= Self.maximumSize {
        rows += row
      } else {
        omitted += 1
      }
    }
  }

  /// As code, in which GitHub looks for no names of people.
  private static func cell(_ text: String) -> Piece {
    text.isEmpty ? "" : "<code>\(shortened(text, to: maximumWidth))</code>"
  }

  func end() {
    var page: Piece = "### receipt check: \(tally.text)\n\n"
    if !rows.text.isEmpty {
      page += "| receipt | check | what is wrong | expectation | why |\n"
      page += "| --- | --- | --- | --- | --- |\n"
      page += "\(rows)\n"
    }
    if omitted > 0 { page += "\(counted(omitted, "more problem")): see the log\n\n" }
    do throws(OutputError) {
      let output = try Output(appendingTo: path)
      output.write(page.text)
      try output.finish()
    } catch {
      messages.warning(
        escapedForTerminal(error.message), hint: "GITHUB_STEP_SUMMARY names a file for the summary")
    }
  }
}
