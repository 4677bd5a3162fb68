import Testing

@testable import ReceiptCore

/// JSON to which people added comments, notes, dots, masks and commas.
@Suite struct AnnotatedJSONTests {
  private static func read(_ text: String) -> (JSONValue, [Finding])? {
    guard
      let inner = AnnotatedJSON.unwrap(
        Array(text.utf8)[...], in: InputUnwrapper.Wrapped(bytes: Array(text.utf8))),
      let value = try? JSONReader.read(inner.bytes)
    else { return nil }
    return (value, inner.findings)
  }

  @Test(
    "What was added is taken out, and told",
    arguments: [
      ("{\"a\": 1, // one\n \"b\": 2}", "{\"a\":1,\"b\":2}", "1 comment"),
      ("{\"a\": /* x */ 1}", "{\"a\":1}", "1 comment"),
      ("{\"a\": \"1\", (cancelled)\n \"b\": 2}", "{\"a\":\"1\",\"b\":2}", "1 note"),
      ("{\"a\": 1, ...}", "{\"a\":1}", "1 ellipsis, 1 comma too many"),
      ("[..., {\"a\": 1}]", "[{\"a\":1}]", "1 ellipsis, 1 comma too many"),
      ("[1, \u{2026}, 2,]", "[1,2]", "1 ellipsis, 2 commas too many"),
      (
        "{\"a\": \"// (x) ...,\", \"b\": [1,]}", "{\"a\":\"// (x) ...,\",\"b\":[1]}",
        "1 comma too many"
      ),
      ("{\"a\": \"\\\",\", // b\n \"c\": -1.5e3}", "{\"a\":\"\\\",\",\"c\":-1.5e3}", "1 comment"),
    ])
  func added(text: String, plain: String, words: String) throws {
    let (value, findings) = try #require(Self.read(text))
    #expect(value == (try JSONReader.read(Array(plain.utf8))))
    #expect(findings == [Finding(restored: words)])
  }

  @Test("A mask gets quotation marks, and is told as one")
  func masks() throws {
    let (value, findings) = try #require(Self.read("{\"a\": XXXX, \"b\": [<id>, true, null, 12]}"))
    #expect(value.description == "{\"a\":\"XXXX\",\"b\":[\"<id>\",true,null,12]}")
    #expect(findings.map(\.id) == [.masked])
  }

  @Test(
    "What is more than an addition stays unread",
    arguments: [
      "{\"a\": 1}", "{\"a\": 1 / 2}", "{\"a\": (no end}", "{\"a\": /* no end}", "{\"a\" 1, ...}",
      "[1] [VERBOSE] a log: 1}", "{\"a\": x\\y}", "{\"a\": XXXX", "{...",
    ])
  func unread(text: String) {
    #expect(Self.read(text) == nil)
  }

  @Test("A word has fewer than 256 bytes, a note at most 256", arguments: [255, 256])
  func limits(length: Int) {
    let word = String(repeating: "x", count: length)
    #expect((Self.read("{\"a\": \(word)}") != nil) == (length == 255))
    let note = "(" + String(repeating: "x", count: length - 1) + ")"
    #expect((Self.read("{\"a\": 1 \(note)}") != nil) == (length == 255))
  }

  @Test(
    "Signs in the place of a value are a mask, and a version stays a version",
    arguments: [
      ("xxx", true), ("xx", false), ("1000000XXXX", true), ("1000000....", true), ("***", true),
      ("1.2.3.4.5", false), ("123", false), ("xxx-xxx", true), ("", false), ("----", true),
      ("100000085856----", true), ("1000-0000-0000", false), ("-", true),
      ("--", false), ("2019-01-01", false), ("____", true), ("REMOVED", true),
      ("REMOVED FOR PRIVACY", true), ("REMOVED_ADS", false), ("redacted", true),
      ("<redacted>", true), ("[REDACTED]", true), ("(hidden by me)", true), ("[]", false),
      ("{more}", true), ("...", true), ("..", false), ("<a>", false), ("######", true),
      ("com.example.removed", false),
    ])
  func signs(text: String, isMask: Bool) {
    #expect(Mask.fills(text) == isMask)
  }

  @Test("Commas behind much space are not searched again for each")
  func commas() throws {
    // With a search back from each comma this takes hours.
    let many = String(repeating: " ", count: 1 << 20) + String(repeating: ",", count: 1 << 20)
    let (value, _) = try #require(Self.read("[" + many + "1]"))
    #expect(value == .array([.number("1")]))
  }
}
