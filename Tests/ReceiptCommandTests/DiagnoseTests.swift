import Foundation
import ReceiptCore
import ReceiptInsight
import ReceiptMaking
import TestSupport
import Testing

/// `receipt diagnose`, from outside.
@Suite struct DiagnoseTests {
  private static let now = "2025-06-01T12:00:00Z"
  private static let created = "2025-05-31T12:00:00Z"

  @Test("Every scenario is diagnosed truthfully", arguments: Scenario.all.map(\.name))
  func stories(name: String) async throws {
    let bench = try Workbench()
    try await bench.run([
      "make", "--scenario", name, "--created", Self.created, "-o", "receipt", "--root", "roots.pem",
    ])
    .expect(status: 0)
    let result = try await bench.run(
      ["diagnose", "receipt", "--trust-root", "roots.pem", "--at", Self.now],
      environment: ["COLUMNS": "100"]
    ).expect(status: 0).expectSilence()
    Golden.expect(result.output, "diagnose.\(name).txt")
    expectFit(result, columns: 100)
  }

  @Test(
    "Receipts that are not sound or not Apple's are called what they are",
    arguments: [
      ("content-changed", Int32(1)), ("forged-chain", 1), ("no-signer", 1),
      ("leaf-of-developer", 1),
      ("two-bundle-ids", 1), ("jws-tampered", 1), ("ios6-issuer-unknown", 1), ("jws-ok", 0),
      ("ios6-ok", 0),
    ])
  func broken(name: String, status: Int32) async throws {
    let receipt = try #require(CatalogueReceipt.all.first { $0.name == name })
    let bench = try Workbench()
    try bench.write("receipt", receipt.make(under: TestReceipts.authority.get()))
    try bench.write("root.cer", TestReceipts.authority.get().rootCertificate)
    try bench.write("jws.cer", TestReceipts.authority.get().ellipticRootCertificate)
    let result = try await bench.run(
      [
        "diagnose", "receipt", "--trust-root", "root.cer", "--trust-root", "jws.cer", "--at",
        Self.now,
      ], environment: ["COLUMNS": "100"]
    ).expect(status: status)
    Golden.expect(result.output, "diagnose.case.\(name).txt")
  }

