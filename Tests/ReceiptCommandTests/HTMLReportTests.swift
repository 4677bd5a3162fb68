import Foundation
import ReceiptCore
import ReceiptMaking
import TestSupport
import Testing

/// `receipt diagnose --format html`: what is in the page.
@Suite(.timeLimit(.minutes(60))) struct HTMLReportTests {
  @Test("The page of the genuine fixture is complete")
  func fixture() async throws {
    let page = try await DiagnosisPage.make(TestReceipts.base64())
    Golden.expect(Array(page.utf8), "diagnose.html")
    // The same page, written with an option.
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.base64())
    let timeline = try await bench.run(
      ["timeline", "receipt", "--format", "html", "--at", "2018-11-29T08:45:00Z"]
        + TestReceipts.trust()
    ).expect(status: 0).expectSilence()
    #expect(timeline.text == page)
  }

  @Test("It has no script, loads nothing, and forbids both")
  func policy() async throws {
    let page = try await DiagnosisPage.make(DiagnosisPage.hostileReceipt)
    #expect(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""))
    for word in ["<script", "<img", "<link", "<iframe", "@import"] {
      #expect(!page.lowercased().contains(word), "\(word)")
    }
    // The only links are to places inside the page.
    for start in ["url(", "href=\""] {
      #expect(
        page.components(separatedBy: start).count
          == page.components(separatedBy: "\(start)#").count)
    }
    for control in page.unicodeScalars where control.value < 0x20 && control != "\n" {
      Issue.record("a control character: \(control.value)")
    }
  }

  @Test("Of 500 purchases all are drawn, and of more the last 500", arguments: [500, 501])
  func shapes(count: Int) async throws {
    let purchases = (1...count).map { number in
      TestReceipts.purchase(
        DER.utf8("coins"), transaction: "\(number)", date: "2024-01-01T00:00:\(10 + number % 50)Z",
        type: 2)
    }
    let bench = try Workbench()
    try bench.write("receipt", DER.receipt(TestReceipts.fields() + purchases))
    let page = try await bench.run(["timeline", "receipt", "--format", "html"]).text
    #expect(page.components(separatedBy: "<circle class=\"bought").count == 501)
    #expect(page.contains("of each kind only the last 500 are drawn") == (count > 500))
  }

  @Test("Several receipts are on one page with a list of them, including unreadable ones")
  func several() async throws {
    let bench = try Workbench()
    try bench.write("a", TestReceipts.base64())
    try bench.write("b", Array("<html></html>".utf8))
    try bench.write("c", DiagnosisPage.hostileReceipt)
    let result = try await bench.run(
      ["diagnose", "a", "b", "c", "--format", "html", "--at", "2018-11-29T08:45:00Z"]
        + TestReceipts.trust()
    ).expect(status: 2).expect(message: "this is a web page")
    let page = result.text
    #expect(page.components(separatedBy: "<article").count == 4)
    #expect(page.components(separatedBy: "<!DOCTYPE html>").count == 2)
    #expect(page.hasSuffix("</html>\n"))
    #expect(page.contains("<title>3 receipts</title>"))
    #expect(page.contains("<p>1 unreadable, 1 not active, 1 test</p>"))
    let list = try #require(
      page.components(separatedBy: "<ol>").last?.components(separatedBy: "</ol>").first)
    let entries = Array(list.components(separatedBy: "<li>").dropFirst())
    #expect(entries.count == 3)
    for (entry, words) in zip(
      entries,
      [
        // The worst comes first.
        ["Not readable", "Unreadable input b"], ["Test", "14 more products c"],
        ["Test", "vip: active until 2018-11-29 a"],
      ])
    {
      for word in words { #expect(withoutTags(entry).contains(word), "\(word) in \(entry)") }
    }
    for number in 1...3 { #expect(list.contains("href=\"#receipt\(number)\"")) }
    // An unreadable input has a card with its error.
    let unreadable = try #require(page.components(separatedBy: "<article").dropFirst(1).first)
    for words in ["class=\"card incomplete\"", "a web page", "error html-page"] {
      #expect(unreadable.contains(words) || withoutTags(unreadable).contains(words), "\(words)")
    }
    let names = page.components(separatedBy: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(names.count == Set(names).count)
    #expect(page.components(separatedBy: "<h1>").count == 2)
  }

  private func withoutTags(_ markup: some StringProtocol) -> String {
    String(markup).replacingOccurrences(of: "<[^>]*>", with: "", options: .regularExpression)
  }

  @Test("A thousand purchases are on the page, and a note counts the others")
  func limit() async throws {
    func receipt(_ count: Int) -> [UInt8] {
      DER.receipt(
        TestReceipts.fields()
          + (0..<count).map {
            TestReceipts.purchase(DER.utf8("p"), transaction: String(10_000 + $0))
          })
    }
    let thousand = try await DiagnosisPage.make(receipt(1000))
    #expect(thousand.contains(">10000<") && !thousand.contains("1 before these: receipt decode"))
    let more = try await DiagnosisPage.make(receipt(1001))
    #expect(!more.contains(">10000<") && more.contains("1 before these: receipt decode"))
  }

  // MARK: The card

  @Test(
    "The verdict's word and colours follow from the receipt",
    arguments: [
      ("monthly-active", "test", "Test"), ("testflight", "test", "Test"), ("xcode", "test", "Test"),
      ("forged", "foreign", "Not Apple's"),
      ("two-apps-in-one", "foreign", "Not as Apple makes it"),
      ("answer-21006", "unsigned", "Unsigned"), ("answer-21002", "unsigned", "Unsigned error"),
      ("wrong-device", "warning", "Another device"),
    ])
  func verdict(story: String, kind: String, word: String) async throws {
    let page = try await DiagnosisPage.story(story)
    expectVerdict(page, kind, word)
  }

  @Test("The verdict on what does not arrive whole")
  func incomplete() async throws {
    let der = try TestReceipts.der()
    expectVerdict(try await DiagnosisPage.make(Array(der.prefix(1100))), "incomplete", "Incomplete")
    let changed = try #require(CatalogueReceipt.all.first { $0.name == "content-changed" })
    expectVerdict(
      try await DiagnosisPage.make(changed.make(under: TestReceipts.authority.get())), "foreign",
      "Not Apple's")
  }

  private func expectVerdict(_ page: String, _ kind: String, _ word: String) {
    #expect(page.contains("<header class=\"card \(kind)\">"), "\(word)")
    #expect(page.contains("<b>\(word.replacing("'", with: "&apos;"))</b></p>"), "\(word)")
  }

  @Test(
    "Title and heading name the product, its state and the day, not a file",
    arguments: [
      ("monthly-active", "com.example.tea.monthly: active until 2025-06-11"),
      ("grace", "com.example.tea.monthly: grace period until 2025-06-08 (not signed)"),
      ("lapsed", "com.example.tea.monthly: not known since 2025-05-18"),
      ("refund-of-unlock", "com.example.tea.unlock: refunded on 2025-05-05"),
      ("forged", "com.example.tea.unlock: claimed, not proven"),
      ("several-products", "com.example.tea.unlock: bought on 2024-12-24; 3 more products"),
      ("nothing-bought", "com.example.tea: no purchase in it"),
    ])
  func title(story: String, headline: String) async throws {
    let page = try await DiagnosisPage.story(story)
    #expect(page.contains("<title>\(headline) (2025-06-01)</title>"), "\(page.prefix(700))")
    let heading = try #require(
      page.components(separatedBy: "<h1>").last?.components(separatedBy: "</h1>").first)
    #expect(withoutTags(heading) == headline)
  }

  @Test("Without proof, no colour says that something is good")
  func claims() async throws {
    for story in ["forged", "forged-transaction", "xcode"] {
      let page = try await DiagnosisPage.story(story)
      let body = try #require(page.components(separatedBy: "</style>").last)
      #expect(!body.contains("class=\"good\""), "\(story)")
      #expect(
        body.contains("<section class=\"claimed\">") == body.contains("<figure"), "\(story)")
      #expect(!body.contains("<section class=\"shown\">"), "\(story)")
    }
    #expect(
      try await DiagnosisPage.story("monthly-active").contains("<section class=\"shown\">"))
  }

  @Test(
    "Structure and signature are separate facts",
    arguments: [
      ("trailing-byte", "bad", true), ("content-changed", "met", false), ("ok", "met", true),
    ])
  func facts(name: String, structure: String, isSigned: Bool) async throws {
    let receipt = try #require(CatalogueReceipt.all.first { $0.name == name })
    let page = try await DiagnosisPage.make(receipt.make(under: TestReceipts.authority.get()))
    let signature = isSigned ? "met" : "bad"
    #expect(page.contains("<li class=\"\(signature)\">Signature: "), "\(name)")
    #expect(page.contains("<li class=\"\(structure)\">Structure: "), "\(name)")
    #expect(!page.contains(">Expectations: "))
  }

  // MARK: The drawing

  @Test("The drawing says in words which products and states it shows")
  func description() async throws {
    let page = try await DiagnosisPage.story("grace")
    let label = try #require(
      page.components(separatedBy: "role=\"img\" aria-label=\"").last?
        .components(separatedBy: "\"").first)
    for words in [
      "Timeline from 2025-04-30 to 2025-06-08.", "com.example.tea.monthly: paid",
      "grace period, unpaid", "2025-05-30 12:00:00 to 2025-06-08", "Marked: ", "now 2025-06-01",
    ] {
      #expect(label.contains(words), "\(words) is not in: \(label)")
    }
  }

  // MARK: Names

  @Test("With --redact no file is named", arguments: ["html", "text", "json"])
  func redacted(format: String) async throws {
    let bench = try Workbench()
    try bench.write("erika.mustermann/private.receipt", TestReceipts.base64())
    try bench.write("erika.mustermann/broken.receipt", Array("<html></html>".utf8))
    let files = ["private", "broken"].map { "erika.mustermann/\($0).receipt" }
    for command in ["diagnose", "timeline"] {
      let result = try await bench.run([command] + files + ["--redact", "--format", format])
        .expect(status: 2).expect(message: "receipt 1: it cannot be read [html-page]")
      for word in ["mustermann", "private", "broken"] {
        #expect(!result.text.contains(word), "\(command) \(format)")
        #expect(!result.messageText.contains(word), "\(command) \(format)")
      }
      #expect(result.text.contains("receipt 2"), "\(command) \(format)")
    }
    let named = try await bench.run(["diagnose"] + files + ["--format", format])
    #expect(withoutTags(named.text).contains("private.receipt"))
  }

  @Test("Receipts that are read together are counted with --redact")
  func redactedTogether() async throws {
    let bench = try Workbench()
    try bench.write("erika.one", TestReceipts.base64())
    try bench.write("erika.two", DiagnosisPage.weeks(2))
    for format in ["html", "json", "text"] {
      let result = try await bench.run(
        ["diagnose", "erika.one", "erika.two", "--together", "--redact", "--format", format]
          + TestReceipts.trust())
      #expect(result.code != 64)
      #expect(!result.text.contains("erika"), "\(format): \(result)")
    }
  }
}
