import Foundation
import ReceiptCore
import ReceiptMaking
import Testing

@testable import ReceiptCommandLine

/// `receipt check --unique-transactions`: what occurs twice in a run.
@Suite struct UniqueTransactionTests {
  /// A receipt of one transaction, made from a SPEC in which something is replaced.
  private func make(
    _ name: String, in bench: Workbench, style: String = "jws-transaction",
    _ changes: [String: String] = [:]
  ) async throws {
    var spec = """
      receipt:
        environment: Production
        bundle_id: com.example.app
        signed_date: 2025-02-01
        receipt_creation_date: 2025-02-01
        in_app:
          - transaction_id: 100
            original_transaction_id: 90
            product_id: vip
            app_account_token: 00000000-0000-4000-8000-000000000001
            app_transaction_id: 7000
      """
    if style == "apple" {
      spec =
        spec.split(separator: "\n").filter { !$0.contains("app_") && !$0.contains("signed_") }
        .joined(separator: "\n") + "\n"
    }
    for (old, new) in changes { spec = spec.replacing(old, with: new) }
    try await bench.run(
      ["make", "-", "--style", style, "--seed", "1", "-o", name, "--root", "\(name).pem"],
      input: Array(spec.utf8)
    ).expect(status: 0)
  }

  /// The results of the check for these inputs.
  private func results(
    _ files: [String], in bench: Workbench, _ arguments: [String] = []
  ) async throws -> [JSON] {
    let lines = try await bench.run(
      ["check", "--unique-transactions", "--format", "ndjson", "--quiet"]
        + files.flatMap { ["--trust-root", "\($0).pem"] } + arguments + files
    ).lines
    return try lines.compactMap { line in
      try JSON(Array(line.utf8))["checks"]?.elements?
        .first { $0["id"]?.string == "unique-transaction" }
    }
  }

