import Foundation
import TestSupport
import Testing

@testable import ReceiptCore

/// A chain of three from a suite of others, judged by our rules. It lacks Apple's marks, and may be for web servers: one
/// that is refused for that alone counts as accepted.
struct ForeignChain {
  let leaf: [UInt8]
  let issuer: [UInt8]
  let anchors: [TrustAnchor]

  /// Why it is refused at a date; `nil` if it is not.
  func refusal(at date: ReceiptDate) throws -> String? {
    do throws(ChainFailure) {
      try build()
    } catch {
      switch error.message {
      case let text where text.contains("Apple's mark for signing receipts"): break
      case let text where text.contains("(extended key usage)"):
        // What is looked at after that is looked at here.
        if let reason = try refusalOfRest() { return reason }
      default: return error.reason.rawValue
      }
    }
    let certificates =
      try [leaf[...], issuer[...]].map { try Certificate($0) } + anchors.map(\.certificate)
    let check = CertificateValidity(event: "this was signed", missing: "").check(
      certificates, at: date)
    return check.status == .pass ? nil : check.reason?.rawValue
  }

  private func build() throws(ChainFailure) {
    let read = try AppleProfile.certificate(leaf[...], "the signer's certificate")
    guard read.curve == nil else {
      _ = try AppleProfile.chain(leaf: read, issuer[...], others: [], anchors: anchors, .jws)
      return
    }
    _ = try AppleProfile.chain(leaf: leaf[...], others: [issuer[...]], anchors: anchors)
  }

  /// Why it is refused, apart from the purpose of its signer's certificate.
  private func refusalOfRest() throws -> String? {
    let (leaf, issuer) = (try Certificate(leaf[...]), try Certificate(issuer[...]))
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
}

/// What is refused here and accepted in a suite, or the other way round: `name`, what we say, and the reason.
struct Deviations {
  private let known: [String: String]

  /// - Parameter file: a table in the folder of the tests of the library.
  init(_ file: String) throws {
    let url = Fixture.root.appending(path: "Tests/ReceiptCoreTests/\(file)")
    let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst()
    known = Dictionary(
      uniqueKeysWithValues: rows.map { row in
        let cells = row.split(separator: "\t").map(String.init)
        let hasReason = cells.count == 3 && cells[2].count > 20
        return (cells[0], hasReason ? cells[1] : "a row needs its reason")
      })
  }

  /// Expects just these.
  func expect(_ found: [String: String]) {
    for (name, ours) in found.sorted(by: { $0.key < $1.key }) where known[name] != ours {
      Issue.record("\(name)\t\(ours)\tneeds a row with its reason")
    }
    #expect(Set(known.keys).subtracting(found.keys) == [], "rows of what no longer differs")
  }
}
