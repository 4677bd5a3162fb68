import Foundation
import TestSupport
import Testing

/// What a user of the library can see, in a file of its own: a change of it shows in review.
@Suite struct PublicSurfaceTests {
  private static let list = Fixture.root.appending(
    path: "Tests/ReceiptCoreTests/PublicSurface.txt")

  @Test("PublicSurface.txt lists every public declaration")
  func surface() throws {
    let found = try Self.declarations().joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try found.write(to: Self.list, atomically: true, encoding: .utf8)
      Issue.record("recorded PublicSurface.txt; run again")
    }
    #expect(try String(contentsOf: Self.list, encoding: .utf8) == found)
  }

  /// Each public declaration behind the types that it stands in, sorted.
  private static func declarations() throws -> [String] {
    let sources = Fixture.root.appending(path: "Sources/ReceiptCore")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var result: [String] = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      result += declarations(in: try String(contentsOf: file, encoding: .utf8))
    }
    try #require(result.count > 100, "the folder of sources was not found")
    return result.sorted()
  }

  private static func declarations(in source: String) -> [String] {
    var result: [String] = []
    // The types around a line, by how far their own lines are indented.
    var types: [(indent: Int, name: String)] = []
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let text = line.drop { $0 == " " }
      guard !text.isEmpty, !text.hasPrefix("//") else { continue }
      let indent = line.count - text.count
      types.removeAll { $0.indent >= indent }
      if text.hasPrefix("public ") {
        // As far as its body, over as many lines as it takes.
        var declaration = ""
        for next in lines[number...] {
          let part = next.trimmingCharacters(in: .whitespaces)
          declaration += (declaration.isEmpty ? "" : " ") + part
          let isOpen =
            declaration.count { $0 == "(" } > declaration.count { $0 == ")" } || part.hasSuffix(",")
          if part.contains("{") || !isOpen { break }
        }
        let head = declaration.split(separator: "{")[0].trimmingCharacters(in: .whitespaces)
        result.append((types.map(\.name) + [head]).joined(separator: ": "))
      }
      if let type = text.firstMatch(of: /\b(?:struct|enum|class|extension)\s+([\w.]+)/) {
        types.append((indent, String(type.output.1)))
      }
    }
    return result
  }
}