  @Test(
    "The same transaction again fails if the two receipts contradict each other",
    arguments: [
      (["com.example.app": "com.example.other"], "bundle_id"),
      (["7000": "7001"], "app_transaction_id"),
      (["000000000001": "000000000002"], "app_account_token"),
      // Another signature over the same, a product without a word about the user, other transactions.
      (["signed_date: 2025-02-01": "signed_date: 2025-02-02"], nil),
      (
        [
          "app_account_token: 00000000-0000-4000-8000-000000000001": "quantity: 1",
          "app_transaction_id: 7000": "is_trial_period: false",
        ], nil
      ),
      (["id: 100": "id: 101", "com.example.app": "com.example.other"], nil),
      // The sandbox counts by itself.
      (["Production": "Sandbox", "com.example.app": "com.example.other"], nil),
    ] as [([String: String], String?)])
  func contradiction(changes: [String: String], differs: String?) async throws {
    let bench = try Workbench()
    try await make("a", in: bench)
    try await make("b", in: bench, changes)
    let both = try await results(["a", "b"], in: bench)
    #expect(
      both.map { $0["status"]?.string } == ["pass", differs == nil ? "pass" : "fail"], "\(both)")
    let last = try #require(both.last)
    #expect(last["evidence"]?["differs"]?.string == differs)
    guard differs != nil else { return }
    #expect(last["reason"]?.string == "duplicate-transaction")
    #expect(last["evidence"]?["first"]?.string == "a")
    #expect(last["evidence"]?["transaction_id"]?.string == "100")
    #expect(
      last["message"]?.string?.contains("transaction 100 came before in a, with another") == true)
  }

  @Test("A restore on another device shares the original transaction, and is legal")
  func restore() async throws {
    let bench = try Workbench()
    try await make("a", in: bench, style: "apple")
    try await make("b", in: bench, style: "apple", ["id: 100": "id: 102"])
    let both = try await results(["a", "b"], in: bench)
    #expect(both.map { $0["status"]?.string } == ["pass", "pass"])
    #expect(both.last?["evidence"]?["came_before"]?.string == "0")
  }

  @Test("A newer receipt of the same customer lists the old transactions again")
  func newer() async throws {
    let bench = try Workbench()
    try await make("a", in: bench, style: "apple")
    try await make(
      "b", in: bench, style: "apple", ["creation_date: 2025-02-01": "creation_date: 2025-03-01"])
    let both = try await results(["a", "b"], in: bench)
    #expect(both.map { $0["status"]?.string } == ["pass", "pass"])
    #expect(both.last?["evidence"]?["came_before"]?.string == "1")
  }

  @Test("The receipt that says most of the owner is the one that later ones are compared with")
  func growing() async throws {
    let bench = try Workbench()
    try await make("a", in: bench, style: "apple")
    try await make("b", in: bench)
    try await make("c", in: bench, ["7000": "7001"])
    let all = try await results(["a", "b", "c"], in: bench)
    #expect(all.map { $0["status"]?.string } == ["pass", "pass", "fail"])
    #expect(all.last?["evidence"]?["first"]?.string == "b")
  }

  @Test("A forged receipt makes no other receipt fail")
  func forged() async throws {
    let bench = try Workbench()
    try await make("b", in: bench)
    // The same transaction of another app, with a signature that does not hold.
    try await make("other", in: bench, ["com.example.app": "com.example.other"])
    let parts = try bench.text("other").split(separator: ".")
    let own = try bench.text("b").split(separator: ".")
    try bench.write("a", Array("\(parts[0]).\(parts[1]).\(own[2])".utf8))
    try bench.write("a.pem", try bench.read("b.pem"))
    for files in [["a", "b"], ["b", "c"]] {
      let results = try await results(files, in: bench)
      #expect(results.map { $0["status"]?.string } == ["pass", files[0] == "a" ? "pass" : "fail"])
      // It is compared with what came before all the same.
      try bench.write("c", try bench.read("a"))
      try bench.write("c.pem", try bench.read("b.pem"))
    }
  }

  @Test("An id that occurs twice in one receipt is not compared with itself")
  func twiceInside() async throws {
    let bench = try Workbench()
    let purchase = "\"transaction_id\": \"1\", \"original_transaction_id\": \"1\""
    let answer = """
      {"status": 0, "environment": "Production", "receipt": {"bundle_id": "a.b", "in_app": []},
       "latest_receipt_info": [
        {"product_id": "a", "app_account_token": "x", \(purchase)},
        {"product_id": "b", "app_account_token": "y", \(purchase)}]}
      """
    try bench.write("answer", Array(answer.utf8))
    let options = ["check", "--unique-transactions", "--unsigned", "accept", "answer"]
    try await bench.run(options).expect(status: 0)
    try bench.write("zanswer", Array(answer.replacing("\"y\"", with: "\"z\"").utf8))
    let both = try await bench.run(options + ["zanswer"]).expect(status: 1)
    #expect(both.text.contains("[duplicate-transaction]"), "\(both)")
  }

  @Test("The same bytes again are told, whatever is wrapped around them")
  func identical() async throws {
    let bench = try Workbench()
    try bench.write("a.b64", TestReceipts.base64())
    try bench.write("b.bin", TestReceipts.der())
    let text = try await bench.run(["check", "--unique-transactions", "a.b64", "b.bin"])
      .expect(status: 1)
    #expect(text.text.contains("a.b64: pass: signed by Apple"))
    #expect(text.text.contains("this is the same receipt, byte by byte, as a.b64"))
    #expect(text.text.contains("[duplicate-receipt]"))
    // Without the option it is not checked.
    let silent = try await bench.run(["check", "a.b64", "b.bin"]).expect(status: 0)
    #expect(!silent.text.contains("unique"))
  }

  @Test("Lines are compared with lines, and parts of one input with each other")
  func lines() async throws {
    let bench = try Workbench()
    try bench.write("a.b64", TestReceipts.base64())
    let text = try TestReceipts.line()
    let lines = try await bench.run(
      ["check", "--unique-transactions", "--lines"], input: Array("\(text)\njunk\n\(text)\n".utf8)
    ).expect(status: 2).lines.map { try JSON(Array($0.utf8)) }
    #expect(lines.map { $0["verdict"]?.string } == ["pass", "error", "fail"])
    let last = lines.last?["checks"]?.elements?.last
    #expect(last?["evidence"]?["first"]?.string == "standard input, line 1")
    let parts = try await bench.run(
      ["check", "--unique-transactions", "--format", "json"],
      input: Array("[\"\(text)\", \"\(text)\"]".utf8)
    ).expect(status: 1).json()
    #expect(
      parts[1]?["checks"]?.elements?.last?["evidence"]?["first"]?.string == "standard input, [0]")
  }

  @Test("Every format tells it, in the order of the inputs")
  func formats() async throws {
    let bench = try Workbench()
    try bench.write("a.b64", TestReceipts.base64())
    try bench.write("b.bin", TestReceipts.der())
    for format in ["text", "json", "ndjson", "junit", "tap", "sarif", "github"] {
      let result = try await bench.run(
        ["check", "--unique-transactions", "--format", format, "a.b64", "b.bin"]
      ).expect(status: 1)
      #expect(result.text.contains("duplicate-receipt"), "\(result)")
    }
  }

  @Test("Xcode counts from 0 in every test, so nothing can be told")
  func xcode() async throws {
    let bench = try Workbench()
    try await make("a", in: bench, ["Production": "Xcode"])
    let alone = try await results(["a"], in: bench, ["--profile", "xcode"])
    #expect(alone.first?["status"]?.string == "undetermined")
    #expect(alone.first?["reason"]?.string == "xcode-receipt")
  }

  @Test("An expectation file may say that a receipt comes twice")
  func meant() async throws {
    let bench = try Workbench()
    try bench.write("a.b64", TestReceipts.base64())
    try bench.write("b.bin", TestReceipts.der())
    try bench.write(
      "x.yml",
      Array(
        "receipts: [{files: a.b64}, {files: b.bin, fails: {unique-transaction: duplicate-receipt}}]"
          .utf8))
    try await bench.run(["check", "--unique-transactions", "--expect", "x.yml"]).expect(status: 0)
    try await bench.run(["check", "--expect", "x.yml"]).expect(status: 1)
    try await bench.run(["check", "--unique-transactions", "--record", "y.yml", "a.b64"])
      .expect(status: 64)
  }

  @Test("With --redact the transaction has its pseudonym")
  func redacted() async throws {
    let bench = try Workbench()
    try await make("a", in: bench, ["id: 100": "id: 2000000123456789"])
    try await make("b", in: bench, ["id: 100": "id: 2000000123456789", "7000": "7001"])
    let told = try await results(["a", "b"], in: bench, ["--redact"])
    let last = try #require(told.last)
    #expect(last["reason"]?.string == "duplicate-transaction")
    #expect(last["evidence"]?["transaction_id"]?.string != "2000000123456789")
    #expect(
      last["message"]?.string?.contains("came before in a, with another Apple Account") == true)
    #expect(last["message"]?.string?.contains("2000000123456789") == false)
  }

  // MARK: The limit

  private func report(_ name: String, transactions: [Int]) throws -> CheckReport {
    let method = CheckMethod(
      decoder: ReceiptDecoder(),
      verifier: ReceiptVerifier(
        trustRoots: try TrustAnchor.custom(TestReceipts.authority.get().rootCertificate)))
    let judge = CheckContext(
      method, all: [], judgedAt: ReceiptDate(millisecondsSince1970: 0))
    let bytes = DER.receipt(
      TestReceipts.fields()
        + transactions.map { TestReceipts.purchase(DER.utf8("p"), transaction: String($0)) })
    return judge.checked(
      Source(name: name), .success(try ReceiptInput(bytes, limits: DecodingLimits())))
  }

  @Test("What does not fit into the memory is not said to be new", arguments: [3, 4])
  func limit(entries: Int) throws {
    // Each receipt takes one entry, and each transaction.
    var ledger = TransactionLedger(limit: entries)
    #expect(ledger.result(of: try report("a", transactions: [1]))?.status == .pass)
    #expect(ledger.result(of: try report("b", transactions: [2]))?.status == .pass)
    let third = ledger.result(of: try report("c", transactions: []))
    #expect(third?.status == (entries == 4 ? .pass : .undetermined))
    // What was forgotten is told from then on, and what is remembered is still found.
    let fourth = ledger.result(of: try report("d", transactions: [3]))
    #expect(fourth?.status == .undetermined && fourth?.reason == .notRemembered)
    let again = ledger.result(of: try report("e", transactions: [1, 9]))
    #expect(again?.reason == .notRemembered)
    let same = ledger.result(of: try report("f", transactions: [1]))
    #expect(same?.reason == .duplicateReceipt && same?.evidence["first"] == "a")
  }
}
