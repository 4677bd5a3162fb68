import Foundation
import ReceiptMaking
import Testing

/// A receipt that a customer could have sent: a SPEC in the folder `Stories`.
///
/// Its first lines say in comments what happened to the customer, and what `diagnose` has to say of it; then
/// the commands, the exit code of the last, and the kinds of remarks that it makes. What it says stands
/// beside the SPEC.
struct Story: Sendable, CustomTestStringConvertible {
  let name: String
  let spec: String
  /// What happened, in a sentence or two.
  let situation: String
  /// The commands, the last of which is the question.
  let commands: [[String]]
  let exitCode: Int32
  /// Which kinds of remarks there must be: these, and no others.
  let remarks: Set<String>

  static let folder = "Stories"

  static let all = Result {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
      .filter { $0.hasSuffix(".yaml") }
      .map {
        try Story(
          String($0.dropLast(5)),
          String(contentsOf: url.appendingPathComponent($0), encoding: .utf8))
      }
  }

  /// Their names, for tests with arguments; none when they cannot be read, for which there is a test.
  static let names = (try? all.get().map(\.name)) ?? []

  static func named(_ name: String) throws -> Story {
    try #require(try all.get().first { $0.name == name }, "there is no story \(name)")
  }

  private init(_ name: String, _ spec: String) throws {
    self.name = name
    self.spec = spec
    let header = spec.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("#") }.map { $0.dropFirst(2) }
    let directives = ["$ receipt ", "exits with ", "odd: "]
    situation = header.filter { line in !directives.contains { line.hasPrefix($0) } }
      .joined(separator: " ")
    func told(_ directive: String) throws -> String {
      let line = header.first { $0.hasPrefix(directive) }
      return String(
        try #require(line, "\(name) has no \(directive)").dropFirst(directive.count))
    }
    commands = header.filter { $0.hasPrefix(directives[0]) }.map {
      $0.split(separator: " ").dropFirst(2).map(String.init)
    }
    exitCode = try #require(Int32(try told(directives[1])), "\(name) ends how?")
    let kinds = try told(directives[2])
    remarks = kinds == "nothing" ? [] : Set(kinds.components(separatedBy: ", "))
  }

  /// Makes the receipt, and gives the question to be asked.
  func prepare(_ bench: Workbench) async throws -> [String] {
    try bench.write("story.yaml", Array(spec.utf8))
    for command in commands.dropLast() {
      // Stories of other times are made with a warning.
      try await bench.run(command + ["--quiet"]).expect(status: 0).expectSilence()
    }
    return try #require(commands.last, "\(name) asks nothing")
  }

  var testDescription: String { name }
}
