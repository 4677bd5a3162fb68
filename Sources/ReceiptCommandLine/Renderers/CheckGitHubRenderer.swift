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
  private let paths: RepositoryPaths
  private var tally = Tally()
  private var count = 0

  init(_ output: Output, hasSummary: Bool, paths: RepositoryPaths) {
    self.output = EscapedOutput(output)
    self.hasSummary = hasSummary
    self.paths = paths
  }

  mutating func render(_ report: CheckReport) {
    tally.add(report)
    for problem in report.problems {
      count += 1
      if count <= Self.maximumAnnotations {
        annotate(problem, isAborted: report.isAborted)
      } else {
        log(problem)
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

  private func annotate(_ problem: Problem, isAborted: Bool) {
    let source = problem.source
    let file = problem.line?.file ?? source.name
    let line = problem.line?.place.line ?? source.line
    var properties: Piece = ""
    // A receipt has no lines to annotate. Without a file, the annotation stands beside the job.
    if line != nil || isAborted, file != "-" {
      properties += "file=\(paths.path(file), .property),"
      if let line { properties += "line=\(line)," }
    }
    properties += "title=\(problem.title, .property)"
    // A line break inside a message.
    output.write("::error \(properties)::\(text(problem, .message, separator: "%0A"))\n")
  }

  private func log(_ problem: Problem) {
    output.write("FAIL: \(text(problem, .log, separator: "; "))\n")
  }

  /// The source comes first, because a log shows the message without its properties. So text from a receipt cannot
  /// begin a line.
  private func text(
    _ problem: Problem, _ place: WorkflowCommandText.Place, separator: Piece
  ) -> Piece {
    var text: Piece = "\(problem.source.text, place): \(problem.title, place): "
    text += "\(problem.message, place)"
    if let line = problem.line { text += "\(separator)\(line.sentence, place)" }
    if let hint = problem.hint { text += "\(separator)hint: \(hint, place)" }
    return text
  }
}
