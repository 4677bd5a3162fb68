import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

/// Receipts as they arrive after mail programs, chats, word processors and people had them.
@Suite struct DamagedTextTests {
  private func decode(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> JSON {
    try await Workbench().run(["decode", "-", "--format", "json"], input: Array(text.utf8))
      .expect(status: 0, sourceLocation: sourceLocation).json()
  }

  private func expect(
    _ json: JSON, _ damage: Damage, inside layers: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      json["source"]?["layers"]?.elements?.compactMap(\.string) == damage.layers + layers,
      sourceLocation: sourceLocation)
    let messages = (json["findings"]?.elements ?? []).filter {
      $0["id"]?.string == "restored-text"
    }.compactMap { $0["message"]?.string }
    #expect(messages.count == (damage.restored == nil ? 0 : 1), sourceLocation: sourceLocation)
    if let restored = damage.restored {
      #expect(messages.first?.contains(restored) == true, sourceLocation: sourceLocation)
    }
  }

  private static func jws() throws -> String {
    let payload = """
      {"transactionId":"300000000000001","originalTransactionId":"300000000000001","bundleId":\
      "com.example.tea","productId":"tea.pro","purchaseDate":1591012000000,"quantity":1,\
      "originalPurchaseDate":1591012000000,"type":"Non-Consumable","environment":"Production",\
      "inAppOwnershipType":"PURCHASED","signedDate":1591012800000}
      """
    return String(
      decoding: try TestReceipts.authority.get().jws(payload).encoded, as: UTF8.self)
  }

  // MARK: Read

  @Test("A JWS is the same without the damage, and its check passes", arguments: Damage.ofTokens)
  func token(damage: Damage) async throws {
    let jws = try Self.jws()
    let text = damage.change(jws)
    let json = try await decode(text)
    expect(json, damage, inside: [])
    #expect(json["source"]?["bytes"]?.number == String(jws.utf8.count))
    let bench = try Workbench()
    for text in [text, "Hi,\n\n\(text)\n\nBye\n", "\(text)\n\nBye\n"] {
      try await bench.run(["check", "-"] + bench.trustJWS(), input: Array(text.utf8))
        .expect(status: 0)
    }
  }

  @Test(
    "A receipt is read out of the lines of a log, a program and a document",
    arguments: Damage.ofLines + Damage.ofDocuments)
  func around(damage: Damage) async throws {
    let bench = try Workbench()
    let jws = try Self.jws()
    for (text, count) in [
      (jws, jws.utf8.count), (WrappingTests.base64(try TestReceipts.der()), 5445),
    ] {
      let text = damage.change(text)
      try await bench.run(["check", "-"] + bench.trustJWS(), input: Array(text.utf8))
        .expect(status: 0)
      let json = try await decode(text)
      #expect(json["source"]?["bytes"]?.number == "\(count)")
    }
  }

  @Test("A receipt of which a line is missing in a log is incomplete")
  func lostLineOfLog() async throws {
    let bench = try Workbench()
    for text in [try Self.jws(), WrappingTests.base64(try TestReceipts.der())] {
      let lines = Damage.lines(text)
      for place in stride(from: 1, to: lines.count / 2, by: 3) {
        let kept = lines.indices.filter { $0 != place }.map { "web_1  | \(lines[$0])\n" }
        let result = try await bench.run(
          ["check", "-"] + bench.trustJWS(), input: Array(kept.joined().utf8)
        ).expect(status: 2)
        #expect((result.text + result.messageText).contains("incomplete") || result.text.isEmpty)
      }
    }
  }

  @Test("A line of a receipt that stands twice is read once", arguments: [0, 3, 40, 95])
  func twin(place: Int) async throws {
    let bench = try Workbench()
    let base64 = WrappingTests.base64(try TestReceipts.der())
    var lines = WrappingTests.lines(base64, 76, "\n").split(separator: "\n")
    let line = lines[min(place, lines.count - 1)]
    lines.insert(line, at: min(place, lines.count - 1))
    let text = Array(lines.joined(separator: "\n").utf8)
    let json = try await bench.run(["decode", "-", "--format", "json"], input: text)
      .expect(status: 0).json()
    #expect(json["signature"]?["status"]?.string == "apple")
    #expect(json["findings"]?[0]?["message"]?.string?.contains("a line that stood twice") == true)
    // Another line is no copy.
    lines[max(1, min(place, lines.count - 2))] = lines[7]
    let changed = Array(lines.joined(separator: "\n").utf8)
    let result = try await bench.run(["check", "-"], input: changed)
    #expect(result.code != 0)
  }

