import Foundation
import ReceiptCore
import ReceiptMaking
import TestSupport
import Testing

/// The verdict on forged receipts and on mutants, compared with that of other people's verifiers, both ways. Every
/// kind of disagreement is in `differences.tsv` with its reason, and a new one fails.
@Suite(.enabled(if: Python.isThere, Python.absence), .timeLimit(.minutes(60)))
struct OtherVerdictTests {
  /// How many mutants of each form: `make differential` asks for many.
  private static let count =
    ProcessInfo.processInfo.environment["RECEIPT_DIFFERENTIAL"].flatMap { Int($0) } ?? 500

  private static let list = Fixture.root.appending(
    path: "Tests/ReceiptCommandTests/Support/differences.tsv")

  /// One kind of disagreement: who says what of which form.
  private struct Difference: Hashable, Comparable {
    let form: String
    let ours: String
    let verifier: String
    let theirs: String

    var cells: [String] { [form, ours, verifier, theirs] }

    static func < (left: Self, right: Self) -> Bool {
      left.cells.lexicographicallyPrecedes(right.cells)
    }
  }

  private struct Case {
    let name: String
    let bytes: [UInt8]
    let ours: String
    let date: ReceiptDate
  }

  @Test(
    "Other verifiers agree on mutants and forgeries, but for known differences",
    arguments: ["pkcs7", "jws"])
  func verdicts(form: String) async throws {
    let authority = try TestReceipts.authority.get()
    let roots =
      TrustAnchor.apple.map { PEM.encode($0.certificate.encoded) }.joined()
      + (try AuthorityFiles.rootsText(of: authority))
    let verifier = ReceiptVerifier(trustRoots: try TrustAnchor.custom(Array(roots.utf8)))
    let cases = try (forged(form, authority) + mutants(form, authority)).map { name, bytes in
      Self.judged(name, bytes, form, verifier)
    }
    // Some of both kinds, or nothing is compared.
    #expect(cases.count { $0.ours == "accepted" } > 5)
    #expect(cases.count { $0.ours != "accepted" } > 100)

    let bench = try Workbench()
    try bench.write("roots.pem", roots.utf8)
    try bench.write(
      "inputs",
      cases.flatMap { one in
        Array(
          (#"{"form":"\#(form)","at":\#(one.date.millisecondsSince1970),"bytes":""#
            + Base64.encode(one.bytes) + "\"}\n").utf8)
      })
    let answers = try await bench.python(
      "other_verdicts.py", [bench.place("roots.pem"), bench.place("inputs")]
    ).expect(status: 0).lines
    try #require(answers.count == cases.count)

    var found: [Difference: String] = [:]
    for (one, answer) in zip(cases, answers) {
      for member in try JSON(answer.utf8).members ?? [] {
        let theirs = try #require(member.value.string)
        guard (theirs == "accepted") != (one.ours == "accepted") else { continue }
        let difference = Difference(
          form: form, ours: one.ours, verifier: member.name, theirs: theirs)
        found[difference] = found[difference] ?? one.name
      }
    }
    let known = try Self.known()
    let new = found.filter { known[$0.key] == nil }
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1", !new.isEmpty {
      try Self.record(known, new.keys)
      Issue.record("recorded differences.tsv; write a reason for each line that ends with ?")
    }
    for (difference, name) in new.sorted(by: { $0.key < $1.key }) {
      Issue.record("a new difference: \(difference.cells), first in \(name)")
    }
  }

  @Test("Every known difference has a reason")
  func reasons() throws {
    let known = try Self.known()
    #expect(!known.isEmpty)
    for (difference, reason) in known {
      #expect(reason.count > 10, "\(difference.cells)")
      // Nothing is believed here that all others refuse, without being told why.
      #expect(difference.ours != "accepted" || reason.contains("stricter"), "\(difference.cells)")
    }
  }

  // MARK: The list

  private static func known() throws -> [Difference: String] {
    let text = try String(contentsOf: list, encoding: .utf8)
    var result: [Difference: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(cells.count == 5, "\(line)")
      result[
        Difference(form: cells[0], ours: cells[1], verifier: cells[2], theirs: cells[3])] = cells[4]
    }
    return result
  }

  private static func record(
    _ known: [Difference: String], _ new: some Sequence<Difference>
  ) throws {
    let all = known.merging(new.map { ($0, "?") }) { old, _ in old }
    let lines = all.sorted { $0.key < $1.key }
      .map { ($0.key.cells + [$0.value]).joined(separator: "\t") + "\n" }
    try ("# form\tours\tverifier\ttheirs\twhy\n" + lines.joined())
      .write(to: list, atomically: true, encoding: .utf8)
  }

  // MARK: Cases

  private func forged(
    _ form: String, _ authority: TestAuthority
  ) throws -> [(name: String, bytes: [UInt8])] {
    try CatalogueReceipt.all.filter { $0.name.hasPrefix("jws") == (form == "jws") }
      .map { ($0.name, try $0.make(under: authority)) }
      // Those that are large are about cost, and the others may take long over them.
      .filter { $0.bytes.count < 64 << 10 && ($0.bytes.first == 0x30) == (form == "pkcs7") }
  }

  private func mutants(
    _ form: String, _ authority: TestAuthority
  ) throws -> [(name: String, bytes: [UInt8])] {
    var dice = SplitMix64(seed: 2026)
    func made(_ name: String) throws -> [UInt8] {
      try #require(CatalogueReceipt.all.first { $0.name == name }).make(under: authority)
    }
    guard form == "pkcs7" else {
      let one = try #require(JWSMutant(made("jws-ok")))
      let other = try #require(JWSMutant(made("jws-under-rsa")))
      return (0..<Self.count).map { number in
        var mutant = one
        for _ in 0..<Int.random(in: 1...2, using: &dice) {
          mutant.mutate(using: &dice, other: other)
        }
        return ("mutant \(number)", mutant.encoded)
      }
    }
    let trees = [
      try #require(TLVTree(Fixture.subscription())), try #require(TLVTree(made("ok"))),
    ]
    return (0..<Self.count).map { number in
      var mutant = trees[number % 2]
      for _ in 0..<Int.random(in: 1...2, using: &dice) {
        mutant.mutate(using: &dice, other: trees[1 - number % 2])
      }
      return ("mutant \(number)", mutant.encoded)
    }
  }

  private static func judged(
    _ name: String, _ bytes: [UInt8], _ form: String, _ verifier: ReceiptVerifier
  ) -> Case {
    var date = ReceiptDate(millisecondsSince1970: 1_543_480_250_000)
    let ours: String
    do throws(ReceiptError) {
      let decoded =
        form == "jws"
        ? try ReceiptDecoder().decode(ReceiptInput(bytes, kind: .jws))
        : try ReceiptDecoder().decode(bytes)
      let verification = verifier.verify(decoded)
      let receipt = decoded.receipt
      let signed = form == "jws" ? receipt.signedDate ?? receipt.receiptCreationDate : nil
      date = signed ?? receipt.receiptCreationDate ?? date
      let problem = verification.checks.first { $0.status == .fail || $0.status == .undetermined }
      ours = problem.map { $0.reason.map { "\($0)" } ?? "problem" } ?? "accepted"
    } catch {
      ours = "unreadable"
    }
    // The others take dates of the years that Python knows.
    if !(0...253_402_300_799_000).contains(date.millisecondsSince1970) {
      date = ReceiptDate(millisecondsSince1970: 0)
    }
    return Case(name: name, bytes: bytes, ours: ours, date: date)
  }
}
