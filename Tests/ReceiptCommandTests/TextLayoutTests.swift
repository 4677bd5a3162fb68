import Testing

@testable import ReceiptCommandLine

/// How texts fit into columns.
@Suite struct TextLayoutTests {
  @Test("A shortened text is as wide as it may be, and a short one stays whole", arguments: 2...12)
  func shorten(width: Int) {
    let text = "abcdefghij"
    let short = shortened(text, to: width)
    #expect(displayWidth(short) == min(width, text.count))
    #expect((short == text) == (width >= text.count))
  }

  @Test(
    "A text is broken behind its separators, into lines that are full",
    arguments: [
      (11, ["com.example"]), (10, ["com.", "example"]), (5, ["com.", "example"]),
      (4, ["com.", "example"]), (3, ["com.", "example"]),
    ])
  func broken(width: Int, lines: [String]) {
    #expect(brokenLines("com.example", after: ".", to: width) == lines)
  }

  @Test("As many parts stand in a line as fit with their separators")
  func severalParts() {
    #expect(brokenLines("a.b.c.d", after: ".", to: 6) == ["a.b.c.", "d"])
    #expect(brokenLines("a.b.c.d", after: ".", to: 5) == ["a.b.", "c.d"])
    #expect(brokenLines("a.b.c.d", after: ".", to: 4) == ["a.b.", "c.d"])
  }
}
