import Foundation
import ReceiptCore
import ReceiptMaking
import TestSupport
import Testing

/// `receipt diagnose --format html`: the content of the page, and how a browser shows it.
@Suite(.timeLimit(.minutes(20))) struct HTMLReportTests {
  /// Text that would run or load something if it became markup.
  private static let hostile = [
    "<script>parent.touched=true</script>", "<img src=x onerror=\"parent.touched=true\">",
    "\"><svg onload='parent.touched=true'>", "</title></svg><script>parent.touched=true</script>",
    "'-parent.touched-'", "javascript:parent.touched=true", "]]><!--", "--></style><script>",
    "&lt;b&gt;", "a" + String(repeating: "\u{301}", count: 300),
    String(repeating: "\u{202E}", count: 60), "rtl\u{202E}gpj.exe", "nul\u{0}\u{1B}[2J",
    String(repeating: "w", count: 300),
    "日本語の商品", "",
  ]

  private static var hostileReceipt: [UInt8] {
    DER.receipt(
      TestReceipts.fields()
        + hostile.enumerated().map { index, product in
          TestReceipts.purchase(DER.utf8(product), transaction: String(1000 + index))
        })
  }

  private func page(
    _ receipt: [UInt8], _ arguments: [String] = [], name: String = "receipt"
  ) async throws -> String {
    let bench = try Workbench()
    try bench.write(name, receipt)
    return try await bench.run(
      ["diagnose", name, "--format", "html", "--at", "2018-11-29T08:45:00Z"]
        + TestReceipts.trust() + arguments
    ).text
  }

  @Test("The page of the genuine fixture is complete")
  func fixture() async throws {
    let page = try await page(TestReceipts.base64())
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
    let page = try await page(Self.hostileReceipt)
    #expect(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""))
    for word in ["<script", "<img", "<link", "<iframe", "@import"] {
      #expect(!page.lowercased().contains(word), "\(word)")
    }
    // The only links are to the pattern inside the page.
    #expect(
      page.components(separatedBy: "url(").count == page.components(separatedBy: "url(#").count)
    for control in page.unicodeScalars where control.value < 0x20 && control != "\n" {
      Issue.record("a control character: \(control.value)")
    }
  }

  @Test("Several receipts are on one page, including unreadable ones")
  func several() async throws {
    let bench = try Workbench()
    try bench.write("a", TestReceipts.base64())
    try bench.write("b", Array("<html></html>".utf8))
    try bench.write("c", Self.hostileReceipt)
    let result = try await bench.run(
      ["diagnose", "a", "b", "c", "--format", "html"] + TestReceipts.trust()
    ).expect(status: 2).expect(message: "this is a web page")
    #expect(result.text.components(separatedBy: "<article>").count == 4)
    #expect(result.text.components(separatedBy: "<!DOCTYPE html>").count == 2)
    #expect(result.text.hasSuffix("</html>\n"))
    #expect(result.text.contains("this is a web page"))
    // Each drawing has its own pattern.
    let names = result.text.components(separatedBy: "pattern id=\"").dropFirst().map {
      $0.prefix { $0 != "\"" }
    }
    #expect(names.count == Set(names).count)
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
    let thousand = try await page(receipt(1000))
    #expect(thousand.contains(">10000<") && !thousand.contains("1 before these: receipt decode"))
    let more = try await page(receipt(1001))
    #expect(!more.contains(">10000<") && more.contains("1 before these: receipt decode"))
  }

  @Test(
    "Structure and signature are separate facts",
    arguments: [
      ("trailing-byte", "bad", true), ("content-changed", "good", false), ("ok", "good", true),
    ])
  func facts(name: String, structure: String, isSigned: Bool) async throws {
    let receipt = try #require(CatalogueReceipt.all.first { $0.name == name })
    let page = try await page(receipt.make(under: TestReceipts.authority.get()))
    let signature = isSigned ? "good" : "bad"
    #expect(page.contains("<li class=\"\(signature)\">Signature: "), "\(name)")
    #expect(page.contains("<li class=\"\(structure)\">Structure: "), "\(name)")
    #expect(page.contains("<li class=\"faint\">Expectations: <b>none were asked for"))
  }

  // MARK: In a browser

  @Test(
    "A browser shows it without console messages, and runs nothing in it",
    .enabled(if: Chromium.isThere, Chromium.absence), arguments: [380, 1100])
  func hostileProducts(width: Int) async throws {
    let bench = try Workbench()
    let page = try await page(Self.hostileReceipt)
    let look = try await Chromium.look(at: page, width: width, in: bench)
    #expect(!look.isTouched)
    #expect(look.activeAttributes.isEmpty)
    let allowed: Set = [
      "html", "head", "meta", "title", "style", "body", "main", "article", "h1", "h2", "h3", "p",
      "ul",
      "li", "b", "i", "br", "span", "table", "thead", "tbody", "tr", "th", "td", "figure",
      "figcaption", "svg", "defs", "pattern", "rect", "line", "circle", "g", "text", "footer",
    ]
    #expect(Set(look.elements).subtracting(allowed).isEmpty)
    #expect(look.scrollWidth <= look.width, "it is wider than the screen")
    for product in Self.hostile.prefix(9) {
      #expect(look.text.contains(product), "\(product)")
    }
    #expect(look.text.contains("rtl\\u{202E}gpj.exe"))
  }

  @Test(
    "A page is complete on a telephone and on a desktop, light and dark",
    .enabled(if: Chromium.isThere, Chromium.absence), arguments: [380, 1100], [true, false])
  func complete(width: Int, isDark: Bool) async throws {
    let bench = try Workbench()
    let page = try await page(TestReceipts.base64())
    let look = try await Chromium.look(at: page, width: width, isDark: isDark, in: bench)
    #expect(look.width == width && look.scrollWidth <= width)
    #expect(look.shapes == 2 && look.visibleShapes == 2)
    for words in [
      "A test receipt for com.yomob.IAPtest. Apple signed it in its sandbox", "signed by Apple",
      "none were asked for", "Is it genuine?", "What is owned on 2018-11-29?", "free trial", "paid",
      "now, 2018-11-29", "1000000479728157", "com.yomob.IAPtest", "structure",
      "not checked: bundle-id", "Apple Root CA", "WWDR G1", "offline",
    ] {
      #expect(look.text.contains(words), "\(words)")
    }
    #expect(look.background == (isDark ? "rgb(21, 23, 26)" : "rgb(251, 251, 250)"))
  }

  @Test(
    "Every receipt of the corpus makes a page that fits a telephone",
    .enabled(
      if: Chromium.isThere && TestReceipts.corpus != nil, "there is no corpus, or no Chromium"))
  func corpus() async throws {
    let corpus = try #require(TestReceipts.corpus)
    let bench = try Workbench()
    for folder in ["app-receipt", "ios6-transaction", "jws", "verify-receipt"] {
      let result = try await bench.run([
        "diagnose", corpus.appendingPathComponent(folder).path, "--format", "html", "--quiet",
      ])
      #expect([0, 1, 2].contains(result.code))
      let look = try await Chromium.look(at: result.text, width: 380, in: bench)
      #expect(look.scrollWidth <= look.width, "\(folder)")
      #expect(look.visibleShapes == look.shapes, "\(folder)")
      #expect(look.activeAttributes.isEmpty && !look.elements.contains("script"))
    }
  }
}
