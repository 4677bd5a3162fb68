import Foundation
import ReceiptMaking
import Testing

@testable import ReceiptCommandLine

/// No value that is shown gives a command to a service that reads the log of a build, and none is invisible.
@Suite struct LogCommandTests {
  /// Commands as the services know them: GitHub Actions (both forms), Azure Pipelines, TeamCity, GitLab, Buildkite.
  private static let commands: [String] = [
    #"(?m)^\s*::[A-Za-z]"#, #"##\["#, #"##vso\["#, #"##teamcity\["#,
    #"section_(start|end):\d+:[^\r]*\r\x1B\[0K"#, #"(?m)^(---|\+\+\+|~~~|\^\^\^)\s"#,
  ]

  private func holds(_ text: String) -> String? {
    Self.commands.first {
      text.range(of: $0, options: [.regularExpression, .caseInsensitive]) != nil
    }
  }

  @Test(
    "A text that holds a command is broken up, wherever a line may break",
    arguments: HostileTexts.logCommands)
  func commands(_ text: String) throws {
    // The patterns find what they are for.
    #expect(holds(text) != nil || text.split(whereSeparator: \.isWhitespace).count > 1)
    for shown in [
      escapedForTerminal(text), XMLText.escaped(text), CSVText.escaped(text, in: .told),
      TAPText.escaped(text, in: .description), TAPText.escaped(text, in: .quoted),
      WorkflowCommandText.escaped(text, in: .message),
      WorkflowCommandText.escaped(text, in: .property),
      LogCommands.broken(text.filter { $0 != "\r" && $0 != "\n" }),
    ] {
      #expect(holds(shown) == nil, "\(shown)")
      for word in shown.split(separator: " ") { #expect(holds("\(word) ") == nil, "\(shown)") }
    }
    var json = JSONWriter()
    json.string(text)
    #expect(holds(String(decoding: json.octets, as: UTF8.self)) == nil)
    #expect(try JSONDecoder().decode(String.self, from: Data(json.octets)) == text)
  }

  @Test(
    "Plain text stays as it is",
    arguments: [
      "com.example.app", "a::b is no word of ours:: x", "--format json",
      "-----BEGIN CERTIFICATE-----",
      "1 + 1", "C# [1]", "#1 [2]", "12:30:00", "::1", "fe80::1", "~/x", "a---b", "a -- b", "+++",
      "",
    ])
  func harmless(_ text: String) {
    let isBroken = text.contains("::b") || text.contains("::e")
    #expect((escapedForTerminal(text) == text) == !isBroken)
  }

  @Test("Of all scalars, the invisible ones and noncharacters are shown by their number")
  func scalars() {
    var wrong: [UInt32] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      let mustBeShown =
        properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
        || properties.isBidiControl
        || [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
      let shown = escapedForTerminal(String(scalar))
      let isRight =
        mustBeShown
        ? shown.utf8.starts(with: "\\u{".utf8)
          && shown.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        // Marks around annotations are shown by their number too.
        : (0xFFF9...0xFFFB).contains(value) || shown.unicodeScalars.elementsEqual([scalar])
      if !isRight { wrong.append(value) }
    }
    #expect(wrong == [])
  }

  @Test("No command gets through in a message about a file, an option or a value")
  func outputs() async throws {
    let bench = try Workbench()
    try bench.write("receipt", DER.receipt(TestReceipts.fields()))
    try bench.write("::error::x", DER.receipt(TestReceipts.fields()))
    try bench.write("--- x", [0])
    for command in [
      ["decode", "--", "--- x"], ["dump", "receipt", "--all"], ["diagnose", "receipt"],
      ["timeline", "receipt"], ["table", "receipt", "::error::x"],
      ["diff", "receipt", "::error::x"], ["explain", "##[error]x"],
      ["check", "receipt", "--expect", "##[error]x"], ["decode", "receipt", "-o", "##[x]/y"],
      ["make", "::error::x"], ["check", "receipt", "--at", "##vso[x]"],
      ["decode", "receipt", "--format", "##vso[x]"], ["decode", "--##vso[x]"],
      ["##vso[x]"], ["check", "receipt", "--trust-root", "##[error]x"],
    ] {
      let result = try await bench.run(command, environment: ["COLUMNS": "60"])
      #expect(holds(result.text) == nil, "\(result)")
      #expect(holds(result.messageText) == nil, "\(result)")
    }
  }
}
