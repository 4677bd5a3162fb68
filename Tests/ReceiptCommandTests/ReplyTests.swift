import Foundation
import Testing

@testable import ReceiptCommandLine

/// `receipt diagnose --reply`, from outside.
@Suite struct ReplyTests {
  private static let languages = ReplyLanguage.allCases.map(\.rawValue)

  /// Stories that have different replies, and what the customer complains about.
  private static let stories: [(name: String, complaint: String?)] = [
    ("forged", nil), ("lapsed", nil), ("testflight", nil), ("wrong-device", nil),
    ("nothing-bought", nil), ("grace", nil), ("renewal-off", nil), ("refund-of-unlock", nil),
    ("coins", nil), ("trial-converted", "charged"),
  ]

  @Test("Ten stories in each language state what the card holds, and nothing else")
  func stories() async throws {
    var told = ""
    for (name, complaint) in Self.stories {
      let story = try Story.named(name)
      let bench = try Workbench()
      let question =
        try await story.prepare(bench) + (complaint.map { ["--complaint", $0] } ?? [])
      told += "\(([name] + [complaint].compactMap(\.self)).joined(separator: ", "))\n\n"
      for language in Self.languages {
        let run = question + ["--format", "json", "--reply", language]
        let json = try await bench.run(run).expect(status: story.exitCode).json()
        #expect(json["reply"]?["language"]?.string == language)
        let text = try #require(json["reply"]?["text"]?.string)
        told += "\(language)  \(text)\n"
        expectHeld(text, by: String(describing: json["summary"]), language)
      }
      told += "\n"
    }
    Golden.expect(Array(told.utf8), "replies.txt")
  }

