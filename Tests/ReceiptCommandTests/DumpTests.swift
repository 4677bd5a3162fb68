import Foundation
import ReceiptCore
import ReceiptMaking
import TestSupport
import Testing

/// `receipt dump`, through the tool.
@Suite(.timeLimit(.minutes(60))) struct DumpTests {
  private static func catalogue(_ name: String) throws -> [UInt8] {
    let receipt = try #require(CatalogueReceipt.all.first { $0.name == name })
    return try receipt.make(under: TestReceipts.authority.get())
  }

  private func dump(
    _ bytes: [UInt8], _ arguments: String..., columns: Int? = nil
  ) async throws -> CommandResult {
    let bench = try Workbench()
    try bench.write("receipt", bytes)
    return try await bench.run(
      ["dump", "receipt"] + arguments, environment: columns.map { ["COLUMNS": "\($0)"] } ?? [:])
  }

  // MARK: Text

  @Test("The genuine receipt, at the width of the terminal", arguments: [60, 80, 200])
  func fixture(columns: Int) async throws {
    let result = try await dump(TestReceipts.base64(), columns: columns).expect(status: 0)
      .expectSilence()
    if columns == 200 { Golden.expect(result.output, "dump.fixture.200.txt") }
    Self.expectFit(result, columns)
  }

  @Test("Colour changes no sign, at any width", arguments: [[], ["--all"]])
  func sameInColor(options: [String]) async throws {
    let bench = try Workbench()
    try bench.write("receipt", try TestReceipts.der())
    for columns in 60...110 {
      func dump(_ color: String) async throws -> String {
        try await bench.run(
          ["dump", "receipt", "--color", color] + options, environment: ["COLUMNS": "\(columns)"]
        ).text
      }
      let plain = try await dump("never")
      #expect(
        try await dump("always").replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain, "\(columns)")
    }
  }

  @Test("Dumps in colour, with bytes, and without shortening")
  func options() async throws {
    let bytes = try TestReceipts.der()
    let color = try await dump(bytes, "--color", "always", columns: 120).expect(status: 0)
    Golden.expect(color.output, "dump.color.txt")
    Golden.expect(try await dump(bytes, "--hex", columns: 80).output, "dump.hex.txt")
    let all = try await dump(bytes, "--all", columns: 60)
    Golden.expect(all.output, "dump.all.txt")
    Self.expectFit(all, 60)
  }

  @Test("JSON for scripts", arguments: ["json", "ndjson"])
  func json(format: String) async throws {
    let result = try await dump(TestReceipts.der(), "--format", format).expect(status: 0)
    Golden.expect(result.output, "dump.\(format)")
  }

  @Test(
    "Other forms, completely",
    arguments: ["indefinite-lengths", "jws-ok", "ios6-ok", "two-bundle-ids"])
  func forms(name: String) async throws {
    let result = try await dump(Self.catalogue(name), columns: 120).expect(status: 0)
      .expectSilence()
    Golden.expect(result.output, "dump.\(name).txt")
    Self.expectFit(result, 120)
  }

  @Test("A damaged receipt is shown as far as possible, and the missing part is reported")
  func damaged() async throws {
    var bytes = try TestReceipts.der()
    // Damages a length in the middle, a tag, and the end.
    bytes[1100] = 0xFF
    bytes[166] = 0x80
    let result = try await dump(Array(bytes.prefix(3000)), columns: 100).expect(status: 2)
    Golden.expect(result.output, "dump.damaged.txt")
    Self.expectFit(result, 100)
  }

  @Test("A verifyReceipt response is shown by its fields, and so is the receipt in it")
  func answer() async throws {
    let base64 = try TestReceipts.line()
    let text = #"""
      {"status": 0, "environment": "Sandbox",
       "receipt": {"bundle_id": "com.example.app", "in_app": []},
       "latest_receipt": "\#(base64)"}

      """#
    let result = try await dump(Array(text.utf8), columns: 100).expect(status: 0).expectSilence()
    Golden.expect(Array(result.lines.prefix(20).joined(separator: "\n").utf8), "dump.answer.txt")
    #expect(result.text.contains("payload 17[1]/1708 expires_date"))
  }

  @Test("A certificate alone is dumped too, as DER and PEM")
  func certificate() async throws {
    let bytes = try TestReceipts.authority.get().rootCertificate
    let binary = try await dump(bytes, columns: 100).expect(status: 0).expectSilence()
    #expect(binary.text.contains("certificate.tbsCertificate.validity.notBefore"))
    #expect(binary.text.contains("certificate.tbsCertificate.extensions.basicConstraints.cA"))
    let pem = try await dump(Array(PEM.encode(bytes[...]).utf8), columns: 100).expect(status: 0)
    #expect(pem.lines.dropFirst(3) == binary.lines.dropFirst(2).dropFirst(1))
  }

  @Test("The documentation shows the real output")
  func documentation() async throws {
    let bench = try Workbench()
    try bench.write("receipt.bin", TestReceipts.der())
    let printed = try await bench.expectDocumented("docs/dump.md", commands: 1, environment: [:])
    let damaged = try TestReceipts.golden("dump.damaged.txt")
    // Lines of a dump begin with an offset in six columns.
    let lines = try TestReceipts.documentation("dump.md").split(separator: "\n").filter {
      $0.wholeMatch(of: /\ {2,5}\d+ +\d+ .*/) != nil
    }
    #expect(lines.count == 5)
    for line in lines { #expect(printed.contains(line) || damaged.contains(line), "\(line)") }
  }

  // MARK: Every byte

  @Test("The bytes of all headers and contents are the file")
  func octets() async throws {
    for bytes in [
      try TestReceipts.der(), try Self.catalogue("jws-ok"), try Self.catalogue("ios6-ok"),
      Array("plain\ntext".utf8), Array(try TestReceipts.der().prefix(777)), [0xFF, 0x00, 0x80],
    ] {
      let result = try await dump(bytes, "--format", "ndjson", "--hex", "--quiet")
      var digits = ""
      for line in result.lines.dropFirst() {
        let json = try JSON(Array(line.utf8))
        guard json["part"] == nil else { continue }
        for key in ["header", "content", "separator"] { digits += json[key]?.string ?? "" }
      }
      #expect(digits == Hexadecimal.encode(bytes))
    }
  }

  @Test("No line of any catalogue dump is wider than the terminal")
  func catalogueFits() async throws {
    let bench = try Workbench()
    let receipts = CatalogueReceipt.all.filter { !$0.name.contains("many") }
    try #require(!receipts.isEmpty)
    for receipt in receipts {
      try bench.write("receipt", receipt.make(under: TestReceipts.authority.get()))
      for columns in [60, 200] {
        let result = try await bench.run(
          ["dump", "receipt", "--quiet"], environment: ["COLUMNS": "\(columns)"])
        #expect(result.code == 0 || result.code == 2, "\(receipt.name)")
        Self.expectFit(result, columns, receipt.name)
        expectNoControls(result.output)
      }
    }
  }

  @Test(
    "No line of any corpus dump is wider than the terminal, with and without colour",
    .enabled(if: TestReceipts.corpus != nil))
  func corpusFits() async throws {
    let corpus = try #require(TestReceipts.corpus)
    let bench = try Workbench()
    for folder in ["app-receipt", "jws", "ios6-transaction", "verify-receipt", "broken"] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: corpus.appendingPathComponent(folder).path
      ).filter { !$0.hasSuffix(".ref.json") }
      try #require(!names.isEmpty)
      for name in names.sorted() {
        let path = corpus.appendingPathComponent("\(folder)/\(name)").path
        for (columns, color) in [(60, "always"), (200, "never")] {
          let result = try await bench.run(
            ["dump", path, "--color", color, "--quiet"],
            environment: ["COLUMNS": "\(columns)"])
          #expect(folder == "broken" || result.code == 0, "\(name)")
          Self.expectFit(result, columns, name)
        }
      }
    }
  }

  private static func expectFit(_ result: CommandResult, _ width: Int, _ name: String = "") {
    let text = result.text.replacing(/\u{1B}\[[0-9]*m/, with: "")
    for line in text.split(separator: "\n") where columns(of: String(line)) > width {
      Issue.record("\(name): a line of \(columns(of: String(line))) columns, not \(width): \(line)")
    }
  }

  // MARK: Any input

  @Test("Any input gives a correct message, and 0 or 2")
  func anything() async throws {
    for (text, words, status) in [
      ("", "0 elements", 2), ("null", "line 1", 2), ("{}", "object", 0),
      ("[1, 2", "invalid-json", 2),
      ("hello\nworld", "line 2", 2), ("0\u{3}\u{2}\u{1}\u{5}", "INTEGER", 0),
    ] as [(String, String, Int32)] {
      let result = try await dump(Array(text.utf8)).expect(status: status)
      #expect(result.text.contains(words), "\(result)")
    }
  }

  @Test("Empty lines after each other are one, and no byte is lost")
  func emptyLines() async throws {
    let text = "\n\n\nhello\n\nworld\n\n"
    let result = try await dump(Array(text.utf8)).expect(status: 2)
    let names = result.text.matches(of: /text +(lines? .*)/).map { String($0.output.1) }
    #expect(
      names == [
        "lines 1 to 3  \"\"", "line 4  \"hello\"", "line 5  \"\"", "line 6  \"world\"",
        "line 7  \"\"",
      ])
    let digits = try await dump(Array(text.utf8), "--format", "ndjson", "--hex").expect(status: 2)
    let octets = digits.text.matches(of: /"(content|separator)": ?"([0-9a-f]*)"/)
    #expect(octets.map { $0.output.2.utf8.count / 2 }.reduce(0, +) == text.utf8.count)
  }

  @Test("Hostile text never reaches a terminal", arguments: [[], ["--all"], ["--hex"]])
  func hostile(options: [String]) async throws {
    let evil = "\u{1B}[31m\u{202E}=x\r\n"
    let receipt = DER.receipt(
      [2, 3, 10, 777].map { DER.attribute($0, DER.utf8(evil)) }
        + [DER.attribute(12, DER.ia5(evil)), DER.attribute(23, DER.element(0x0C, [0xFF, 0x1B]))])
    let quoted = String(decoding: try JSONEncoder().encode(evil), as: UTF8.self)
    let bench = try Workbench()
    for bytes in [
      receipt, Array("{\(quoted): 1, \"\(evil)\": \"\(evil)\"}".utf8), Array(evil.utf8),
      Array("{ \"\(evil)\" = \"\(evil)\"; }".utf8),
    ] {
      try bench.write("receipt", bytes)
      for format in ["text", "json", "ndjson"] {
        let result = try await bench.run(["dump", "receipt", "--format", format] + options)
        expectNoControls(result.output)
        expectNoControls(result.messages)
      }
    }
  }

  @Test("Several receipts in one input are dumped one after the other")
  func several() async throws {
    let base64 = String(decoding: try TestReceipts.base64(), as: UTF8.self)
      .replacing("\n", with: "")
    let text = "first \(base64)\nsecond \(base64)\n"
    let result = try await dump(Array(text.utf8)).expect(status: 0)
    #expect(result.text.contains("receipt, line 1: PKCS#7 in base64 in other text"))
    #expect(result.text.contains("\n\nreceipt, line 2: PKCS#7 in base64 in other text"))
    let json = try await dump(Array(text.utf8), "--format", "json").json()
    #expect(json.elements?.count == 2)
  }

  // MARK: Wrong usage and unreadable input

  @Test("Wrong usage gives 64")
  func usage() async throws {
    let bench = try Workbench()
    for arguments in [["--format", "csv"], ["a", "b"], [""], ["--color", "sometimes"]] {
      try await bench.run(["dump"] + arguments).expect(status: 64)
    }
  }

  @Test("A missing file, a folder, and a file that is too large give 2, and one object")
  func unreadable() async throws {
    let bench = try Workbench()
    try bench.makeFolder("folder/inside")
    try bench.write("large", [UInt8](repeating: 0, count: 2_000))
    for (arguments, code) in [
      (["missing"], "not-found"), (["folder"], "not-a-file"),
      (["large", "--max-size", "1999"], "too-large"),
    ] {
      let result = try await bench.run(["dump", "--format", "json"] + arguments).expect(status: 2)
      #expect(try result.json()["error"]?["code"]?.string == code, "\(result)")
      try await bench.run(["dump"] + arguments).expect(status: 2).expect(message: "[\(code)]")
    }
    try await bench.run(["dump", "large", "--max-size", "2000"]).expect(status: 2)
      .expect(message: "[not-a-receipt]")
  }

  @Test("Standard input is read, and output may go to a file")
  func streams() async throws {
    let bench = try Workbench()
    let bytes = try TestReceipts.der()
    let result = try await bench.run(["dump", "-o", "answer"], input: bytes).expect(status: 0)
    #expect(result.output.isEmpty)
    #expect(try bench.text("answer").hasPrefix("standard input: PKCS#7, 5,445 bytes"))
  }
}

extension TestReceipts {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  fileprivate static func golden(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent("Golden/\(name)"), encoding: .utf8)
  }

  fileprivate static func documentation(_ name: String) throws -> String {
    try String(
      contentsOf: folder.appendingPathComponent("../../docs/\(name)").standardizedFileURL,
      encoding: .utf8)
  }
}