  /// What became of the lines after one of them was copied twice.
  static let aroundTwins: [String: @Sendable ([Substring]) -> String] = [
    "a word before it": { "receipt: " + $0.joined(separator: "\n") + "\n\nThanks\n" },
    "quotation marks": { "(\"" + $0.joined(separator: "\r\n") + "\")" },
    "a mail": { "Hi,\n\n> " + $0.joined(separator: "\n> ") + "\n\nBye\n" },
    "a log": { $0.map { "web_1  | \($0)\n" }.joined() },
    "lines broken again": { WrappingTests.lines($0.joined(), 60, "\n") },
    "no lines": { $0.joined() },
    "spaces for +": { $0.joined(separator: "\n").replacing("+", with: " ") },
  ]

  @Test("It is read once whatever stands around it", arguments: aroundTwins.keys.sorted())
  func twinInside(wrapping: String) async throws {
    let bench = try Workbench()
    let base64 = WrappingTests.base64(try TestReceipts.der())
    let lines = WrappingTests.lines(base64, 76, "\n").split(separator: "\n")
    let wrap = try #require(Self.aroundTwins[wrapping])
    for place in [1, 20, lines.count - 2] {
      var twice = lines
      twice.insert(lines[place], at: place)
      let text = wrap(twice)
      try await bench.run(["check", "-"], input: Array(text.utf8)).expect(status: 0)
      twice[place] = lines[(place + 7) % lines.count]
      let other = wrap(twice)
      let result = try await bench.run(["check", "-"], input: Array(other.utf8))
      #expect(result.code != 0)
    }
  }

  @Test(
    "Where one line stands twice and another is missing, the rest is incomplete",
    arguments: [(3, 40), (40, 3), (60, 61)])
  func twinAndLost(twin: Int, lost: Int) async throws {
    let base64 = WrappingTests.base64(try TestReceipts.der())
    var lines = WrappingTests.lines(base64, 76, "\n").split(separator: "\n")
    lines[twin] += "\n" + lines[twin]
    // Less is missing than stands twice, or more. If it were just as much, nothing would tell.
    for (kept, more) in [(12, 0), (0, 5)] {
      var damaged = lines
      damaged[lost] = damaged[lost].suffix(kept)
      damaged[lost + 1] = damaged[lost + 1].dropFirst(more)
      let result = try await Workbench().run(
        ["check", "-"], input: Array(damaged.joined(separator: "\n").utf8)
      ).expect(status: 2)
      #expect(result.text.contains("incomplete"), "\(result)")
    }
  }

  @Test("Spaces for + are read where there are no-break spaces too")
  func spacesOfTwoKinds() async throws {
    var text = WrappingTests.base64(try TestReceipts.der()).replacing("+", with: " ")
    #expect(text.contains(" "))
    for place in [400, 900, 2000] {
      text.insert("\u{A0}", at: text.index(text.startIndex, offsetBy: place))
    }
    try await Workbench().run(["check", "-"], input: Array(text.utf8)).expect(status: 0)
  }

