import Foundation
import ReceiptCore
import ReceiptMaking

/// Benchmarks of the library, in this process.
enum LibraryBenchmarks {
  static func run() {
    decoding()
    detecting()
    verifying()
    refusing()
    passingOver()
  }

  private static func decoding() {
    let small = Subject.fixture
    let medium = Subject.receipt(purchases: 187)
    let large = Subject.receipt(purchases: 20_000)
    Table.compare(
      "decode 2 purchases (\(small.count / 1000) KB) / d2i_PKCS7", limit: 1.0 / 50, shown: "1/50",
      .times(500) { decode(small) }, against: .times(10) { Reference.parse(small) })
    Table.compare(
      "decode 187 purchases (\(medium.count / 1000) KB) / d2i_PKCS7", limit: 0.5, shown: "1/2",
      .times(20) { decode(medium) }, against: .times(10) { Reference.parse(medium) })
    if let path = ProcessInfo.processInfo.environment["RECEIPT_BENCHMARK_FILE"],
      let file = try? [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    {
      Table.compare(
        "decode a given receipt (\(file.count / 1000) KB) / d2i_PKCS7", limit: 0.5, shown: "1/2",
        .times(20) { decode(file) }, against: .times(10) { Reference.parse(file) })
    }
    Table.compare(
      "decode 20,000 purchases / decode 187", limit: 120, rounds: 15,
      .times(1) { decode(large) }, against: .times(50) { decode(medium) })
  }

  /// The cost of looking for wrappings where there are none.
  private static func detecting() {
    let receipt = Subject.fixture
    Table.compare(
      "find a receipt in DER / decode it", limit: 0.05,
      .times(500) {
        guard (try? FoundReceipt.all(in: receipt))?.count == 1 else {
          fatalError("a receipt that is measured must be found")
        }
      }, against: .times(500) { decode(receipt) })
  }

  private static func verifying() {
    let receipt = Subject.fixture
    let bare = BareVerification(receipt)
    let reference = PKCS7Verification(receipt)
    let kept = ReceiptVerifier()
    Table.compare(
      "verify + decode, warm / bare EVP_DigestVerify", limit: 1.5,
      .times(100) { verify(receipt, with: kept) }, against: .times(100) { bare.run() })
    Table.compare(
      "verify + decode, cold / d2i_PKCS7 + PKCS7_verify", limit: 1,
      .times(20) { verify(receipt, with: ReceiptVerifier()) },
      against: .times(20) { reference.run() })
  }

  /// The slowest of all inputs that must be refused, including bombs, because they must not keep a server
  /// busy. This row is a time, not a ratio, and the best of several runs.
  private static func refusing() {
    guard let authority = try? TestAuthority(seed: "benchmarks"),
      let roots = try? TrustAnchor.custom(authority.rootCertificate)
    else { fatalError("OpenSSL has no memory left") }
    let clock = ContinuousClock()
    var slowest = (name: "", duration: Duration.zero)
    for receipt in CatalogueReceipt.all {
      guard let bytes = try? receipt.make(under: authority) else { continue }
      let best = (0..<5).map { _ in
        clock.measure {
          if let decoded = try? ReceiptDecoder().decode(bytes) {
            _ = ReceiptVerifier(trustRoots: roots).verify(decoded)
          }
        }
      }.min()
      if let best, best > slowest.duration { slowest = (receipt.name, best) }
    }
    let milliseconds = slowest.duration / .milliseconds(1)
    Table.row(
      "slowest of \(CatalogueReceipt.all.count) in the catalogue",
      String(format: "%.2f ms", milliseconds), "5 ms", holds: milliseconds <= 5, slowest.name)
  }

  /// How long a search for a receipt may take in the largest input without one. A time as well.
  private static func passingOver() {
    let clock = ContinuousClock()
    var slowest = (name: "", duration: Duration.zero)
    for kind in Subject.junkKinds {
      let junk = Subject.junk(kind)
      let duration = clock.measure { _ = try? ReceiptDecoder().decode(junk) }
      if duration > slowest.duration { slowest = (kind, duration) }
    }
    let milliseconds = slowest.duration / .milliseconds(1)
    Table.row(
      "slowest of \(Subject.junkKinds.count) kinds of junk, 16 MiB each",
      String(format: "%.0f ms", milliseconds), "1000 ms", holds: milliseconds <= 1000,
      String(reflecting: slowest.name))
  }

  private static func decode(_ bytes: [UInt8]) {
    guard (try? ReceiptDecoder().decode(bytes))?.errors.isEmpty == true else {
      fatalError("a receipt that is measured must decode without an error")
    }
  }

  private static func verify(_ bytes: [UInt8], with verifier: ReceiptVerifier) {
    guard let decoded = try? ReceiptDecoder().decode(bytes),
      verifier.verify(decoded).status == .apple
    else { fatalError("a receipt that is measured must be Apple's") }
  }
}
