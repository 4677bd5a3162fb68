import Testing

/// Documents that are small and would become large, or take long.
@Suite struct DocumentLimitTests {
  /// Lists in lists, each of nine aliases of the one before.
  private static func aliases(_ depth: Int) -> String {
    var text = "a0: &a0 [x]\n"
    for level in 1...depth {
      let list = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ",")
      text += "a\(level): &a\(level) [\(list)]\n"
    }
    return text
  }

  @Test(
    "A key is a word: no alias, list or table",
    arguments: [
      ("? [a]\n: 1\n", "1:3"), ("? {a: 1}\n: 1\n", "1:3"), ("a: &a b\n*a : 1\n", "2:1"),
      ("- ? *b\n  : 1\n", "1:5"),
    ])
  func keys(text: String, place: String) async throws {
    let bench = try Workbench()
    try bench.write("x.yml", Array(text.utf8))
    try await bench.run(["make", "x.yml"]).expect(status: 2)
      .expect(message: "x.yml:\(place): a key must be a word")
  }

  @Test("Aliases as keys take no time")
  func aliasesAsKeys() async throws {
    let bench = try Workbench()
    // Nothing of it is put together before the key is refused.
    let text = Self.aliases(5) + "list:\n" + String(repeating: "- {? *a5 : 1}\n", count: 2_000)
    try bench.write("x.yml", Array(text.utf8))
    try await bench.shell(#"ulimit -t 20; "$RECEIPT" make x.yml"#).expect(status: 2)
      .expect(message: "a key must be a word")
    try bench.write("y.yml", Array(Self.aliases(40).utf8))
    try await bench.shell(#"ulimit -t 20; "$RECEIPT" make y.yml"#).expect(status: 2)
      .expect(message: "more than 1000000 values")
  }

  @Test("The depth, with aliases and without", arguments: [62, 63])
  func depth(levels: Int) async throws {
    let bench = try Workbench()
    let half = levels / 2
    let nested = String(repeating: "[", count: levels) + "x" + String(repeating: "]", count: levels)
    let inner = String(repeating: "[", count: half) + "x" + String(repeating: "]", count: half)
    let outer = levels - half
    let alias =
      "a: &a \(inner)\nb: " + String(repeating: "[", count: outer) + "*a"
      + String(repeating: "]", count: outer)
    for text in ["b: \(nested)\n", alias + "\n"] {
      try bench.write("x.yml", Array(text.utf8))
      // 64 levels with the table and the word.
      try await bench.run(["make", "x.yml"]).expect(status: 2)
        .expect(message: levels == 62 ? "the key \"" : "nested more than 64 deep")
    }
  }

  @Test("Aliases, anchors and comments are read as before")
  func aliasValues() async throws {
    let bench = try Workbench()
    try bench.write(
      "x.yml", Array("# one\nstyle: &s apple\nreceipt: {bundle_id: *s}\n".utf8))
    try await bench.run(["make", "x.yml", "-o", "x.receipt"]).expect(status: 0)
    try await bench.run(["decode", "x.receipt"]).expect(status: 0).expect(output: "apple")
    try bench.write("two.yml", Array("a: 1\n---\nb: 1\n".utf8))
    try await bench.run(["make", "two.yml"]).expect(status: 2)
      .expect(message: "two.yml:2:1: there is a second document in it")
  }

  @Test("A mistake in JSON of one line is told with its column, before and after another place")
  func columns() async throws {
    let bench = try Workbench()
    let text = #"{"receipt": {"bundle_id": "é", "in_app": [{"quantity": true}]}}"#
    try bench.write("x.json", Array(text.utf8))
    try await bench.run(["make", "x.json"]).expect(status: 2)
      .expect(message: "x.json:1:56: quantity must be an integer")
    // A fault of JSON is told after the places of what was read before it.
    try bench.write("y.json", Array("{\n \"receipt\": {},\n \"receipt\": {}}".utf8))
    try await bench.run(["make", "y.json"]).expect(status: 2).expect(message: "y.json:3:2:")
  }

  @Test("Entries for parts of a file are found, whatever stands between them")
  func parts() async throws {
    let bench = try Workbench()
    let receipt = String(decoding: try TestReceipts.base64(), as: UTF8.self)
      .replacing("\n", with: "")
    try bench.write("two.log", Array("a \(receipt) b\nc \(receipt) d\n".utf8))
    let whole = "- {files: two.log, app-version: '101'}\n"
    for (part, version, status) in [
      ("line 1", "101", Int32(0)), ("line 2", "101", 0), ("line 2", "7", 1), ("line 9", "7", 2),
    ] {
      // The last entry that speaks of it counts.
      let text =
        "receipts:\n- {files: two.log, app-version: '9'}\n- {files: two.log, part: line 2, bundle-id: x}\n"
        + whole + "- {files: two.log, bundle-id: com.yomob.IAPtest}\n"
        + "- {files: two.log, part: \(part), app-version: '\(version)'}\n"
      try bench.write("x.yml", Array(text.utf8))
      try await bench.run(["check", "--expect", "x.yml", "two.log"]).expect(status: status)
    }
  }

  @Test("Thousands of entries for parts of one file take no longer than others")
  func manyParts() async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    let entries = (0..<10_000).map { "- {files: receipt, part: line \($0)}\n- {files: receipt}\n" }
    try bench.write("x.yml", Array(("receipts:\n" + entries.joined()).utf8))
    // Seconds of the processor, so that other tests that run at the same time do not count.
    try await bench.shell(#"ulimit -t 20; "$RECEIPT" check --expect x.yml --quiet receipt"#)
      .expect(status: 2)
  }
}
