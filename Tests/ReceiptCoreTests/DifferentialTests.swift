import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// OpenSSL's `PKCS7_verify` must accept every receipt that is trusted here, under the same roots and at the
/// same time. The reverse is not tested, because OpenSSL accepts more.
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
    "receipts of the corpus", .enabled(if: Corpus.isPresent, Corpus.absence),
    arguments: Corpus.receipts)
  func corpus(name: String) throws {
    let bytes = try Corpus.receipt(name)
    let decoded = try ReceiptDecoder().decode(bytes)
    guard ReceiptVerifier().verify(decoded).isTrusted else { return }
    #expect(isTrusted(bytes, decoded, roots: Self.appleRoots))
  }

  @Test("receipts of the catalogue", arguments: CatalogueReceipt.all)
  func catalogue(_ receipt: CatalogueReceipt) throws {
    let authority = try Self.authority.get()
    let bytes = try receipt.make(under: authority)
    if case .unreadable = receipt.fileVerdict { return }
    let decoded = try ReceiptDecoder().decode(bytes)
    guard decoded.signedData != nil else { return }
    let verifier = ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(authority.rootCertificate))
    guard verifier.verify(decoded).isTrusted else {
      // One that meets no expectation is trusted all the same.
      #expect(receipt.fileVerdict != .accepted)
      return
    }
    #expect(
      isTrusted(bytes, decoded, roots: Self.appleRoots + [authority.rootCertificate]))
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
    let decoder = ReceiptDecoder()
    var dice = SplitMix64(seed: UInt64(round))
    var believed = 0
    for number in 0..<Self.mutantsPerRound {
      var mutant = seed
      for _ in 0..<Int.random(in: 1...3, using: &dice) { mutant.mutate(using: &dice, other: other) }
      let bytes = mutant.encoded
      guard let decoded = try? decoder.decode(bytes), verifier.verify(decoded).isTrusted else {
        continue
      }
      believed += 1
      // The content is exactly what Apple or the authority signed.
      #expect(
        decoded.signedData?.content?.elementsEqual(content) == true,
        "mutant \(number) has another content and is believed")
      #expect(
        isTrusted(bytes, decoded, roots: roots), "OpenSSL does not believe mutant \(number)")
    }
    // Mutants with reordered or missing certificates still verify. Without any, the test would prove nothing.
    #expect(believed > 0)
  }
}