  /// Expects that each day and each product of a reply stands in the summary.
  private func expectHeld(_ reply: String, by summary: String, _ language: String) {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: language == "en" ? "en_GB" : language)
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateStyle = .long
    formatter.timeStyle = .none
    var rest = reply
    for day in Set(summary.matches(of: /\d{4}-\d{2}-\d{2}/).map { String($0.output) }) {
      guard let date = try? Date("\(day)T00:00:00Z", strategy: .iso8601) else { continue }
      rest = rest.replacingOccurrences(of: formatter.string(from: date), with: "")
    }
    #expect(rest.firstMatch(of: /\d{4}/) == nil, "a day that the card lacks: \(reply)")
    for product in reply.matches(of: /com\.example[.a-z]+[a-z]/) {
      #expect(summary.contains(product.output), "a product that the card lacks: \(reply)")
    }
  }

  @Test("In text, the reply is a block of its own below the card, and fits", arguments: [60, 100])
  func text(columns: Int) async throws {
    let bench = try Workbench()
    let question = try await Story.named("lapsed").prepare(bench)
    let plain = try await bench.run(question, environment: ["COLUMNS": "\(columns)"])
    // A blank line ends the card.
    let action = try #require(plain.text.firstRange(of: "\nDo  ")).upperBound
    let end = try #require(plain.text[action...].firstRange(of: "\n\n")).lowerBound
    for language in Self.languages {
      let result = try await bench.run(
        question + ["--reply", language], environment: ["COLUMNS": "\(columns)"]
      ).expect(status: 0).expectSilence()
      expectFit(result, columns: columns)
      expectNoControls(result.output)
      // Nothing else changes.
      let parts = result.text.components(separatedBy: "\n\nReply\n")
      #expect(parts.count == 2 && plain.text[..<end] == parts[0])
      let below = try #require(parts.last?.firstRange(of: "\n\n"))
      #expect(parts[1][below.lowerBound...] == plain.text[end...])
      let json = try await bench.run(question + ["--reply", language, "--format", "json"]).json()
      let reply = json["reply"]?["text"]?.string
      let lines = parts[1][..<below.lowerBound].split(separator: "\n")
      #expect(lines.count > 1)
      // In Japanese and Chinese most lines end without a space.
      #expect(lines.joined().filter { $0 != " " } == reply?.filter { $0 != " " })
      if !["ja", "zh"].contains(language) { #expect(lines.joined(separator: " ") == reply) }
    }
  }

  @Test("An input that cannot be read has a reply too, and keys stay sorted")
  func unreadable() async throws {
    let bench = try Workbench()
    try bench.write("page", Array("<html></html>".utf8))
    let reply = "Unfortunately, we could not read the receipt that reached us. Please send it"
    try await bench.run(["diagnose", "page", "--reply", "en"]).expect(status: 2)
      .expect(output: "Reply\n\(reply)")
    let result = try await bench.run(["diagnose", "page", "--reply", "en", "-f", "json"])
      .expect(status: 2)
    let json = try result.json()
    #expect(json.names == ["summary", "error", "judged_at", "reply", "schema", "source"])
    #expect(json["reply"]?["text"]?.string?.hasPrefix(reply) == true)
    let plain = try await bench.run(["diagnose", "page", "-f", "json"]).json()
    #expect(plain["reply"] == nil)
  }

  @Test("A name from a receipt does no harm in a reply", arguments: Self.languages)
  func hostile(language: String) async throws {
    let bench = try Workbench()
    let spec = """
      style: apple
      receipt:
        environment: Production
        bundle_id: com.example.tea
        receipt_creation_date: 2025-05-31T12:00:00Z
        in_app:
          - product_id: "a\\u001B[2J{date}\\u202Eb\\nc"
            product_type: non-consumable
            transaction_id: "300000000000291"
            purchase_date: 2024-12-24
      """
    try bench.write("spec.yaml", Array(spec.utf8))
    try await bench.run(["make", "spec.yaml", "-o", "receipt", "--root", "roots.pem"])
      .expect(status: 0)
    let question = [
      "diagnose", "receipt", "--trust-root", "roots.pem", "--at", "2025-06-01", "--reply", language,
    ]
    let result = try await bench.run(question).expect(status: 0)
      .expect(output: "a\\u{1B}[2J{date}\\u{202E}b\\u{A}c")
    expectNoControls(result.output)
    let json = try await bench.run(question + ["-f", "json"]).json()
    #expect(json["reply"]?["text"]?.string?.contains("a\u{1B}[2J{date}\u{202E}b\nc") == true)
  }

  @Test("Card and reply name three products, and say how many more there are")
  func manyProducts() async throws {
    let bench = try Workbench()
    let products = (1...5).map { number in
      "{product_id: p\(number), product_type: non-consumable, transaction_id: \"\(number)\"}"
    }
    let spec = """
      style: apple
      receipt:
        environment: Production
        receipt_creation_date: 2025-05-31T12:00:00Z
        in_app: [\(products.joined(separator: ", "))]
      """
    try bench.write("spec.yaml", Array(spec.utf8))
    try await bench.run(["make", "spec.yaml", "-o", "receipt", "--root", "roots.pem"])
      .expect(status: 0)
    let json = try await bench.run([
      "diagnose", "receipt", "--trust-root", "roots.pem", "--at", "2025-06-01", "--reply", "en",
      "-f", "json",
    ]).expect(status: 0).json()
    let action = json["summary"]?["action"]
    #expect(
      action?["product_ids"]?.elements?.compactMap(\.string) == ["p1", "p2", "p3", "p4", "p5"])
    #expect(action?["text"]?.string?.contains("unlock p1, p2, p3 and 2 more.") == true)
    #expect(
      json["reply"]?["text"]?.string?.contains("you have “p1”, “p2”, “p3” and 2 more.") == true)
  }

  @Test("Another language is wrong usage, and the list is given", arguments: ["it", "EN", ""])
  func otherLanguage(language: String) async throws {
    let bench = try Workbench()
    try await bench.run(["diagnose", "receipt", "--reply", language]).expect(status: 64)
      .expect(message: Self.languages.joined(separator: ", "))
  }

  @Test("docs/diagnosing.md shows the reply of a story")
  func documented() async throws {
    let page = try String(contentsOfFile: Python.file("docs/diagnosing.md"), encoding: .utf8)
    let section = try #require(
      page.components(separatedBy: "## A reply to the customer\n").last?
        .components(separatedBy: "\n## ").first)
    let bench = try Workbench()
    let question = try await Story.named("lapsed").prepare(bench)
    for language in ["en", "de"] {
      let reply = try await bench.run(
        question + ["--reply", language], environment: ["COLUMNS": "100"])
      let block = try #require(
        reply.text.components(separatedBy: "\nReply\n").last?.components(separatedBy: "\n\n").first)
      let shown = block.split(separator: "\n").map { "    \($0)\n" }.joined()
      #expect(section.contains(shown), "\(shown)")
    }
    for language in Self.languages { #expect(section.contains("`\(language)`")) }
  }
}
