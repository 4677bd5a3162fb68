internal import ReceiptCore

/// Check results as annotations of GitHub Actions: an error for each problem, and a notice with the counts at
/// the end. Receipts that pass give no annotation.
struct CheckGitHubRenderer: CheckRenderer {
  private typealias Piece = Escaped<WorkflowCommandText>

  private let output: EscapedOutput<WorkflowCommandText>
  private var tally = Tally()

  init(_ output: Output) { self.output = EscapedOutput(output) }

  mutating func render(_ report: CheckReport) {
    tally.add(report)
    for complaint in report.problems { write(complaint) }
  }

  func end() {
    output.write("::notice title=receipt check::\(tally.text)\n")
  }

  private func write(_ complaint: Problem) {
    var properties: Piece = ""
    if complaint.source.name != "-" { properties += "file=\(complaint.source.name, .property)," }
    if let line = complaint.source.line { properties += "line=\(line)," }
    properties += "title=\(complaint.title, .property)"
    // The source comes first, because a log shows the message without its properties. So text from a receipt
    // cannot begin a line.
    var message: Piece = "\(complaint.source.text): \(complaint.title): \(complaint.message)"
    // A line break inside a message.
    if let hint = complaint.hint { message += "%0Ahint: \(hint)" }
    output.write("::error \(properties)::\(message)\n")
  }
}
