import Foundation
import ReceiptCore
import TestSupport
import Testing

/// How a browser shows the page of a diagnosis, on screens and on paper.
@Suite(
  // Many browsers at once are slow, and may hang.
  .timeLimit(.minutes(60)), .serialized, .enabled(if: Chromium.isThere, Chromium.absence)
) struct HTMLBrowserTests {
  @Test(
    "A browser shows hostile products without console messages, and runs nothing in them",
    arguments: [380, 1200])
  func hostileProducts(width: Int) async throws {
    let bench = try Workbench()
    let page = try await DiagnosisPage.make(DiagnosisPage.hostileReceipt)
    let look = try await Chromium.look(at: page, .init(width: width), in: bench)
    #expect(!look.isTouched)
    #expect(look.activeAttributes.isEmpty)
    let allowed: Set = [
      "html", "head", "meta", "title", "style", "body", "main", "article", "header", "section",
      "nav", "h1", "h2", "h3", "p", "div", "dl", "dt", "dd", "ul", "li", "a", "b", "i", "br",
      "wbr", "span", "details", "summary", "table", "caption", "thead", "tbody", "tr", "th", "td",
      "figure", "figcaption", "svg", "defs", "pattern", "rect", "line", "circle", "path", "g",
      "text", "footer",
    ]
    #expect(Set(look.elements).subtracting(allowed).isEmpty)
    #expect(look.scrollWidth <= look.width && look.openScrollWidth <= look.width)
    for product in DiagnosisPage.hostile.prefix(9) {
      #expect(look.text.contains(product), "\(product)")
    }
    #expect(look.text.contains("rtl\\u{202E}gpj.exe"))
  }

  @Test(
    "A page is complete on a telephone and on a desktop, light and dark",
    arguments: [380, 1200], [true, false])
  func complete(width: Int, isDark: Bool) async throws {
    let bench = try Workbench()
    let page = try await DiagnosisPage.make(TestReceipts.base64())
    let look = try await Chromium.look(at: page, .init(width: width, isDark: isDark), in: bench)
    #expect(look.width == width)
    #expect(look.shapes == 2 && look.visibleShapes == 2)
    for words in [
      "A test, nothing was paid: Apple's sandbox signed it", "signed by Apple",
      "Is it genuine?", "What is owned on 2018-11-29?", "free trial", "regular period",
      "now, 2018-11-29", "1000000479728157", "com.yomob.IAPtest", "structure",
      "Not checked: bundle-id", "Apple Root CA", "WWDR G1", "offline",
    ] {
      #expect(look.text.contains(words), "\(words)")
    }
    #expect(look.background == (isDark ? "rgb(19, 21, 23)" : "rgb(245, 245, 243)"))
  }

  /// Different verdicts, with long and short texts.
  private static let stories = [
    "forged", "grace", "several-products", "lapsed", "wrong-device", "notification-refund",
  ]

  @Test("The first screen has the whole card, and all else is folded", arguments: [380, 1200])
  func firstScreen(width: Int) async throws {
    let bench = try Workbench()
    var pages: [String] = []
    for story in Self.stories { pages.append(try await DiagnosisPage.story(story)) }
    let looks = try await Chromium.look(at: pages, .init(width: width), in: bench)
    #expect(looks.count == pages.count)
    for (story, look) in zip(Self.stories, looks) {
      let places = look.places
      let card = try #require(places["card"])
      #expect(card <= 800, "\(story): the card ends at \(card)")
      #expect(look.openParts == 0)
      let order = ["verdict", "headline", "action", "timeline", "details"].compactMap { places[$0] }
      #expect(order == order.sorted() && order.count >= 4, "\(places)")
    }
  }

  @Test(
    "Nothing is wider than the screen, and no word or number is broken",
    arguments: [
      Chromium.View(width: 380), Chromium.View(width: 1200),
      // 1200 pixels at a zoom of 200 %, and text alone at 200 %.
      Chromium.View(width: 600), Chromium.View(width: 380, textSize: 200),
      Chromium.View(width: 1200, textSize: 200),
    ])
  func fit(view: Chromium.View) async throws {
    let bench = try Workbench()
    var pages = [
      try await DiagnosisPage.make(TestReceipts.base64()),
      try await DiagnosisPage.make(DiagnosisPage.weeks(30), at: "2018-08-01T00:00:00Z"),
    ]
    for story in ["forged", "several-products", "grace", "transaction"] {
      pages.append(try await DiagnosisPage.story(story))
    }
    let looks = try await Chromium.look(at: pages, view, in: bench)
    #expect(looks.count == pages.count)
    for look in looks {
      #expect(look.scrollWidth <= look.width && look.openScrollWidth <= look.width)
      // At twice the size some words are wider than a telephone.
      if view.width / view.textSize > 2 { #expect(look.brokenWords.isEmpty) }
      #expect(look.overlappingLabels.isEmpty)
      #expect(look.captions.count == look.tables && look.captions.allSatisfy { !$0.isEmpty })
    }
  }

  @Test(
    "Texts have a contrast of 4.5:1 and marks of 3:1", arguments: [true, false])
  func contrast(isDark: Bool) async throws {
    let bench = try Workbench()
    var pages: [String] = []
    for story in [
      "monthly-active", "forged", "answer-21006", "wrong-device", "grace", "upgrade",
      "refund-of-period", "introductory-price", "promotional-offer", "gap-and-back",
    ] {
      pages.append(try await DiagnosisPage.story(story))
    }
    let looks = try await Chromium.look(at: pages, .init(isDark: isDark), in: bench)
    #expect(looks.count == pages.count)
    for look in looks {
      let text = try #require(look.textContrast)
      #expect(text.ratio >= 4.5, "\(text)")
      let mark = try #require(look.markContrast)
      #expect(mark.ratio >= 3, "\(mark)")
    }
  }

  @Test("Each kind of verdict has colours of its own, light and dark", arguments: [true, false])
  func colours(isDark: Bool) async throws {
    let bench = try Workbench()
    let der = try TestReceipts.der()
    let pages = [
      try await DiagnosisPage.story("monthly-active"), try await DiagnosisPage.story("forged"),
      try await DiagnosisPage.story("answer-21006"),
      try await DiagnosisPage.story("wrong-device"),
      try await DiagnosisPage.make(Array(der.prefix(1100))),
    ]
    let looks = try await Chromium.look(at: pages, .init(isDark: isDark), in: bench)
    for colours in [looks.map(\.verdictInk), looks.map(\.verdictTint)] {
      #expect(Set(colours).count == looks.count, "\(colours)")
    }
  }

  @Test("A link opens the part that it leads to")
  func links() async throws {
    let bench = try Workbench()
    let page = try await DiagnosisPage.make(TestReceipts.base64())
    for name in ["facts1", "fields1", "certificates1"] {
      #expect(page.contains("href=\"#\(name)\""))
      let shown = try await Chromium.elements(of: page, following: name, in: bench)
      let parts = shown.components(separatedBy: "<details").dropFirst()
      for part in parts {
        let isOpen = part.prefix { $0 != ">" }.contains("open")
        #expect(isOpen == part.contains("id=\"\(name)\""), "\(name)")
      }
    }
  }

  @Test(
    "Every receipt of the corpus makes a page that fits a telephone",
    .enabled(if: TestReceipts.corpus != nil, "there is no corpus"))
  func corpus() async throws {
    let corpus = try #require(TestReceipts.corpus)
    let bench = try Workbench()
    for folder in ["app-receipt", "ios6-transaction", "jws", "verify-receipt"] {
      let result = try await bench.run([
        "diagnose", corpus.appendingPathComponent(folder).path, "--format", "html", "--quiet",
      ])
      // In the others there is a file that is no receipt, or a damaged one.
      result.expect(status: folder == "verify-receipt" ? 1 : 2)
      let look = try await Chromium.look(at: result.text, .init(width: 380), in: bench)
      #expect(look.scrollWidth <= look.width && look.openScrollWidth <= look.width, "\(folder)")
      #expect(look.visibleShapes == look.shapes, "\(folder)")
      #expect(look.activeAttributes.isEmpty && !look.elements.contains("script"))
      #expect(look.textContrast.map { $0.ratio >= 4.5 } ?? true, "\(folder)")
    }
  }

  // MARK: On paper

  @Test(
    "On paper all parts are open, and tables repeat their heads",
    .enabled(if: Python.isThere, Python.absence))
  func paper() async throws {
    let bench = try Workbench()
    let usual = try await pages(of: DiagnosisPage.make(TestReceipts.base64()), in: bench)
    #expect(usual.count <= 3, "\(usual.count) pages")
    for words in ["AppleRootCA", "Isitgenuine?", "1000000479728157", "attribute_13120000"] {
      #expect(usual.contains { $0.contains(words) }, "\(words)")
    }
    let large = try await pages(
      of: DiagnosisPage.make(DiagnosisPage.weeks(187), at: "2018-08-01T00:00:00Z"), in: bench)
    #expect(large.count <= 8, "\(large.count) pages")
    let head = "TransactionPurchasedExpires"
    let rows = large.filter { $0.contains("30000000000005") || $0.contains("30000000000015") }
    #expect(rows.count >= 2 && rows.allSatisfy { $0.contains(head) })
    // Nothing is folded away: each transaction is there.
    let all = large.joined()
    for week in 0..<187 { #expect(all.contains("\(300_000_000_000_000 + week)")) }
  }

  /// The text of each printed page, without white space.
  private func pages(of page: String, in bench: Workbench) async throws -> [String] {
    _ = try await Chromium.pdf(of: page, in: bench)
    let result = try await bench.python("pdf_text.py", [bench.place("page.pdf")]).expect(status: 0)
    return try JSONDecoder().decode([String].self, from: Data(result.output))
  }
}
