import Testing

@testable import ReceiptCommandLine

/// Where a browser may wrap a word.
@Suite struct HTMLTextTests {
  private static let mark = "\u{301}"

  @Test(
    "A long word is wrapped after its joints, and a hash between groups of eight",
    arguments: [
      ("tea.monthly", "tea.monthly"),
      ("com.example.tea", "com.|example.|tea"),
      ("a..b..c..d..e", "a..|b..|c..|d..|e"),
      ("1,234,567,890", "1,234,567,890"), ("12.34.56.78.90", "12.|34.|56.|78.|90"),
      ("<a>.<b>.<c>.<d>", "&lt;a&gt;.|&lt;b&gt;.|&lt;c&gt;.|&lt;d&gt;"),
      // A mark stays with the joint that it belongs to.
      ("abcdef.\(mark)ghijkl", "abcdef.\(mark)ghijkl"), ("abcdef.éhijkl", "abcdef.|éhijkl"),
      (String(repeating: "a", count: 32), String(repeating: "a", count: 32)),
      (
        String(repeating: "a", count: 33),
        String(repeating: "aaaaaaaa|", count: 4) + "a"
      ),
      (
        String(repeating: "a\(mark)", count: 33),
        String(repeating: String(repeating: "a\(mark)", count: 8) + "|", count: 4) + "a\(mark)"
      ),
    ])
  func wrapping(text: String, shown: String) {
    let parts = shown.replacing("|", with: "<wbr>")
    let isWrapped = shown.contains("|")
    #expect(
      HTMLText.wrapping(text).text == (isWrapped ? "<span class=\"word\">\(parts)</span>" : parts))
  }

  @Test(
    "Plain text is the same in XML, and all else is escaped",
    arguments: [
      ("tea", "tea"), ("", ""), ("a & b", "a &amp; b"), ("'\"<>", "&apos;&quot;&lt;&gt;"),
      ("##[error]", "##\\u{5B}error]"), ("é\u{7}", "é\\u{7}"),
    ])
  func escaping(text: String, shown: String) {
    #expect(XMLText.escaped(text) == shown)
  }
}
