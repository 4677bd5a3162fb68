internal import ReceiptCore

/// Check results as annotations of GitHub Actions: an error for each of the first problems, a line of the log for each
/// other, and a notice with the counts at the end. Receipts that pass give none.
struct CheckGitHubRenderer: CheckRenderer {
  private typealias Piece = Escaped<WorkflowCommandText>

  /// GitHub shows ten errors of a step, and drops the others.
  private static let maximumAnnotations = 10

  private let output: EscapedOutput<WorkflowCommandText>
  /// Whether the summary of the job has the problems too.
  private let hasSummary: Bool
  private var tally = Tally()
  private var count = 0

  init(_ output: Output, hasSummary: Bool) {
    self.output = EscapedOutput(output)
    self.hasSummary = hasSummary
  }

  mutating func render(_ report: CheckReport) {
    tally.add(report)
    for complaint in report.problems {
      count += 1
      if count <= Self.maximumAnnotations {
        annotate(complaint, isAborted: report.isAborted)
      } else {
        log(complaint)
      }
    }
  }

  func end() {
    var message: Piece = "\(tally.text)"
    let others = count - Self.maximumAnnotations
    if others > 0 {
      message += "; \(others) of \(count) problems have no annotation: see the log"
      if hasSummary { message += " or the summary" }
    }
    output.write("::notice title=receipt check::\(message)\n")
  }

  private func annotate(_ complaint: Problem, isAborted: Bool) {
    let source = complaint.source
    let file = complaint.line?.file ?? source.name
    let line = complaint.line?.place.line ?? source.line
    var properties: Piece = ""
    // A receipt has no lines to annotate. Without a file, the annotation stands beside the job.
    if line != nil || isAborted, file != "-" {
      properties += "file=\(file, .property),"
      if let line { properties += "line=\(line)," }
    }
    properties += "title=\(complaint.title, .property)"
    // A line break inside a message.
    output.write("::error \(properties)::\(text(complaint, .message, separator: "%0A"))\n")
  }

  private func log(_ complaint: Problem) {
    output.write("FAIL: \(text(complaint, .log, separator: "; "))\n")
  }

  /// The source comes first, because a log shows the message without its properties. So text from a receipt cannot
  /// begin a line.
  private func text(
    _ complaint: Problem, _ place: WorkflowCommandText.Place, separator: Piece
  ) -> Piece {
    var text: Piece = "\(complaint.source.text, place): \(complaint.title, place): "
    text += "\(complaint.message, place)"
    if let line = complaint.line { text += "\(separator)\(line.sentence, place)" }
    if let hint = complaint.hint { text += "\(separator)hint: \(hint, place)" }
    return text
  }
}
