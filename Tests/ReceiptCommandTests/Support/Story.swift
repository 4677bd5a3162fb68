import Foundation
import ReceiptMaking
import Testing

/// A receipt that a customer could have sent: a SPEC in the folder `Stories`.
///
/// Comments in its first lines say what happened to the customer, and what `diagnose` must report. The
/// commands follow, with the exit code of the last, and the kinds of remarks. The expected output is next to
/// the SPEC.
struct Story: Sendable, CustomTestStringConvertible {
  let name: String
  let spec: String
  /// What happened, in one or two sentences.
  let situation: String
  /// The commands. The last one is the question.
  let commands: [[String]]
  let exitCode: Int32
  /// The exact set of expected kinds of remarks.
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

  /// The names, for tests with arguments; empty if they cannot be read, which another test reports.
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

  /// Makes the receipt, and returns the arguments of the question.
  func prepare(_ bench: Workbench) async throws -> [String] {
    try bench.write("story.yaml", Array(spec.utf8))
    for command in commands.dropLast() {
      // Stories of other times give a warning when they are made.
      try await bench.run(command + ["--quiet"]).expect(status: 0).expectSilence()
    }
    return try #require(commands.last, "\(name) asks nothing")
  }

  var testDescription: String { name }
}
