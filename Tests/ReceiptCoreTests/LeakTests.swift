import TestSupport

@testable import ReceiptMaking

#if os(Linux) || os(macOS)
  import CReceiptCrypto
  import Foundation
  import Synchronization
  import Testing

  @testable import ReceiptCore

  /// All memory of OpenSSL is freed. Its allocator is replaced by one that counts, which is possible only
  /// before the first allocation, so the test runs in its own process.
  @Suite struct LeakTests {
    @Test("nothing of OpenSSL's is left behind, whatever is read and verified", .slow)
    func leaks() async {
      await #expect(processExitsWith: .success) {
        try #require(CountingAllocator.install(), "OpenSSL has allocated something already")
        let work = try LeakWork()
        // Memory that OpenSSL keeps forever, such as its library context, and this library's caches.
        for _ in 0..<3 { try work.run() }
        let before = CountingAllocator.live.load(ordering: .relaxed)
        for _ in 0..<20 { try work.run() }
        let after = CountingAllocator.live.load(ordering: .relaxed)
        #expect(before > 0, "the allocator that counts is not used")
        #expect(after == before, "\(after - before) allocations are left of 20 rounds")
      }
    }
  }

  /// malloc, realloc and free, with a count of live allocations.
  private enum CountingAllocator {
    static let live = Atomic<Int>(0)

    /// Fails once OpenSSL has allocated anything.
    static func install() -> Bool {
      CRYPTO_set_mem_functions(
        { size, _, _ in
          CountingAllocator.live.add(1, ordering: .relaxed)
          return malloc(size)
        },
        { old, size, _, _ in
          if old == nil { CountingAllocator.live.add(1, ordering: .relaxed) }
          return realloc(old, size)
        },
        { old, _, _ in
          if old != nil { CountingAllocator.live.subtract(1, ordering: .relaxed) }
          free(old)
        }) == 1
    }
  }

  /// All code that uses OpenSSL, including failures.
  private struct LeakWork {
    let receipts: [[UInt8]]
    let root: [UInt8]
    let signer: SigningKey
    let keys: [(modulus: [UInt8], exponent: [UInt8])]

    init() throws {
      let genuine = try Fixture.subscription()
      let signedData = try #require(ReceiptDecoder().decode(genuine).signedData)
      let payload = Array(try #require(signedData.content))
      // BER is read by OpenSSL's parser.
      let ber = BER.receipt(
        payload, pieceLengths: [100], certificates: signedData.certificates.map(Array.init)
      ).bytes
      // It is within the limits, so OpenSSL gets it, but cannot read it.
      let brokenBER = BER.container(
        DER.tlv(0x04, payload), certificates: [DER.tlv(0x30, [DER.tlv(0x30, [0x02, 0x01, 0x05])])])
      let authority = try TestAuthority(seed: "leaks")
      root = authority.rootCertificate
      signer = authority.leaf.key
      let small = CatalogueReceipt.all.filter { !$0.name.hasPrefix("many-") }
      receipts = try [genuine, ber, brokenBER] + small.map { try $0.make(under: authority) }
      keys = [
        (modulus: [UInt8](repeating: 0xFF, count: 256), exponent: [1, 0, 1]),
        // OpenSSL refuses these.
        (modulus: [], exponent: []), (modulus: [0], exponent: [0]),
      ]
    }

    func run() throws {
      let anchors = try TrustAnchor.custom(root)
      for receipt in receipts {
        guard let decoded = try? ReceiptDecoder().decode(receipt) else { continue }
        // A new verifier has an empty cache, so keys are made again.
        let verifier = ReceiptVerifier(trustRoots: anchors)
        _ = verifier.verify(decoded)
        _ = verifier.verify(decoded)
        _ = ReceiptVerifier(profile: .xcode).verify(decoded)
      }
      for (modulus, exponent) in keys {
        let key = RSAPublicKey(modulus: modulus[...], exponent: exponent[...])
        _ = key?.verifies([UInt8](repeating: 7, count: 256)[...], over: [1, 2, 3], .sha256)
      }
      _ = try signer.sign([1, 2, 3], .pss)
      _ = try signer.sign([1, 2, 3], .pkcs1MD5)
      _ = try SigningKey.rsa(bits: 512, seed: "leaks").sign([1, 2, 3], .pkcs1(.sha1))
      _ = try SigningKey.p256(seed: "leaks").sign([1, 2, 3], .ecdsa)
      _ = try? SigningKey([0x30, 0x00])
    }
  }
#endif
