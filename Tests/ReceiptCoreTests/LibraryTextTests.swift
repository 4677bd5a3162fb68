import Foundation
import TestSupport
import Testing

/// The library names fields and rules; what to type is for the command line to say.
@Suite struct LibraryTextTests {
  /// An option, or a command by the name of its file.
  private static var command: Regex<AnyRegexOutput> {
    get throws {
      let folder = Fixture.root.appending(path: "Sources/ReceiptCommandLine/Commands")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix("Command.swift") }
        .map { $0.replacing("Command.swift", with: "").lowercased() }
      try #require(names.count > 10, "\(names)")
      return try Regex("\\breceipt (\(names.joined(separator: "|")))\\b|--[a-z]")
    }
  }

  @Test(
    "no text of the library names an option or a command",
    arguments: ["ReceiptCore", "ReceiptInsight", "ReceiptMaking"])
  func options(module: String) throws {
    let folder = Fixture.root.appending(path: "Sources/\(module)")
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let command = try Self.command
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        guard !line.drop(while: \.isWhitespace).hasPrefix("//") else { continue }
        for literal in line.matches(of: /"(?:[^"\\]|\\.)*"/) {
          count += 1
          #expect(!literal.output.contains(command), "\(file.lastPathComponent): \(line)")
        }
      }
    }
    #expect(count > 100)
  }
}
