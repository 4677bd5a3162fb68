import Foundation
import TestSupport
import Testing

/// `CHANGELOG.md` has the form of Keep a Changelog.
@Suite struct ChangelogTests {
  private static let kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]

  private struct Version {
    let title: String
    var kinds: [(name: String, lines: [String])] = []
  }

  private static func versions() throws -> [Version] {
    let text = try String(contentsOf: Fixture.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
    var versions: [Version] = []
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("## ") {
        versions.append(Version(title: String(line.dropFirst(3))))
      } else if line.hasPrefix("### "), let last = versions.indices.last {
        versions[last].kinds.append((String(line.dropFirst(4)), []))
      } else if !line.isEmpty, let last = versions.indices.last {
        let kind = try #require(
          versions[last].kinds.indices.last, "text before the first kind of change: \(line)")
        versions[last].kinds[kind].lines.append(line)
      }
    }
    return versions
  }

  @Test("Unreleased changes come first, then versions with their dates, the newest first")
  func versions() throws {
    let titles = try Self.versions().map(\.title)
    #expect(titles.first == "Unreleased")
    let released = try titles.dropFirst().map { title in
      let match = try #require(
        title.wholeMatch(of: /(\d+)\.(\d+)\.(\d+) - (\d{4}-\d\d-\d\d)/), "\(title)")
      return (
        numbers: try [match.1, match.2, match.3].map { try #require(Int($0)) }, date: match.4
      )
    }
    let isSorted = zip(released, released.dropFirst()).allSatisfy { newer, older in
      older.numbers.lexicographicallyPrecedes(newer.numbers) && older.date <= newer.date
    }
    #expect(isSorted, "\(titles)")
  }

  @Test("The changes of a version are sorted by kind, and each is short")
  func changes() throws {
    let versions = try Self.versions()
    #expect(!versions.isEmpty)
    for version in versions {
      let names = version.kinds.map(\.name)
      #expect(names == Self.kinds.filter(names.contains), "\(version.title)")
      for kind in version.kinds {
        #expect(kind.lines.contains { $0.hasPrefix("- ") }, "\(kind.name) has no change")
        var height = 0
        for line in kind.lines {
          #expect(line.count <= 120, "\(line)")
          // A change begins with a hyphen, its other lines are indented.
          if line.hasPrefix("- ") { height = 0 }
          height += 1
          #expect(
            line.hasPrefix("- ") || line.hasPrefix("#### ") || line.hasPrefix("  "), "\(line)")
          #expect(height <= 4, "this change is long: \(line)")
        }
      }
    }
  }

  @Test("Every page that it names is there")
  func pages() throws {
    let lines = try Self.versions().flatMap { $0.kinds.flatMap(\.lines) }
    let names = lines.flatMap { $0.matches(of: /\b(?:docs|examples)\/[\w\/-]*\w(?:\.md)?/) }
      .map { String($0.output) }
    #expect(!names.isEmpty)
    for name in names {
      let path = Fixture.root.appending(path: name).path
      #expect(FileManager.default.fileExists(atPath: path), "\(name)")
    }
  }
}
