internal import ReceiptCore

/// Check results as annotations of GitHub Actions: an error for each problem, and a notice with the counts at
/// the end. Receipts that pass give no annotation.
struct CheckGitHubRenderer: CheckRenderer {
  private let output: Output
  private var tally = Tally()

  init(_ output: Output) { self.output = output }

  mutating func render(_ report: CheckReport) {
    tally.add(report)
    for complaint in report.problems { write(complaint) }
  }

  func end() {
    output.write("::notice title=receipt check::\(WorkflowCommandText.message(tally.text))\n")
  }

  private func write(_ complaint: Problem) {
    var properties: [String] = []
    if complaint.source.name != "-" {
      properties.append("file=\(WorkflowCommandText.property(complaint.source.name))")
    }
    if let line = complaint.source.line { properties.append("line=\(line)") }
    properties.append("title=\(WorkflowCommandText.property(complaint.title))")
    // The source comes first, because a log shows the message without its properties. So text from a receipt
    // cannot begin a line.
    var message = WorkflowCommandText.message(
      "\(complaint.source.text): \(complaint.title): \(complaint.message)")
    if let hint = complaint.hint {
      message += WorkflowCommandText.newLine + "hint: " + WorkflowCommandText.message(hint)
    }
    output.write("::error \(properties.joined(separator: ","))::\(message)\n")
  }
}
