import Foundation
import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Verdicts compared with OpenSSL's `PKCS7_verify`, under the same roots and at the same time. It must accept every
/// receipt that is trusted here. It accepts more, and each reason to refuse that is in `differences.tsv`.
@Suite struct DifferentialTests {
  private static let authority = Result { try TestAuthority(seed: "differential tests") }
  private static let appleRoots = TrustAnchor.apple.map { Array($0.certificate.encoded) }

  private func isTrusted(_ bytes: [UInt8], _ decoded: DecodedReceipt, roots: [[UInt8]]) -> Bool {
    guard let date = decoded.receipt.receiptCreationDate else { return false }
    return PKCS7Oracle.verifies(bytes, roots: roots, at: date)
  }

  @Test("OpenSSL accepts and refuses where it should")
  func oracle() throws {
    let bytes = try Fixture.subscription()
    let decoded = try ReceiptDecoder().decode(bytes)
    #expect(isTrusted(bytes, decoded, roots: Self.appleRoots))
    #expect(!isTrusted(bytes, decoded, roots: [try Self.authority.get().rootCertificate]))
    var changed = bytes
    changed[315] ^= 1
    #expect(!isTrusted(changed, try ReceiptDecoder().decode(changed), roots: Self.appleRoots))
    let late = ReceiptDate(millisecondsSince1970: 4_000_000_000_000)
    #expect(!PKCS7Oracle.verifies(bytes, roots: Self.appleRoots, at: late))
  }

  @Test(
    "receipts of the corpus", .enabled(if: Corpus.isPresent, Corpus.absence))
  func corpus() throws {
    var believed = 0
    for name in Corpus.receipts {
      let bytes = try Corpus.receipt(name)
      let decoded = try ReceiptDecoder().decode(bytes)
      guard ReceiptVerifier().verify(decoded).isTrusted else { continue }
      believed += 1
      #expect(isTrusted(bytes, decoded, roots: Self.appleRoots), "\(name)")
    }
    #expect(believed > 0)
  }

  @Test("receipts of the catalogue")
  func catalogue() throws {
    let authority = try Self.authority.get()
    let verifier = ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(authority.rootCertificate))
    let roots = Self.appleRoots + [authority.rootCertificate]
    var differences: [Difference: String] = [:]
    var count = 0
    for receipt in CatalogueReceipt.all {
      let bytes = try receipt.make(under: authority)
      guard bytes.first == 0x30 else { continue }
      count += 1
      let compared = Compared(bytes, by: verifier, roots: roots)
      if compared.ours.isTrusted {
        #expect(compared.isAcceptedByOpenSSL, "\(receipt.name)")
      } else {
        // One that meets no expectation is trusted all the same.
        #expect(receipt.fileVerdict != .accepted, "\(receipt.name)")
      }
      if let difference = compared.difference { differences[difference] = receipt.name }
    }
    #expect(count > 50)
    try Difference.expectKnown(differences)
  }

  /// Both verdicts on one file.
  private struct Compared {
    let ours: OurVerdict
    let isAcceptedByOpenSSL: Bool

    init(_ bytes: [UInt8], by verifier: ReceiptVerifier, roots: [[UInt8]]) {
      ours = OurVerdict(of: bytes, form: "pkcs7", by: verifier)
      // Without its intermediate, a receipt is verified with the one that Apple publishes. OpenSSL gets it too.
      let known = AppleIntermediate.all.map { Array($0.encoded) }
      let certificates = ours.decoded?.signedData?.certificates.map { Array($0) } ?? []
      let isCompleted = ours.isTrusted && known.allSatisfy { !certificates.contains($0) }
      isAcceptedByOpenSSL = PKCS7Oracle.verifies(
        bytes, roots: roots + (isCompleted ? known : []), at: ours.date)
    }

    var difference: Difference? {
      guard isAcceptedByOpenSSL != ours.isAccepted else { return nil }
      return Difference(
        form: "pkcs7", ours: ours.word, verifier: "openssl",
        theirs: isAcceptedByOpenSSL ? OurVerdict.accepted : "refused")
    }
  }

  /// Half are mutants of a genuine receipt, and half of one from the catalogue. `RECEIPT_MUTANTS` sets a
  /// larger number: 100,000 take a minute.
  static let rounds = 20
  static let mutantsPerRound =
    (Mutants.asked ?? 20_000) / rounds

  @Test("receipts with changed elements", arguments: 0..<rounds)
  func mutants(round: Int) throws {
    let authority = try Self.authority.get()
    let genuine = try #require(TLVTree(Fixture.subscription()))
    let sound = try #require(CatalogueReceipt.all.first { $0.name == "ok" })
    let made = try #require(TLVTree(sound.make(under: authority)))
    #expect(try genuine.encoded == Fixture.subscription())
    #expect(try made.encoded == sound.make(under: authority))
    let (seed, other) = round.isMultiple(of: 2) ? (genuine, made) : (made, genuine)
    let original = try ReceiptDecoder().decode(seed.encoded)
    let content = try #require(original.signedData?.content)

    let roots = Self.appleRoots + [authority.rootCertificate]
    let verifier = ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(authority.rootCertificate))
    var dice = SplitMix64(seed: UInt64(round))
    var believed = 0
    var differences: [Difference: String] = [:]
    for number in 0..<Self.mutantsPerRound {
      var mutant = seed
      for _ in 0..<Int.random(in: 1...3, using: &dice) { mutant.mutate(using: &dice, other: other) }
      let compared = Compared(mutant.encoded, by: verifier, roots: roots)
      if let found = compared.difference { differences[found] = "mutant \(number)" }
      guard compared.ours.isTrusted else { continue }
      believed += 1
      // The content is exactly what Apple or the authority signed.
      #expect(
        compared.ours.decoded?.signedData?.content?.elementsEqual(content) == true,
        "mutant \(number) has another content and is believed")
      #expect(compared.isAcceptedByOpenSSL, "OpenSSL does not believe mutant \(number)")
    }
    // Mutants with reordered or missing certificates still verify. Without any, the test would prove nothing. Of a
    // few mutants there may be none.
    if Self.mutantsPerRound >= 200 { #expect(believed > 0) }
    try Difference.expectKnown(differences)
  }
}
