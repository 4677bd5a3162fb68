import Foundation
import TestSupport
import Testing

@testable import ReceiptCore

/// NIST's Public Key Interoperability Test Suite (PKITS), which the package cryptography-vectors has.
private enum PKITS {
  static let folder: URL = {
    let packages = Fixture.root.appending(path: ".build/python-venv/lib")
    let versions =
      (try? FileManager.default.contentsOfDirectory(atPath: packages.path).sorted()) ?? []
    return packages.appending(path: versions.last ?? "python").appending(
      path: "site-packages/cryptography_vectors/x509/PKITS_data/certs")
  }()

  static let isPresent =
    ProcessInfo.processInfo.environment["RECEIPT_REQUIRE_PYTHON"] == "1"
    || FileManager.default.fileExists(atPath: folder.path)

  static let absence: Comment =
    "the Python packages are not installed: scripts/setup-python.sh does it"

  static let anchorName = "TrustAnchorRootCertificate.crt"
}

/// The paths of PKITS. The name of the last certificate of a path says whether it is valid. The others are found by
/// their key identifiers.
@Suite("PKITS", .enabled(if: PKITS.isPresent, PKITS.absence))
struct PKITSTests {
  private struct Item {
    let encoded: [UInt8]
    /// What the extension has, without its header; `nil` without the extension.
    let subjectKey: [UInt8]?
    let authorityKey: [UInt8]?

    init(_ encoded: [UInt8]) throws {
      self.encoded = encoded
      let certificate = try Certificate(encoded[...])
      // An OCTET STRING of 20 bytes.
      subjectKey = certificate.extension(OID([2, 5, 29, 14])).map { Array($0.value.suffix(20)) }
      // A SEQUENCE of the key identifier alone.
      authorityKey = certificate.extension(OID([2, 5, 29, 35])).map { Array($0.value.suffix(20)) }
    }
  }

  /// All certificates that can be read, by the names of their files.
  private static func items() throws -> [String: Item] {
    var items: [String: Item] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: PKITS.folder.path) {
      let encoded = [UInt8](try Data(contentsOf: PKITS.folder.appending(path: name)))
      items[name] = try? Item(encoded)
    }
    return items
  }

  /// A path from its last certificate to the anchor.
  private struct Path {
    let name: String
    let certificates: [[UInt8]]
    var isValid: Bool { name.hasPrefix("Valid") }

    init?(_ name: String, among items: [String: Item]) {
      guard name.hasPrefix("Valid") || name.hasPrefix("Invalid"), name.hasSuffix("EE.crt"),
        var item = items[name]
      else { return nil }
      var names = [name]
      var certificates = [item.encoded]
      while names.last != PKITS.anchorName {
        let next = items.first {
          $0.value.subjectKey != nil && $0.value.subjectKey == item.authorityKey
            && !names.contains($0.key)
        }
        guard let next else { return nil }
        names.append(next.key)
        item = next.value
        certificates.append(item.encoded)
      }
      self.name = String(name.dropLast(4))
      self.certificates = certificates
    }
  }

  private func paths() throws -> [Path] {
    let items = try Self.items()
    return items.keys.sorted().compactMap { Path($0, among: items) }
  }

  @Test("A path of three is accepted or refused as the suite has it, but for the rows of the table")
  func ofThree() throws {
    let paths = try paths().filter { $0.certificates.count == 3 }
    #expect(paths.count >= 130)
    let date: ReceiptDate = try #require(ReceiptDate("2020-01-01T00:00:00Z".utf8))
    var found: [String: String] = [:]
    for path in paths {
      let refusal = try ForeignChain(
        leaf: path.certificates[0], issuer: path.certificates[1],
        anchors: try TrustAnchor.custom(path.certificates[2])
      ).refusal(at: date)
      if (refusal == nil) != path.isValid { found[path.name] = refusal ?? "accepted" }
    }
    try Deviations("pkits-deviations.tsv").expect(found)
  }

  @Test("A path that is longer or shorter is refused")
  func otherLengths() throws {
    let paths = try paths().filter { $0.certificates.count != 3 }
    #expect(paths.count >= 55)
    for path in paths {
      let anchors = try TrustAnchor.custom(path.certificates[path.certificates.count - 1])
      #expect(throws: ChainFailure.self, "\(path.name)") {
        try AppleProfile.chain(
          leaf: path.certificates[0][...], others: path.certificates.dropFirst().map { $0[...] },
          anchors: anchors)
      }
    }
  }
}
