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

  private struct Case {
    let name: String
    let bytes: [UInt8]
    let ours: OurVerdict

    /// The others take dates of the years that Python knows.
    var date: Int64 {
      let date = ours.date.millisecondsSince1970
      return (0...253_402_300_799_000).contains(date) ? date : 0
    }
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
      Case(name: name, bytes: bytes, ours: OurVerdict(of: bytes, form: form, by: verifier))
    }
    // Some of both kinds, or nothing is compared.
    #expect(cases.count { $0.ours.isAccepted } > 5)
    #expect(cases.count { !$0.ours.isAccepted } > 100)

    let bench = try Workbench()
    try bench.write("roots.pem", roots.utf8)
    try bench.write(
      "inputs",
      cases.flatMap { one in
        Array(
          (#"{"form":"\#(form)","at":\#(one.date),"bytes":""#
            + Base64.encode(one.bytes) + "\"}\n").utf8)
      })
    let answers = try await bench.python(
      "other_verdicts.py", [bench.place("roots.pem"), bench.place("inputs")]
    ).expect(status: 0).lines
    try #require(answers.count == cases.count)

    var found: [Difference: String] = [:]
    for (one, answer) in zip(cases, answers) {
      let members = try #require(JSON(answer.utf8).members)
      #expect(!members.isEmpty)
      for member in members {
        let theirs = try #require(member.value.string)
        guard (theirs == OurVerdict.accepted) != one.ours.isAccepted else { continue }
        let difference = Difference(
          form: form, ours: one.ours.word, verifier: member.name, theirs: theirs)
        found[difference] = found[difference] ?? one.name
      }
    }
    try Difference.expectKnown(found)
  }

  @Test("Every known difference has a reason")
  func reasons() throws {
    let known = try Difference.known()
    #expect(!known.isEmpty)
    for (difference, reason) in known {
      #expect(reason.count > 10, "\(difference)")
      // Nothing is believed here that all others refuse, without being told why.
      #expect(!difference.isAcceptedHere || reason.contains("stricter"), "\(difference)")
    }
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
}
