import Foundation
import Testing

extension Workbench {
  /// Runs the commands on a page of the documentation, and expects the output below each. Commands begin with
  /// `$`, lines that begin with `>` continue them, and `# exits with 1` gives the exit code.
  ///
  /// - Returns: everything that was printed.
  @discardableResult
  func expectDocumented(
    _ name: String, commands count: Int, environment: [String: String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let page = try String(contentsOfFile: Python.file("docs/\(name)"), encoding: .utf8)
    let blocks = page.components(separatedBy: "```console\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    let steps = blocks.flatMap { ("\n" + $0).components(separatedBy: "\n$ ").dropFirst() }
    #expect(steps.count == count, sourceLocation: sourceLocation)
    var printed = ""
    for step in steps {
      let lines = step.split(separator: "\n", omittingEmptySubsequences: false)
      let more = lines.dropFirst().prefix { $0.hasPrefix("> ") }.map { $0.dropFirst(2) }
      let command = ([lines[0]] + more).joined(separator: "\n")
      let result = try await shell(
        "set -eu; receipt() { \"$RECEIPT\" \"$@\"; }; \(command)", environment: environment
      ).expect(
        status: lines[0].contains("# exits with 1") ? 1 : 0, sourceLocation: sourceLocation)
      let shown = lines.dropFirst(1 + more.count).joined(separator: "\n")
      #expect(
        shown.trimmingSuffix { $0 == "\n" } == result.text.trimmingSuffix { $0 == "\n" },
        sourceLocation: sourceLocation)
      printed += result.text
    }
    return printed
  }
}

extension StringProtocol {
  /// The text without the characters at its end that satisfy `predicate`.
  func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
    var end = endIndex
    while end > startIndex, predicate(self[index(before: end)]) { end = index(before: end) }
    return String(self[..<end])
  }
}
