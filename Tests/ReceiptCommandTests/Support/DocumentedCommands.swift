import Foundation
import Testing

/// The commands in the `console` blocks of a page. They begin with `$`, lines that begin with `>` continue them, and
/// `# exits with 1` gives the exit code. Below each is what it prints, where a line `…` stands for any lines.
struct DocumentedCommand {
  let command: String
  let shown: String
  let exitCode: Int32

  /// - Parameter path: below the package's folder.
  static func all(in path: String) throws -> [DocumentedCommand] {
    let page = try String(contentsOfFile: Python.file(path), encoding: .utf8)
    let blocks = page.components(separatedBy: "```console\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    return blocks.flatMap { ("\n" + $0).components(separatedBy: "\n$ ").dropFirst() }
      .map(Self.init(step:))
  }

  private init(step: String) {
    let lines = step.split(separator: "\n", omittingEmptySubsequences: false)
    let more = lines.dropFirst().prefix { $0.hasPrefix("> ") }.map { $0.dropFirst(2) }
    command = ([lines[0]] + more).joined(separator: "\n")
    shown = lines.dropFirst(1 + more.count).joined(separator: "\n").trimmingSuffix { $0 == "\n" }
    exitCode = lines[0].firstMatch(of: /# exits with (\d)/).flatMap { Int32($0.1) } ?? 0
  }

  /// Whether it is what was printed.
  func isShown(in printed: String) -> Bool {
    let groups = Self.lines(shown).split(separator: "…", omittingEmptySubsequences: false)
    var rest = Self.lines(printed)[...]
    guard groups.count > 1 else { return groups[0].elementsEqual(rest) }
    guard rest.starts(with: groups[0]) else { return false }
    rest = rest.dropFirst(groups[0].count)
    for group in groups.dropFirst().dropLast() {
      guard let start = rest.indices.first(where: { rest[$0...].starts(with: group) }) else {
        return false
      }
      rest = rest[(start + group.count)...]
    }
    return rest.suffix(groups[groups.count - 1].count).elementsEqual(groups[groups.count - 1])
  }

  private static func lines(_ text: String) -> [Substring] {
    text.trimmingSuffix { $0 == "\n" }.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0[...] }
  }
}

extension Workbench {
  /// Runs the commands on a page, and expects the output below each. With an error, messages come first.
  ///
  /// - Returns: everything that was printed.
  @discardableResult
  func expectDocumented(
    _ path: String, commands count: Int, environment: [String: String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let commands = try DocumentedCommand.all(in: path)
    #expect(commands.count == count, sourceLocation: sourceLocation)
    var all = ""
    for command in commands {
      let result = try await shell(
        "set -eu; receipt() { \"$RECEIPT\" \"$@\"; }; \(command.command)", environment: environment
      ).expect(status: command.exitCode, sourceLocation: sourceLocation)
      let printed = command.exitCode == 2 ? result.messageText + result.text : result.text
      #expect(
        command.isShown(in: printed), "\(command.command) prints\n\(printed)",
        sourceLocation: sourceLocation)
      all += result.text
    }
    return all
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
