import Foundation
import TestSupport
import Testing

@testable import ReceiptCore

/// Chains of C2SP/x509-limbo that have the three certificates of Apple's.
@Suite("x509-limbo", .enabled(if: Suites.isPresent, Suites.absence))
struct LimboTests {
  private struct Suite: Decodable {
    let testcases: [Case]
  }

  private struct Case: Decodable {
    let id: String
    let trustedCerts: [String]
    let untrustedIntermediates: [String]
    let peerCertificate: String
    let validationTime: String?
    let expectedResult: String

    /// Whether it has a signer, an intermediate and roots.
    var hasAppleLength: Bool { untrustedIntermediates.count == 1 }
  }

  /// Why a chain is refused; `nil` if it is not.
  private func refusal(of item: Case) throws -> String? {
    var anchors: [TrustAnchor] = []
    for root in item.trustedCerts {
      do throws(ReceiptError) {
        anchors += try TrustAnchor.custom(Array(root.utf8))
      } catch {
        return "invalid-root"
      }
    }
    let leaf = try #require(try PEM.certificates(in: Array(item.peerCertificate.utf8)).first)
    let issuer = try #require(
      try PEM.certificates(in: Array(item.untrustedIntermediates[0].utf8)).first)
    // Where the suite names no time, any time at which its certificates are valid will do.
    let text = (item.validationTime ?? "2026-06-29T00:00:00Z").replacing("+00:00", with: "Z")
    let date: ReceiptDate = try #require(ReceiptDate(text.utf8))
    return try ForeignChain(leaf: leaf, issuer: issuer, anchors: anchors).refusal(at: date)
  }

  @Test("A chain is accepted or refused as the suite has it, but for the rows of the table")
  func chains() throws {
    let cases = try Suites.read(Suite.self, "x509-limbo/limbo.json").testcases
      .filter(\.hasAppleLength)
    #expect(cases.count > 40)
    var found: [String: String] = [:]
    for item in cases {
      let refusal = try refusal(of: item)
      if (refusal == nil) != (item.expectedResult == "SUCCESS") {
        found[item.id] = refusal ?? "accepted"
      }
    }
    try Deviations("limbo-deviations.tsv").expect(found)
  }

  @Test("A signer directly under the root, and a longer chain, are refused")
  func otherLengths() throws {
    let cases = try Suites.read(Suite.self, "x509-limbo/limbo.json").testcases
      .filter { !$0.hasAppleLength }
    #expect(cases.count > 140)
    for item in cases {
      let chain = try PEM.certificates(
        in: Array(
          ([item.peerCertificate] + item.untrustedIntermediates + item.trustedCerts)
            .joined(separator: "\n").utf8))
      let anchors = item.trustedCerts.flatMap { (try? TrustAnchor.custom(Array($0.utf8))) ?? [] }
      // With several roots it may have three by chance. Then the second does not issue the first.
      #expect(throws: ChainFailure.self, "\(item.id)") {
        try AppleProfile.chain(x5c: chain, anchors: anchors)
      }
    }
  }
}
