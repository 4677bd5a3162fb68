import Foundation
import ReceiptMaking
import Testing

/// Receipts that must be refused: what an expectation file calls the reason, and what a report says if it is another.
@Suite struct RefusalTests {
  private func bench(_ receipt: [UInt8], fails: String) throws -> Workbench {
    let bench = try Workbench()
    _ = try bench.reportOptions()
    try bench.write("in/a", receipt)
    try bench.write(
      "x.yml",
      Array("receipts:\n  - files: in/*\n    trust-root: root.cer\n    fails: \(fails)\n".utf8))
    return bench
  }

  private static func receipt(cutTo share: Double) -> [UInt8] {
    let whole = DER.receipt(TestReceipts.fields())
    return Array(whole.prefix(Int(Double(whole.count) * share)))
  }

  @Test(
    "A receipt is refused for what decode calls it, wherever it was cut off",
    arguments: [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
  func truncated(share: Double) async throws {
    let bench = try bench(Self.receipt(cutTo: share), fails: "truncated")
    let decoded = try await bench.run(["decode", "in/a", "--format", "json"]).expect(status: 2)
      .json()
    #expect(decoded["error"]?["code"]?.string == "truncated", "\(decoded)")
    try await bench.run(["check", "--expect", "x.yml"]).expect(status: 0)
    try await bench.run(["check", "in/a", "--trust-root", "root.cer"]).expect(status: 2)
  }

  @Test(
    "The names of the checks fit as before",
    arguments: [
      ("[malformed, no-signer]", 0), ("{structure: malformed, signature: no-signer}", 0),
      ("{structure: truncated, signature: truncated}", 0), ("[truncated, no-signer]", 0),
      ("malformed", 2), ("no-signer", 2), ("{structure: truncated}", 2), ("bad-signature", 2),
      ("[truncated, bad-signature]", 2),
    ] as [(String, Int32)])
  func names(fails: String, status: Int32) async throws {
    let bench = try bench(Self.receipt(cutTo: 0.5), fails: fails)
    try await bench.run(["check", "--expect", "x.yml"]).expect(status: status)
  }

  @Test("A whole receipt is not refused as truncated, nor one with another fault")
  func whole() async throws {
    let whole = DER.receipt(TestReceipts.fields())
    let intact = try bench(whole, fails: "truncated")
    try await intact.run(["check", "--expect", "x.yml"]).expect(status: 1)
      .expect(output: "expected to be refused (truncated), but it passed")
    var forged = whole
    forged[forged.count - 1] ^= 1
    let changed = try bench(forged, fails: "truncated")
    try await changed.run(["check", "--expect", "x.yml"]).expect(status: 1)
      .expect(output: "expected failure truncated, got signature: bad-signature")
  }

  @Test("The table at the end advises on the refusal that was expected, and not on its reasons")
  func advice() async throws {
    let bench = try bench(Self.receipt(cutTo: 0.5), fails: "bad-signature")
    let result = try await bench.run(["check", "--expect", "x.yml"]).expect(status: 2)
    let summary = result.text.components(separatedBy: "FAILED").last ?? ""
    #expect(summary.contains("refusal") && summary.contains("each reason must be named"))
    #expect(!summary.contains("structure") && !summary.contains("copy the whole receipt"))
    result.expect(output: "got structure: truncated, signature: no-signer (truncated)")
    #expect(result.lines[0].hasPrefix("in/a: FAIL: refusal: expected failure bad-signature"))
    // Without a refusal to expect, the damage is what matters.
    let plain = try await bench.run(["check", "in", "--trust-root", "root.cer"]).expect(status: 2)
    #expect(plain.text.components(separatedBy: "FAILED").last?.contains("structure") == true)
  }

  // MARK: Hooks

  @Test("An expectation file among the files means every file that it names")
  func expectationFileAmongFiles() async throws {
    let bench = try bench(DER.receipt(TestReceipts.fields()), fails: "bad-signature")
    try bench.write("in/b", DER.receipt(TestReceipts.fields()))
    try bench.link("same.yml", to: "x.yml")
    let all = try await bench.run(["check", "--expect", "x.yml", "--at", "2026-01-01"]).expect(
      status: 1)
    for files in [["x.yml"], ["./x.yml"], ["same.yml"], ["in/b", bench.place("x.yml")]] {
      let result = try await bench.run(
        ["check", "--expect", "x.yml", "--at", "2026-01-01"] + files
      ).expect(status: 1)
      #expect(result.output == all.output)
    }
    let one = try await bench.run(["check", "--expect", "x.yml", "in/b", "--at", "2026-01-01"])
      .expect(status: 1)
    #expect(!one.text.contains("in/a"))
    // Without --expect it is a file like any other.
    try await bench.run(["check", "x.yml"]).expect(status: 2)
  }
}
