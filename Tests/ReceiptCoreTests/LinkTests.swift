import Foundation
import TestSupport
import Testing

/// Every link on a page leads to a file and a heading that exist.
@Suite struct LinkTests {
  /// The pages of the repository, by their paths.
  private static func pages() throws -> [String] {
    let root = Fixture.root.path
    let files = FileManager.default.enumerator(atPath: root)
    var pages: [String] = []
    while let path = files?.nextObject() as? String {
      // What is built, and what the version control keeps.
      if path.split(separator: "/").last?.hasPrefix(".build") == true || path == ".git" {
        files?.skipDescendants()
      } else if path.hasSuffix(".md") {
        pages.append(path)
      }
    }
    try #require(pages.count > 20)
    return pages.sorted()
  }

  /// A page without its code.
  private static func prose(_ page: String) throws -> String {
    try String(contentsOf: Fixture.root.appending(path: page), encoding: .utf8)
      .replacing(/```[\s\S]*?```/, with: "").replacing(/`[^`\n]*`/, with: "code")
  }

  /// The names of a page's headings in links, as GitHub makes them.
  private static func anchors(_ page: String) throws -> Set<String> {
    let text = try String(contentsOf: Fixture.root.appending(path: page), encoding: .utf8)
      .replacing(/```[\s\S]*?```/, with: "")
    return Set(
      text.matches(of: /(?m)^#+ (.*)$/).map { match in
        match.1.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
          .replacing(" ", with: "-")
      })
  }

  @Test("Every relative link and anchor exists")
  func links() throws {
    var count = 0
    for page in try Self.pages() {
      let text = try Self.prose(page)
      let targets =
        text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
        + text.matches(of: /(?:src|srcset|href)="([^"]+)"/).map { String($0.1) }
      for target in targets where !target.contains(":") {
        count += 1
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let folder = (page as NSString).deletingLastPathComponent
        let path =
          parts[0].isEmpty
          ? page
          : ((folder as NSString).appendingPathComponent(String(parts[0])) as NSString)
            .standardizingPath
        let isThere = FileManager.default.fileExists(
          atPath: Fixture.root.appending(path: path).path)
        #expect(isThere, "\(page): \(target) is not there")
        guard isThere, parts.count == 2, path.hasSuffix(".md") else { continue }
        #expect(
          try Self.anchors(path).contains(String(parts[1])), "\(page): no heading for \(target)")
      }
    }
    #expect(count > 100)
  }

  @Test("The documentation's index names every page")
  func index() throws {
    let index = try Self.prose("docs/README.md")
    let pages = try Self.pages().filter { $0.hasPrefix("docs/") && $0 != "docs/README.md" }
    #expect(pages.count > 10)
    for page in pages {
      #expect(index.contains("](\(page.dropFirst("docs/".count)))"), "\(page)")
    }
  }

  @Test("The README is short")
  func readme() throws {
    let text = try String(contentsOf: Fixture.root.appending(path: "README.md"), encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
  }
}