  @Test("A receipt that was cut just before its attributes is no receipt without a signature")
  func cutBeforeAttributes() async throws {
    let der = try TestReceipts.der()
    // OCTET STRING, SET, both with two bytes of length: the payload (RFC 5652 §5.2).
    let start = try #require(
      der.indices.dropLast(8).first {
        der[$0..<$0 + 2] == [0x04, 0x82] && der[$0 + 4..<$0 + 6] == [0x31, 0x82]
      })
    let text = Array(WrappingTests.base64(Array(der[start...])).utf8)
    try await Workbench().run(["check", "-"], input: text)
      .expect(status: 2).expect(message: "the beginning is missing")
    // Alone, the payload is what it is.
    let length = Int(der[start + 2]) << 8 | Int(der[start + 3])
    let payload = Array(der[start..<start + 4 + length])
    try await Workbench().run(["check", "-"], input: payload).expect(status: 1)
  }

  @Test(
    "A JWS that was cut is incomplete whatever was made of it",
    arguments: Damage.ofLines + Damage.ofDocuments)
  func cutJWS(damage: Damage) async throws {
    let bench = try Workbench()
    let whole = try Self.jws()
    let payload = try #require(whole.lastIndex(of: "."))
    for end in [
      whole.index(payload, offsetBy: -9), payload, whole.index(whole.endIndex, offsetBy: -30),
    ] {
      let text = damage.change(String(whole[..<end]))
      let result = try await bench.run(["check", "-"] + bench.trustJWS(), input: Array(text.utf8))
        .expect(status: 2)
      #expect((result.text + result.messageText).contains("missing"), "\(result)")
    }
  }

  @Test("A JWS with no-break spaces in it is read")
  func noBreakSpaces() async throws {
    let bench = try Workbench()
    let text = WrappingTests.lines(try Self.jws(), 50, "\u{A0}")
    try await bench.run(["check", "-"] + bench.trustJWS(), input: Array(text.utf8))
      .expect(status: 0)
  }

  @Test("A JWS of which a line was lost, or stands twice, is incomplete and never forged")
  func lostLine() async throws {
    let lines = WrappingTests.lines(try Self.jws(), 76, "\n").split(separator: "\n")
    // The header is the longest part: its certificates fill most lines.
    for place in stride(from: 1, to: lines.count / 2, by: 3) {
      for count in [0, 2] {
        let text = lines.indices.flatMap { index in
          repeatElement(lines[index], count: index == place ? count : 1)
        }.joined(separator: "\n")
        let bench = try Workbench()
        let result = try await bench.run(
          ["check", "-"] + bench.trustJWS(), input: Array(text.utf8))
        result.expect(status: 2)
        #expect((result.text + result.messageText).contains("incomplete") || result.text.isEmpty)
      }
    }
  }

  @Test("A receipt in base64 is the same without the damage", arguments: Damage.ofTokens)
  func base64(damage: Damage) async throws {
    let text = damage.change(WrappingTests.base64(try TestReceipts.der()))
    let bench = try Workbench()
    for text in [text, "Hi,\n\n\(text)\n\nBye\n"] {
      try await bench.run(["check", "-"], input: Array(text.utf8)).expect(status: 0)
      let json = try await decode(text)
      #expect(json["source"]?["bytes"]?.number == "5445")
    }
  }

  @Test("A response is the same without the damage", arguments: Damage.ofJSON)
  func response(damage: Damage) async throws {
    let text = String(decoding: try TestReceipts.fixture("answer.json"), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let sound = try await decode(text)
    let json = try await decode(damage.change(text))
    expect(json, damage, inside: [])
    #expect(
      json["receipt"] == sound["receipt"]
        && json["latest_receipt_info"] == sound["latest_receipt_info"])
    #expect(json["source"]?["form"]?.string == "verify-receipt")
  }

  @Test(
    "Few signs of base64 before a no-break space are a word, not a receipt", arguments: [23, 24])
  func shortRun(length: Int) async throws {
    let receipt = WrappingTests.base64(try TestReceipts.der())
    let text = String(repeating: "a", count: length) + "\u{AD}b \(receipt)"
    let layers = try await decode(text)["source"]?["layers"]?.elements?.compactMap(\.string)
    #expect(layers == (length == 24 ? ["typography", "text", "base64"] : ["text", "base64"]))
  }

  @Test("Two lines that end in = are padding, three are quoted-printable", arguments: [2, 3])
  func softBreaks(count: Int) async throws {
    let receipt = WrappingTests.base64(try TestReceipts.der())
    let line = String(repeating: "a", count: 70) + "=\n"
    let text = String(repeating: line, count: count) + "a\n\n\(receipt)\n"
    let layers = try await decode(text)["source"]?["layers"]?.elements?.compactMap(\.string)
    #expect(layers == (count == 3 ? ["quoted-printable", "text", "base64"] : ["text", "base64"]))
  }

  @Test("Up to 16 signs after the end of JSON are punctuation", arguments: [16, 17])
  func end(count: Int) async throws {
    let text = "{\"status\": 21007}" + String(repeating: "]", count: count)
    let json = try await decode(text)
    expect(
      json, Damage("", [], count == 16 ? "after its end" : nil) { $0 },
      inside: count == 16 ? [] : ["text"])
  }

  // MARK: Not whole

  @Test("A JWS without its end is incomplete, in check and in diagnose")
  func cutSignature() async throws {
    let bench = try Workbench()
    let jws = try Self.jws()
    for cut in [
      "\(jws.dropLast(20))", "\(jws.dropLast(20))...", "\(jws.dropLast(20))…",
      "\(jws.dropLast(86))",
    ] {
      try bench.write("cut", cut.utf8)
      try await bench.run(["check", "cut"] + bench.trustJWS()).expect(status: 2)
        .expect(output: "FAIL: incomplete: ")
      let json = try await bench.run(["diagnose", "cut", "--format", "json"] + bench.trustJWS())
        .expect(status: 2).json()
      #expect(json["summary"]?["genuine"]?["code"]?.string == "incomplete")
    }
  }

  @Test("A text that is not whole says which part is missing, and is never called forged")
  func missingParts() async throws {
    let bench = try Workbench()
    let jws = try Self.jws()
    let parts = jws.split(separator: ".")
    let base64 = WrappingTests.base64(try TestReceipts.der())
    let cases: [(String, String)] = [
      ("\(parts[0]).\(parts[1])", "its signature of 86 characters"),
      ("\(parts[0]).\(parts[1].dropLast(30))", "the rest of its payload, and its signature"),
      (String(parts[0].prefix(900)), "it breaks off in its header"),
      ("\(parts[1]).\(parts[2])", "the beginning is missing"),
      (String(jws.dropFirst()), "the beginning is missing"),
      ("\(jws.prefix(900))…\(jws.suffix(300))", "its middle is missing, and 1200 characters"),
      ("\(jws.prefix(900))...\(jws.suffix(300))", "its middle is missing, and 1200 characters"),
      ("eyJh...xwg", "its middle is missing, and 7 characters"),
      ("'eyJh...xwg'", "its middle is missing, and 7 characters"),
      ("eyJhbGciOi____", "masked when it was shown: its end is missing"),
      ("eyJhbGciOiJFUzI1NiJ9.____.____", "masked when it was shown: its middle is missing"),
      ("eyJhbGciOi-----8<-----VzI1NiJ9", "shortened when it was shown: its middle is missing"),
      ("eyJhbGciOi\n-----8<-----\nVzI1NiJ9", "shortened when it was shown: its middle is missing"),
      ("\(jws.prefix(900))\n...\n\(jws.suffix(300))", "its middle is missing, and 1200 characters"),
      ("\(jws.prefix(900))\n…\n\(jws.suffix(300))", "its middle is missing, and 1200 characters"),
      (
        "\(jws.prefix(900)) [snip] \(jws.suffix(300))", "its middle is missing, and 1200 characters"
      ),
      ("\(base64.prefix(900)) [snip] \(base64.suffix(300))", "its middle is missing, and 1200"),
      ("eyJhbGciOi***", "masked when it was shown: its end is missing"),
      ("{\"signedPayload\": \"eyJh***\"}", "masked when it was shown"),
      ("10:00 INFO token=eyJhbGciOi•••• ok", "masked when it was shown"),
      ("10:00 INFO receipt MIITtgYJKoZ... ok", "an app receipt that was shortened"),
      ("10:00 INFO receipt MIITtgYJKoZ... ok", "its end is missing"),
      (String(base64.dropFirst(3)), "the beginning is missing"),
    ]
    for (text, words) in cases {
      for command in ["decode", "check", "diagnose"] {
        let result = try await bench.run([command, "-"], input: Array(text.utf8)).expect(status: 2)
        #expect(
          result.messageText.contains(words) && result.messageText.contains("[truncated]"),
          "\(text.prefix(40)): \(result.messageText)")
      }
    }
  }

  @Test("A receipt without its middle is read up to there, and incomplete")
  func middle() async throws {
    let bench = try Workbench()
    let text = WrappingTests.base64(try TestReceipts.der())
    for mark in ["…", "...", " ..... "] {
      let cut = "\(text.prefix(3000))\(mark)\(text.suffix(300))"
      let json = try await bench.run(
        ["diagnose", "-", "--format", "json"], input: Array(cut.utf8)
      ).expect(status: 2).json()
      #expect(json["summary"]?["genuine"]?["code"]?.string == "incomplete")
      #expect(json["summary"]?["genuine"]?["detail"]?.string?.contains("its middle") != false)
    }
  }

  @Test("Base64 in small or in capital letters is named, and not guessed", arguments: [63, 64])
  func lostCase(length: Int) async throws {
    let bench = try Workbench()
    let text = WrappingTests.base64(try TestReceipts.der())
    for text in [text.lowercased(), text.uppercased(), try Self.jws().lowercased()] {
      let result = try await bench.run(["decode", "-"], input: Array(text.utf8.prefix(length)))
        .expect(status: 2)
      #expect(result.messageText.contains("letters of this base64") == (length == 64), "\(result)")
    }
  }

  @Test(
    "Base64 in which each 0 became an O is named, and not guessed", arguments: [3999, 4000])
  func lostZeros(length: Int) async throws {
    let bench = try Workbench()
    let text = WrappingTests.base64(try TestReceipts.der())
    #expect(text.utf8.count > 4000 && text.contains("0"))
    let typed = Array(text.replacing("0", with: "O").utf8.prefix(length))
    for text in [typed, Array("{\"receipt-data\": \"".utf8) + typed + Array("\"}".utf8)] {
      let result = try await bench.run(["check", "-"], input: text).expect(status: 2)
      #expect(result.messageText.contains("read as the letter O") == (length == 4000), "\(result)")
    }
    // With a single 0 nothing is known.
    let kept = Array(("MI0" + text.replacing("0", with: "O").dropFirst(3)).utf8.prefix(4000))
    let result = try await bench.run(["check", "-"], input: kept)
    #expect(result.code != 0 && !result.messageText.contains("letter O"), "\(result)")
  }

  @Test("A JWS in which each 0 became an O, or each O a 0, is named, and so is base64")
  func lostLetters() async throws {
    let bench = try Workbench()
    let base64 = WrappingTests.base64(try TestReceipts.der())
    for (text, words) in [
      (try Self.jws().replacing("0", with: "O"), "read as the letter O"),
      (try Self.jws().replacing("O", with: "0"), "read as the digit 0"),
      (base64.replacing("O", with: "0"), "read as the digit 0"),
    ] {
      try await bench.run(["check", "-"], input: Array(text.utf8)).expect(status: 2)
        .expect(message: words)
    }
  }

  @Test("A signed text that was shortened inside of a payload is not called two texts")
  func shortenedInside() async throws {
    let text = """
      {"notificationType": "DID_RENEW", "notificationUUID": "1", "version": "2.0",
       "data": {"bundleId": "com.example.tea", "environment": "Sandbox",
         "signedTransactionInfo": "eyJhbGciOiJFUzI1NiIsIng1Y..."}}
      """
    let result = try await Workbench().run(
      ["decode", "-", "--format", "json"], input: Array(text.utf8))
    result.expect(output: "this JWS was shortened when it was shown")
    #expect(!result.text.contains("two texts in one"))
  }

  @Test("A property list with curved quotation marks is read")
  func curvedPropertyList() async throws {
    let bench = try Workbench()
    let text = String(decoding: try TestReceipts.fixture("ios6.plist"), as: UTF8.self)
    let curved = text.replacing("\"", with: "\u{201D}")
    let plain = try await bench.run(["decode", "-", "--format", "json"], input: Array(text.utf8))
      .json()
    let result = try await bench.run(
      ["decode", "-", "--format", "json"], input: Array(curved.utf8))
    let json = try result.json()
    #expect(json["receipt"] == plain["receipt"] && json["signature"] == plain["signature"])
    #expect(json["findings"]?[0]?["id"]?.string == "restored-text")
  }

  @Test("A document of a word processor is named")
  func richText() async throws {
    try await Workbench().run(["decode", "-"], input: Array("{\\rtf1\\ansi Hello\\par}".utf8))
      .expect(status: 2).expect(message: "save it as plain text")
  }

  // MARK: Nothing more

  @Test("A changed character in a broken JWS is still a changed text")
  func changed() async throws {
    let bench = try Workbench()
    var jws = Array(try Self.jws().utf8)
    let place = try #require(jws.firstIndex(of: UInt8(ascii: "."))) + 40
    jws[place] = jws[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    for damage in Damage.ofTokens + Damage.ofLines + Damage.ofDocuments {
      let text = damage.change(String(decoding: jws, as: UTF8.self))
      let result = try await bench.run(["check", "-"] + bench.trustJWS(), input: Array(text.utf8))
      #expect(result.code != 0, "\(damage.name)")
    }
  }

  @Test("Many beginnings of receipts in a row are read to the end")
  func cost() async throws {
    let bench = try Workbench()
    for text in [
      String(repeating: "eyJ.", count: 20_000), String(repeating: "MII-", count: 20_000),
      String(repeating: "&quot", count: 20_000), String(repeating: "=\n", count: 20_000),
      String(repeating: "\u{201C}", count: 20_000), String(repeating: "eyJ…", count: 20_000),
      String(repeating: "a.\u{AD}", count: 20_000), String(repeating: "&#38;", count: 20_000),
      String(repeating: "\u{1B}[1", count: 20_000), String(repeating: "<br", count: 20_000),
      "{\\rtf" + String(repeating: "{\\", count: 20_000),
      "{\\rtf" + String(repeating: "\\'", count: 20_000),
      String(repeating: "transfer-encoding: base64\n", count: 4_000),
      String(repeating: "a eyJhbGciOiJFUzI1NiJ9\n", count: 4_000),
      String(repeating: "\"eyJhbGciOiJFUzI1NiJ9\"\n", count: 4_000),
    ] {
      try await bench.run(["decode", "-"], input: Array(text.utf8)).expect(status: 2)
    }
  }
}
