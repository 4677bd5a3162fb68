import Foundation
import TestSupport
import Testing

@testable import ReceiptCommandLine
@testable import ReceiptCore
@testable import ReceiptInsight

/// What `SECURITY.md` promises in numbers is what the code has.
@Suite struct SecurityPageTests {
  private static let limits: [(what: String, value: String)] = {
    let limits = DecodingLimits()
    return [
      ("Size of an input (`--max-size` changes it)", size(limits.maximumInputSize)),
      ("Largest value of `--max-size`", size(DecodingLimits.largestInputSize)),
      ("Wrappings around a receipt", grouped(InputUnwrapper.maximumLayers)),
      ("Receipts in one input", grouped(InputUnwrapper.maximumReceipts)),
      ("Nesting of a BER container", grouped(limits.maximumDepth)),
      ("Certificate or signer in a BER container", size(BERScan.maximumPartSize)),
      ("Certificates", grouped(limits.maximumCertificates)),
      ("Signers", grouped(limits.maximumSignerInfos)),
      ("Attributes, including those of purchases", grouped(limits.maximumAttributes)),
      (
        "Purchases in a receipt, and in a list of a response",
        grouped(DecodingLimits.largestPurchaseCount)
      ),
      ("Errors, warnings and remarks listed, each", grouped(limits.maximumDiagnostics)),
      ("Nesting of JSON", grouped(JSONReader.maximumDepth)),
      ("Values in JSON", grouped(JSONReader.maximumValues)),
      ("Header of a JWS", size(limits.maximumCertificates * JWS.largestCertificate)),
      ("Entries of an iOS 6 property list", grouped(PropertyListReader.maximumEntries)),
      (
        "RSA keys in bits",
        "\(grouped(AppleProfile.leastKeySize)) to \(grouped(AppleProfile.largestKeySize))"
      ),
      ("Chains remembered", grouped(ChainCache<RSAPublicKey>.capacity)),
      ("Size of a SPEC or of settings", size(DocumentNode.maximumSize)),
      ("Size of an expectation file", size(ExpectationFile.maximumSize)),
      ("Nesting of a document", grouped(DocumentNode.maximumDepth)),
      ("Values in a document, aliases counted each time", grouped(DocumentNode.maximumValues)),
      ("Parts inside parts of a dump", grouped(StructureDump.maximumParts)),
    ]
  }()

  private static func size(_ bytes: Int) -> String {
    for (unit, name) in [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
    where bytes.isMultiple(of: unit) {
      return "\(bytes / unit) \(name)"
    }
    return "\(bytes) bytes"
  }

  @Test("SECURITY.md has the limits of the code")
  func limits() throws {
    let table =
      "| what | limit |\n|---|---|\n"
      + Self.limits.map { "| \($0.what) | \($0.value) |\n" }.joined()
    let file = Fixture.root.appending(path: "SECURITY.md")
    var page = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(page.range(of: "<!-- limits -->\n"))
    let end = try #require(page.range(of: "<!-- end of limits -->"))
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      page.replaceSubrange(start.upperBound..<end.lowerBound, with: table)
      try page.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded SECURITY.md; run again")
      return
    }
    #expect(page[start.upperBound..<end.lowerBound] == table)
  }

  @Test("SECURITY.md names the faults of OpenSSL that --version warns of")
  func faults() throws {
    let page = try String(
      contentsOf: Fixture.root.appending(path: "SECURITY.md"), encoding: .utf8)
    for fault in OpenSSLFault.all { #expect(page.contains(fault.name)) }
  }

  @Test(
    "A version of OpenSSL has the faults that were mended later in its series",
    arguments: [
      ((3, 0, 0), 3), ((3, 0, 1), 3), ((3, 0, 2), 2), ((3, 0, 7), 2), ((3, 0, 8), 1),
      ((3, 0, 9), 0),
      ((3, 0, 19), 0), ((3, 1, 0), 1), ((3, 1, 1), 0), ((3, 2, 0), 0), ((4, 0, 0), 0),
    ] as [((UInt32, UInt32, UInt32), Int)])
  func versions(_ version: (UInt32, UInt32, UInt32), count: Int) {
    let faults = OpenSSLFault.known(
      in: OpenSSLFault.Version(version.0, version.1, version.2))
    #expect(faults.count == count)
    let lines = ReceiptCommand.versionText(faults).split(separator: "\n")
    // The first line is for scripts.
    #expect(lines.count == 1 + count)
    #expect(lines.first?.hasPrefix("receipt \(Program.version) (") == true)
    for (line, fault) in zip(lines.dropFirst(), faults) {
      #expect(line.hasPrefix("warning: ") && line.contains(fault.name))
    }
  }
}
