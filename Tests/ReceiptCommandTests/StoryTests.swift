import Foundation
import ReceiptCore
import ReceiptInsight
import ReceiptMaking
import Testing

/// Customers' questions and the answers of `receipt diagnose`, for each receipt in the folder `Stories`.
@Suite struct StoryTests {
  @Test("Each story gives its recorded output, and fits", arguments: Story.names)
  func story(name: String) async throws {
    let story = try Story.named(name)
    let bench = try Workbench()
    let question = try await story.prepare(bench)
    for columns in [100, 60] {
      let result = try await bench.run(question, environment: ["COLUMNS": "\(columns)"])
        .expect(status: story.exitCode).expectSilence()
      if columns == 100 { Golden.expect(result.output, "\(name).txt", in: Story.folder) }
      expectFit(result, columns: columns)
    }
    let json = try await bench.run(question + ["--format", "json"]).json()
    let remarks = json["remarks"]?.elements?.compactMap { $0["id"]?.string } ?? []
    #expect(Set(remarks) == story.remarks)
    let answer = json["answer"]?.elements?.compactMap(\.string) ?? []
    #expect(answer.count == 3 && answer.allSatisfy { $0.hasSuffix(".") }, "\(answer)")
    #expect(json["summary"]?["action"]?["code"]?.string != nil)
    // The answer and what to do stand in the first lines.
    #expect(answer.allSatisfy { $0.components(separatedBy: ". ").count <= 3 }, "\(answer)")
    // Every statement about a product has evidence.
    for statement in (json["sections"]?.elements ?? []).flatMap({ $0["statements"]?.elements ?? [] }
    ) {
      let text = statement["text"]?.string ?? ""
      guard text.hasPrefix("com.example.") else { continue }
      #expect(statement["evidence"]?["product_id"]?.string != nil, "\(text)")
    }
  }

  @Test("There are many stories, each says what happened, and all are different")
  func many() throws {
    let stories = try Story.all.get()
    #expect(stories.count >= 40)
    #expect(stories.allSatisfy { $0.situation.count >= 20 && $0.commands.count >= 2 })
    #expect(Set(stories.map(\.situation)).count == stories.count)
  }

  @Test("docs/diagnosing.md has twenty cases, and quotes their cards")
  func cases() throws {
    let page = try String(contentsOfFile: Python.file("docs/diagnosing.md"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "## Twenty cases\n").last)
    let cases = section.components(separatedBy: "\n### ").dropFirst()
    #expect(cases.count == 20)
    for text in cases {
      let name = try #require(text.firstMatch(of: /Stories\/([a-z0-9-]+)\.yaml/)?.1)
      let told = try String(
        contentsOfFile: Python.file("Tests/ReceiptCommandTests/Stories/\(name).txt"),
        encoding: .utf8)
      let card = text.components(separatedBy: "\n").drop { !$0.hasPrefix("    Genuine?") }
        .prefix { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }.joined(separator: "\n")
      #expect(card.contains("\nOwned?     ") && card.contains("\nDo         "), "\(name)")
      #expect(told.hasPrefix("\(card)\n"), "\(name)")
    }
  }

  /// For each kind of remark, a story that shows it, and a similar one that must not.
  private static let remarks = [
    ("xcode-transaction-id", "xcode", "unlocked"),
    ("sandbox-constant", "sandbox-dressed-as-production", "testflight"),
    ("created-outside-certificate", "before-the-certificate", "signed-with-sha1"),
    ("missing-attribute", "missing-attributes", "before-2013"),
    ("unknown-attribute", "unknown-attributes", "missing-attributes"),
    ("old-receipt", "old-receipt", "lapsed"),
    ("future-date", "bought-after-it-was-made", "restored"),
    ("duplicate-transaction", "same-transaction-twice", "several-products"),
    ("mixed-original-transactions", "two-accounts", "gap-and-back"),
    ("odd-quantity", "eleven-at-once", "several-products"),
    ("cancelled-before-purchase", "refunded-before-it-was-bought", "refund-of-unlock"),
    ("original-after-purchase", "original-after-purchase", "testflight-subscription"),
    ("empty-period", "period-without-length", "expires-in-a-second"),
    ("year-4001", "xcode", "volume-licence"),
    ("overlapping-periods", "overlapping-periods", "upgrade"),
    ("missing-renewal", "gap-and-back", "monthly-active"),
  ]

  @Test("Each kind of remark has a story that shows it, and one that does not")
  func everyRemark() throws {
    for (id, shows, without) in Self.remarks {
      #expect(try Story.named(shows).remarks.contains(id), "\(id): \(shows)")
      #expect(try !Story.named(without).remarks.contains(id), "\(id): \(without)")
    }
    // The tests cannot sign with Xcode's own certificate. LintTests has receipts with it, if there are any. A
    // receipt that is only similar must not get the remark.
    #expect(try !Story.named("xcode").remarks.contains("storekit-certificate"))
    // Stories are signed. What a response says against itself, LintTests has.
    let ofResponses = [
      "contradicts-itself", "unusual-date", "odd-transaction-id", "sandbox-transaction-id",
      "long-period", "latest-receipt-unreadable", "foreign-member",
      "missing-member", "before-store",
    ]
    let told = Set(Self.remarks.map(\.0) + ["storekit-certificate"] + ofResponses)
    #expect(told == Set(Lint.rules.map { $0.id }))
  }
}
