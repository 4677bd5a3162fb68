import TestSupport
import Testing

@testable import ReceiptCommandLine

/// Many patterns at once fit what each of them fits alone.
@Suite struct GlobIndexTests {
  /// The paths for which the index finds other patterns than those that fit alone.
  private func differing(_ patterns: [String], _ paths: [String]) -> [String] {
    let globs = patterns.map(Glob.init)
    let index = GlobIndex(globs)
    return paths.filter { path in
      index.matches(path) != globs.indices.filter { globs[$0].matches(path) }
    }
  }

  @Test("Patterns of random pieces fit random paths, in the index as alone")
  func random() {
    var generator = SplitMix64(seed: 17)
    let pieces = [
      "a", "b", "ab", "/", "é", "*", "**", "**/", "?", "[ab]", "[!a]", "receipt", "receipts",
      "0001", "0002", ".b64", "[", "]",
    ]
    func text(_ pieces: [String]) -> String {
      (0...Int.random(in: 0..<6, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
    }
    let found = [0, 1, 2, 40].flatMap { count in
      (0..<40).flatMap { _ in
        let patterns = (0..<count).map { _ in text(pieces) }
        let plain = pieces.filter { !$0.contains("*") && !$0.contains("?") }
        return differing(patterns, (0..<20).map { _ in text(plain) })
          .map { "\($0) among \(patterns)" }
      }
    }
    #expect(found.isEmpty)
  }

  @Test("A pattern is found by its beginning, its end, its middle, and without any of them")
  func kinds() {
    let patterns = [
      "in/17*", "**/*17", "*-17-*", "*", "**", "??", "[a-z]*", "a*", "*a", "in/*", "1234567*",
      "*1234567", "*12345678*", "*", "é*", "*é",
    ]
    let paths = [
      "in/17", "in/17-17-17", "x-17-", "17", "a", "aa", "ab", "in/in/17", "", "in", "12345678",
      "1234567", "012345678", "é", "éé", "in/é", "171", "in/a17",
    ]
    #expect(differing(patterns, paths).isEmpty)
    // And not because nothing fits.
    #expect(GlobIndex(patterns.map(Glob.init)).matches("in/17") == [0, 1, 4, 9])
  }

  @Test("The same pattern twice is found twice")
  func twice() {
    let index = GlobIndex(["a*", "a*", "*a", "*a"].map(Glob.init))
    #expect(index.matches("ab") == [0, 1])
    #expect(index.matches("aa") == [0, 1, 2, 3])
    #expect(index.matches("b").isEmpty)
  }

  @Test("A path of signs and a pattern of wildcards cost their product at most")
  func hostile() {
    let path = String(repeating: "a", count: 4000)
    let patterns = [
      String(repeating: "*a", count: 200) + "b", String(repeating: "**?", count: 200),
    ]
    #expect(GlobIndex(patterns.map(Glob.init)).matches(path) == [1])
  }
}
