import Foundation
import ReceiptCore
import ReceiptMaking

/// Benchmarks of the library, in this process.
struct LibraryBenchmarks {
  let table: Table

  func run() {
    table.section("The library, warm")
    verifying()
    verifyingJWS()
    table.section("Decoding alone")
    decoding()
    detecting()
    table.section("What must be refused")
    refusing()
    passingOver()
  }

  private func decoding() {
    let small = Subject.fixture
    let medium = Subject.receipt(purchases: 187)
    let large = Subject.receipt(purchases: 20_000)
    table.compare(
      "decode 2 purchases (\(small.count / 1000) KB) / d2i_PKCS7", limit: 0.02,
      .times(500) { decode(small) }, against: .times(10) { Reference.parse(small) })
    table.compare(
      "decode 187 purchases (\(medium.count / 1000) KB) / d2i_PKCS7", limit: 0.5,
      .times(20) { decode(medium) }, against: .times(10) { Reference.parse(medium) })
    if let path = ProcessInfo.processInfo.environment["RECEIPT_BENCHMARK_FILE"],
      let file = try? [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    {
      table.compare(
        "decode a given receipt (\(file.count / 1000) KB) / d2i_PKCS7", limit: 0.5,
        .times(20) { decode(file) }, against: .times(10) { Reference.parse(file) })
    }
    table.compare(
      "decode 20,000 purchases / decode 187", limit: 120, rounds: 15,
      .times(1) { decode(large) }, against: .times(50) { decode(medium) })
  }

  /// The cost of looking for wrappings in a receipt without any.
  private func detecting() {
    let receipt = Subject.fixture
    table.compare(
      "find a receipt in DER / decode it", limit: 0.05,
      .times(500) {
        guard (try? FoundReceipt.all(in: receipt))?.count == 1 else {
          fatalError("a receipt that is measured must be found")
        }
      }, against: .times(500) { decode(receipt) })
  }

  private func verifying() {
    let receipt = Subject.fixture
    let bare = BareVerification(receipt)
    let reference = PKCS7Verification(receipt)
    let kept = ReceiptVerifier()
    table.compare(
      "verify + decode / bare EVP_DigestVerify", limit: 1.2,
      .times(100) { verify(receipt, with: kept) }, against: .times(100) { bare.run() })
    table.compare(
      "verify + decode, new verifier / PKCS7_verify", limit: 1,
      .times(20) { verify(receipt, with: ReceiptVerifier()) },
      against: .times(20) { reference.run() })
  }

  /// A signed transaction of StoreKit 2 whose chain is known. The lower bound is one signature.
  private func verifyingJWS() {
    guard let root = try? TestAuthority.wellKnown().ellipticRootCertificate,
      let roots = try? TrustAnchor.custom(root)
    else { fatalError("OpenSSL has no memory left") }
    let transaction = Subject.transaction
    let bare = BareEllipticVerification(transaction)
    let kept = ReceiptVerifier(trustRoots: roots)
    table.compare(
      "verify + decode a JWS / bare P-256 verification", limit: 1.4,
      .times(50) { verify(transaction, with: kept, .custom) }, against: .times(50) { bare.run() })
  }

  /// The slowest of all inputs that must be refused, including bombs, because they must not keep a server
  /// busy. This row is a time, not a ratio, and the best of several runs.
  private func refusing() {
    guard let authority = try? TestAuthority(seed: "benchmarks"),
      let roots = try? TrustAnchor.custom(authority.rootCertificate)
    else { fatalError("OpenSSL has no memory left") }
    let clock = ContinuousClock()
    let receipts = CatalogueReceipt.all.compactMap { receipt in
      (try? receipt.make(under: authority)).map { (receipt.name, $0) }
    }
    table.row("slowest of \(receipts.count) in the catalogue", limit: 5, .milliseconds) {
      Self.slowest(receipts) { bytes in
        (0..<5).map { _ in
          clock.measure {
            if let decoded = try? ReceiptDecoder().decode(bytes) {
              _ = ReceiptVerifier(trustRoots: roots).verify(decoded)
            }
          }
        }.min() ?? .zero
      }
    }
  }

  /// How long a search for a receipt may take in the largest input without one. A time as well.
  private func passingOver() {
    let clock = ContinuousClock()
    let kinds = Subject.junkKinds.map { ($0, $0) }
    table.row("slowest of \(kinds.count) kinds of junk, 16 MiB each", limit: 1000, .milliseconds) {
      Self.slowest(kinds) { kind in
        let junk = Subject.junk(kind)
        return clock.measure { _ = try? ReceiptDecoder().decode(junk) }
      }
    }
  }

  private static func slowest<Item>(
    _ items: [(name: String, item: Item)], _ duration: (Item) -> Duration
  ) -> Figure {
    let timed = items.map { (name: $0.name, duration: duration($0.item)) }
    guard let slowest = timed.max(by: { $0.duration < $1.duration }) else {
      return Figure(value: 0)
    }
    return Figure(
      value: slowest.duration / .milliseconds(1), note: String(reflecting: slowest.name))
  }

  private func decode(_ bytes: [UInt8]) {
    guard (try? ReceiptDecoder().decode(bytes))?.errors.isEmpty == true else {
      fatalError("a receipt that is measured must decode without an error")
    }
  }

  private func verify(
    _ bytes: [UInt8], with verifier: ReceiptVerifier, _ expected: Verification.Status = .apple
  ) {
    guard let decoded = try? ReceiptDecoder().decode(bytes),
      verifier.verify(decoded).status == expected
    else { fatalError("a receipt that is measured must be genuine") }
  }
}
