import Foundation
import TestSupport
import Testing

@testable import ReceiptCore

/// Chains of C2SP/x509-limbo that have the three certificates of Apple's.
///
/// They lack Apple's marks, and are for web servers: a chain that is refused for that alone counts as accepted here.
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
    do throws(ChainFailure) {
      try build(leaf, issuer, anchors)
    } catch {
      switch error.message {
      case let text where text.contains("Apple's mark for signing receipts"): break
      case let text where text.contains("(extended key usage)"):
        // The signers of the suite are web servers. What is looked at after that is looked at here.
        if let reason = refusalOfRest(try Certificate(leaf[...]), try Certificate(issuer[...])) {
          return reason
        }
      default: return error.reason.rawValue
      }
    }
    let certificates =
      try [leaf[...], issuer[...]].map { try Certificate($0) } + anchors.map(\.certificate)
    // Where the suite names no time, any time at which its certificates are valid will do.
    let text = (item.validationTime ?? "2026-06-29T00:00:00Z").replacing("+00:00", with: "Z")
    let date: ReceiptDate = try #require(ReceiptDate(text.utf8))
    let check = CertificateValidity(event: "this was signed", missing: "").check(
      certificates, at: date)
    return check.status == .pass ? nil : check.reason?.rawValue
  }

  private func build(
    _ leaf: [UInt8], _ issuer: [UInt8], _ anchors: [TrustAnchor]
  ) throws(ChainFailure) {
    let read = try AppleProfile.certificate(leaf[...], "the signer's certificate")
    guard read.curve == nil else {
      _ = try AppleProfile.chain(leaf: read, issuer[...], others: [], anchors: anchors, .jws)
      return
    }
    _ = try AppleProfile.chain(leaf: read, issuer[...], others: [], anchors: anchors, .receipt)
  }

  /// Why a chain is refused, apart from the purpose of its signer's certificate.
  private func refusalOfRest(_ leaf: Certificate, _ issuer: Certificate) -> String? {
    do throws(ChainFailure) {
      let usage = try AppleProfile.usage(of: issuer, "the intermediate certificate")
      for certificate in [leaf, issuer] {
        try AppleProfile.checkCriticalExtensions(
          certificate, usage, "a certificate", otherwise: .wrongCertificatePurpose)
      }
      if leaf.curve == nil {
        _ = try ChainRules.receipt.leafKey(leaf)
      } else {
        _ = try ChainRules.jws.leafKey(leaf)
      }
      return nil
    } catch {
      return error.reason.rawValue
    }
  }

  /// What is refused here and accepted there, or the other way round, with the reason.
  private static func deviations() throws -> [String: String] {
    let file = Fixture.root.appending(path: "Tests/ReceiptCoreTests/limbo-deviations.tsv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    return Dictionary(
      uniqueKeysWithValues: rows.map { row in
        let cells = row.split(separator: "\t").map(String.init)
        return (
          cells[0], cells.count == 3 && cells[2].count > 20 ? cells[1] : "a row needs its reason"
        )
      })
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
    let known = try Self.deviations()
    for (id, ours) in found.sorted(by: { $0.key < $1.key }) where known[id] != ours {
      Issue.record("\(id)\t\(ours)\tneeds a row with its reason")
    }
    #expect(Set(known.keys).subtracting(found.keys) == [], "rows of what no longer differs")
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