  @Test(
    "A notification tells what happened, what to do and what not to do",
    arguments: [
      (
        "RENEWAL_EXTENSION", "SUMMARY",
        [
          "The extension of renewal dates that you requested for many subscribers is finished.",
          "compare succeededCount with failedCount", "it holds counts only",
          "Not stated: it holds no transaction.",
        ]
      ),
      (
        "RENEWAL_EXTENSION", "FAILURE",
        [
          "The extension of the renewal date failed for one subscription.", "Do not extend access",
        ]
      ),
      ("REFUND", "SEATS", ["Do not withdraw the purchaser's access"]),
      ("MIGRATE", nil, ["You moved the subscription to Advanced Commerce."]),
      ("ANY_TYPE", "INCREASE_QUANTITY", ["added seats", "add up all transactions of the period"]),
      ("EXPIRED", "NEW_REASON", ["EXPIRED/NEW_REASON, which Apple does not document"]),
    ] as [(String, String?, [String])])
  func notification(type: String, subtype: String?, told: [String]) async throws {
    let bench = try Workbench()
    let spec = """
      style: jws-notification
      notification: {notification_type: \(type)\(subtype.map { ", subtype: \($0)" } ?? "")}
      receipt: {bundle_id: com.example.tea, environment: Production, in_app: []}
      """
    try bench.write("spec.yaml", Array(spec.utf8))
    try await bench.run(["make", "spec.yaml", "-o", "news.jws", "--root", "roots.pem"])
      .expect(status: 0)
    let trusted = try await bench.run(["diagnose", "news.jws", "--trust-root", "roots.pem"])
      .expect(status: 0)
    let words = trusted.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for text in told { #expect(words.contains(text), "\(text)") }
    // A text that is not from Apple gives no advice to developers.
    let other = try await bench.run(["diagnose", "news.jws"]).expect(status: 1)
    #expect(!other.text.contains("For your developers"))
  }

  @Test(
    "The genuine fixture, at every width, with evidence and without", arguments: [60, 100, 200])
  func fixture(columns: Int) async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.base64())
    for arguments in [[], ["--evidence"]] {
      let result = try await bench.run(
        ["diagnose", "receipt.b64", "--at", "2018-11-29T08:45:00Z"] + arguments,
        environment: ["COLUMNS": "\(columns)"]
      ).expect(status: 0).expectSilence()
      switch (columns, arguments.isEmpty) {
      case (60, true): Golden.expect(result.output, "diagnose.fixture.60.txt")
      case (200, false): Golden.expect(result.output, "diagnose.fixture.200.evidence.txt")
      default: break
      }
      expectFit(result, columns: columns)
    }
  }

  @Test(
    "What a row of CSV has no room for is a mistake of the call",
    arguments: [["--reply", "en"], ["--details"]])
  func noRoom(options: [String]) async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    try await bench.run(["diagnose", "receipt", "--format", "csv"] + options).expect(status: 64)
      .expect(message: "\(options[0]) does not go with --format csv")
    try await bench.run(["diagnose", "receipt"] + options).expect(status: 0)
  }

  @Test("In JSON, each statement has its evidence, and keys are sorted")
  func json() async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.base64())
    let result = try await bench.run([
      "diagnose", "receipt.b64", "--at", "2018-11-29T08:45:00Z", "--format", "json",
    ]).expect(status: 0)
    Golden.expect(result.output, "diagnose.json")
    let json = try result.json()
    // The answer comes first.
    let names = try #require(json.names)
    #expect(names.first == "summary")
    #expect(names.dropFirst().elementsEqual(names.dropFirst().sorted()))
    #expect(json.objects().dropFirst().allSatisfy { $0.names == $0.names.sorted() })
  }

  @Test("The other published forms, and unreadable input")
  func others() async throws {
    let bench = try Workbench()
    try bench.write("answer", TestReceipts.fixture("sandbox-subscription.verify-receipt.json"))
    let answer = try await bench.run(
      ["diagnose", "answer", "--at", "2018-11-30"], environment: ["COLUMNS": "100"]
    ).expect(status: 1)
    Golden.expect(answer.output, "diagnose.answer.txt")
    try bench.write("page", Array("<html></html>".utf8))
    let page = try await bench.run(["diagnose", "page"]).expect(status: 2)
      .expect(message: "this is a web page")
    #expect(page.output.isEmpty)
    let both = try await bench.run(["diagnose", "page", "answer", "--format", "ndjson"])
      .expect(status: 2)
    #expect(both.lines.count == 2)
    try await bench.run(["diagnose", "answer", "--evidence", "--format", "json"])
      .expect(status: 64)
  }

  @Test("Advice to unlock names the product that replaced another only while it is held")
  func replacedAndLapsed() async throws {
    func actions(until end: String) async throws -> [String] {
      let spec = """
        style: apple
        receipt:
          environment: Production
          bundle_id: com.example.tea
          receipt_creation_date: 2025-05-31
          in_app:
            - {product_id: unlock, product_type: non-consumable, transaction_id: "1", purchase_date: 2025-01-01}
            - {product_id: gold, transaction_id: "2", original_transaction_id: "2", purchase_date: 2025-02-01, expires_date: 2025-03-01}
            - {product_id: silver, transaction_id: "3", original_transaction_id: "2", purchase_date: 2025-03-01, expires_date: \(end)}
        """
      let bench = try Workbench()
      try bench.write("spec.yaml", Array(spec.utf8))
      try await bench.run(["make", "spec.yaml", "-o", "r", "--root", "roots.pem"])
        .expect(status: 0)
      return try await bench.run([
        "diagnose", "r", "--trust-root", "roots.pem", "--at", "2025-06-01", "--format", "json",
      ]).expect(status: 0).json()["advice"]?.elements?.compactMap(\.string) ?? []
    }
    let advice = "Unlock silver, which the customer moved to from gold."
    #expect(try await actions(until: "2025-06-30").contains(advice))
    let lapsed = try await actions(until: "2025-04-01")
    #expect(lapsed.count == 1 && lapsed[0].hasPrefix("The app should unlock unlock."), "\(lapsed)")
  }

  @Test("What has no signature counts if the user accepts it, and its certainty stays unsigned")
  func accepted() async throws {
    let bench = try Workbench()
    try bench.write(
      "payload",
      Array(
        #"{"transactionId":"1","originalTransactionId":"1","bundleId":"com.example.tea","productId":"unlock","purchaseDate":1717100000000,"type":"Non-Consumable","environment":"Production","signedDate":1717200000000}"#
          .utf8))
    let question = ["diagnose", "payload", "--at", "2024-06-02", "--format", "json"]
    let refused = try await bench.run(question).expect(status: 1).json()["summary"]
    #expect(refused?["genuine"]?["code"]?.string == "unsigned")
    #expect(refused?["owned"]?.elements?.first?["code"]?.string == "claimed")
    let taken = try await bench.run(question + ["--unsigned", "accept"]).expect(status: 0)
      .json()["summary"]
    #expect(taken?["genuine"]?["code"]?.string == "accepted")
    #expect(taken?["owned"]?.elements?.first?["code"]?.string == "owned")
    #expect(taken?["owned"]?.elements?.first?["certainty"]?.string == "unsigned")
    #expect(taken?["action"]?["code"]?.string == "unlock")
  }

  @Test("A response that reports an error says nothing of the purchases beside it")
  func errorBesidePurchases() async throws {
    let bench = try Workbench()
    try bench.write(
      "answer",
      Array(
        #"{"status":21007,"environment":"Sandbox","receipt":{"bundle_id":"com.example.tea","in_app":[{"product_id":"vip","transaction_id":"1","original_transaction_id":"1","purchase_date_ms":"1717200000000","expires_date_ms":"1719792000000"}]}}"#
          .utf8))
    let summary = try await bench.run([
      "diagnose", "answer", "--at", "2024-06-02", "--format", "json",
    ]).expect(status: 1).json()
    #expect(summary["summary"]?["owned"]?.elements?.first?["code"]?.string == "claimed")
    #expect(summary["summary"]?["action"]?["code"]?.string == "fix-request")
    #expect(summary["reasons"]?.elements?.isEmpty == true)
  }

  @Test("docs/output.md has every code of the summary")
  func codes() throws {
    let page = try String(contentsOfFile: Python.file("docs/output.md"), encoding: .utf8)
    let section = try #require(
      page.components(separatedBy: "## diagnose\n").last?.components(separatedBy: "\n## ").first)
    let codes =
      Genuineness.Code.allCases.map(\.rawValue) + Holding.Code.allCases.map(\.rawValue)
      + Certainty.allCases.map(\.rawValue) + Action.Code.allCases.map(\.rawValue)
    for code in codes { #expect(section.contains("`\(code)`"), "\(code)") }
  }

  @Test("A wrong device is reported, with what to do")
  func device() async throws {
    let bench = try Workbench()
    try bench.write("receipt.b64", TestReceipts.base64())
    let result = try await bench.run([
      "diagnose", "receipt.b64", "--device-id", "02:00:00:00:00:01", "--at", "2018-11-29T08:45:00Z",
    ]).expect(status: 1)
    #expect(
      result.text.contains(
        "Genuine?   A test, nothing was paid, and it was not made for the device that you named."))
    #expect(result.text.contains("Do         Ask the customer to open the app on that device"))
  }

  @Test(
    "Every receipt of the corpus is diagnosed, at every width",
    .enabled(if: TestReceipts.corpus != nil, "there is no corpus"), arguments: [60, 200])
  func corpus(columns: Int) async throws {
    let corpus = try #require(TestReceipts.corpus)
    let bench = try Workbench()
    for folder in ["app-receipt", "ios6-transaction", "jws", "verify-receipt"] {
      for color in ["always", "never"] {
        let result = try await bench.run(
          ["diagnose", corpus.appendingPathComponent(folder).path, "--color", color, "--quiet"],
          environment: ["COLUMNS": "\(columns)"])
        // In the others there is a file that is no receipt, or a damaged one.
        result.expect(status: folder == "verify-receipt" ? 1 : 2)
        #expect(!result.output.isEmpty)
        if color == "never" { expectFit(result, columns: columns) }
      }
    }
  }
}

