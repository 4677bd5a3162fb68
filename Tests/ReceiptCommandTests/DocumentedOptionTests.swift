import Foundation
import Testing

/// Commands and options on the pages exist, also those that no test runs.
@Suite struct DocumentedOptionTests {
  /// Pages for users of the tool.
  private static func pages() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: Python.file("docs"))
      .filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
    return ["README.md", "SECURITY.md", "CHANGELOG.md", "examples/ci/README.md"] + names.sorted()
  }

  /// What stands in code: between backticks, in fences, or indented.
  private static func code(_ page: String) throws -> [String] {
    let text = try String(contentsOfFile: Python.file(page), encoding: .utf8)
    let prose = text.replacing(/```[\s\S]*?```/, with: "")
    let spans = prose.matches(of: /`([^`]+)`/).map {
      $0.1.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
    let lines = text.matches(of: /(?m)^(?: {4}|[$>] )(.*)$/).map { String($0.1) }
    return spans + lines
  }

  @Test("Every command with its options is one that the tool has")
  func options() async throws {
    let bench = try Workbench()
    var helps: [String: String] = [:]
    var count = 0
    for page in try Self.pages() {
      for text in try Self.code(page) {
        // A pipe or a second command has options of its own.
        for part in text.split(whereSeparator: { "|;&#".contains($0) }) {
          let call = part.drop { $0 == " " }
          guard let match = call.prefixMatch(of: /receipt ([a-z]+)(?= |$)(.*)/) else { continue }
          let command = String(match.1)
          if helps[command] == nil {
            let result = try await bench.run([command, "--help-all"])
            #expect(result.code == 0, "\(page): there is no \(command): \(text)")
            helps[command] = result.text
          }
          for option in match.2.matches(of: #/ (--[a-z][a-z-]*)/#) {
            count += 1
            let isKnown = (helps[command] ?? "").matches(of: /--[a-z][a-z-]*/)
              .contains { $0.output == option.1 }
            #expect(isKnown, "\(page): \(command) has no \(option.1): \(text)")
          }
        }
      }
    }
    #expect(count > 50)
  }
}