/// What the settings file changes in a diagnosis.
@Suite struct DiagnoseSettingsTests {
  private static let settings = """
    bundle-id: com.example.tea
    products:
      com.example.tea.gold: {name: Gold, group: tea, level: 1}
      com.example.tea.silver: {name: Silver, group: tea, level: 2}
      com.example.tea.monthly: "Pro, monthly"
    first-free-version: "10"
    time-zone: America/Los_Angeles
    """

  private func summary(
    _ story: String, _ settings: String, _ more: [String] = []
  ) async throws -> (JSON, CommandResult) {
    let story = try Story.named(story)
    let bench = try Workbench()
    let question = try await story.prepare(bench)
    try bench.write("s.yml", Array(settings.utf8))
    let result = try await bench.run(
      question + ["--settings", "s.yml", "--format", "json"] + more
    ).expect(status: story.exitCode)
    return (try result.json(), result)
  }

  @Test("Names and local days take the place of product ids and UTC")
  func names() async throws {
    let (json, result) = try await summary("monthly-active", Self.settings)
    #expect(
      json["answer"]?.elements?[1].string
        == "The app itself: first bought as version 1 on 2025-03-10, before it became free with 10; "
        + "Pro, monthly: active until 2025-06-10.", "\(result)")
    #expect(
      json["summary"]?["owned"]?.elements?.first?["until"]?.string == "2025-06-11T00:00:00Z")
    let (change, _) = try await summary("downgrade-to-come", Self.settings)
    let reasons = change["reasons"]?.elements?.compactMap(\.string) ?? []
    #expect(reasons.contains { $0.contains("yes, as Silver (a lower level)") }, "\(reasons)")
    // Who has a subscription of the group cannot use its introductory offer.
    #expect(!reasons.contains { $0.contains("probably still available") }, "\(reasons)")
  }

  @Test(
    "The first free version decides whether the app was paid for",
    arguments: [
      ("paid-before-free-ios", "unlock-paid-app"), ("paid-after-free-ios", "app-was-free"),
      ("version-with-letters", "compare-date"),
    ])
  func paid(story: String, action: String) async throws {
    let (json, result) = try await summary(story, Self.settings)
    #expect(json["summary"]?["action"]?["code"]?.string == action, "\(result)")
  }

  @Test(
    "Another app is the first thing said, also under pseudonyms", arguments: [[], ["--redact"]])
  func otherApp(more: [String]) async throws {
    let (json, result) = try await summary("unlocked", "bundle-id: com.example.kettle\n", more)
    #expect(json["summary"]?["genuine"]?["code"]?.string == "other-app", "\(result)")
    #expect(json["answer"]?.elements?[0].string?.contains("for another app: ") == true)
    #expect(json["summary"]?["action"]?["code"]?.string == "other-app")
    let (own, _) = try await summary("unlocked", "bundle-id: com.example.tea\n", more)
    #expect(own["summary"]?["genuine"]?["code"]?.string == "other-root")
  }

  @Test("A receipt of a test for another app is a test first")
  func testForAnotherApp() async throws {
    let bench = try Workbench()
    try bench.write("receipt", TestReceipts.der())
    try bench.write("other.yml", Array("bundle-id: com.example.kettle\n".utf8))
    let json = try await bench.run(
      ["diagnose", "receipt", "--settings", "other.yml", "--format", "json"]
    ).json()
    let answer = json["answer"]?.elements?[0].string
    #expect(answer?.contains("A test, nothing was paid, and for another app: ") == true)
    let device = try await bench.run(
      ["diagnose", "receipt", "--settings=none", "--device-id=00:11:22:33:44:55", "--format=json"]
    ).json()
    #expect(
      device["answer"]?.elements?[0].string?.contains(
        "A test, nothing was paid, and it was not made for the device that you named. ") == true)
  }

  @Test("Nothing is asked for about a product if another that unlocks the same is held")
  func covered() async throws {
    let spec = """
      style: apple
      receipt:
        environment: Production
        bundle_id: com.example.tea
        receipt_creation_date: 2025-05-01
        in_app:
          - {product_id: a, transaction_id: "1", original_transaction_id: "1", purchase_date: 2025-04-10, expires_date: 2025-05-10}
          - {product_id: b, transaction_id: "2", original_transaction_id: "2", purchase_date: 2025-04-10, expires_date: 2025-07-10}
      """
    let bench = try Workbench()
    try bench.write("spec.yaml", Array(spec.utf8))
    try await bench.run(["make", "spec.yaml", "-o", "r", "--root", "roots.pem"]).expect(status: 0)
    for (unlocks, count) in [("pro", 1), ("other", 2)] {
      try bench.write(
        "s.yml", Array("products: {a: {unlocks: pro}, b: {unlocks: \(unlocks)}}\n".utf8))
      let advice = try await bench.run([
        "diagnose", "r", "--trust-root", "roots.pem", "--at", "2025-06-01", "--settings", "s.yml",
        "--format", "json",
      ]).expect(status: 0).json()["advice"]?.elements
      #expect(advice?.count == count, "\(advice ?? [])")
    }
  }
}
