import TestSupport

@testable import ReceiptMaking

#if os(Linux) || os(macOS)
  import CReceiptCrypto
  import Foundation
  import Synchronization
  import Testing

  @testable import ReceiptCore

  /// Whatever OpenSSL allocates is freed. OpenSSL's allocator is replaced by one that counts, which is
  /// possible only before it has allocated anything: so in a process of its own.
  @Suite struct LeakTests {
    @Test("nothing of OpenSSL's is left behind, whatever is read and verified", .slow)
    func leaks() async {
      await #expect(processExitsWith: .success) {
        try #require(CountingAllocator.install(), "OpenSSL has allocated something already")
        let work = try LeakWork()
        // What OpenSSL keeps for ever, such as its library context, and our caches.
        for _ in 0..<3 { try work.run() }
        let before = CountingAllocator.live.load(ordering: .relaxed)
        for _ in 0..<20 { try work.run() }
        let after = CountingAllocator.live.load(ordering: .relaxed)
        #expect(before > 0, "the allocator that counts is not used")
        #expect(after == before, "\(after - before) allocations are left of 20 rounds")
      }
    }
  }

  /// malloc and friends, with the number of allocations that live.
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

  /// Everything that reaches OpenSSL, the ways that fail included.
  private struct LeakWork {
    let receipts: [[UInt8]]
    let root: [UInt8]
    let signer: SigningKey
    let keys: [(modulus: [UInt8], exponent: [UInt8])]

    init() throws {
      let genuine = try Fixture.subscription()
      let signedData = try #require(ReceiptDecoder().decode(genuine).signedData)
      let payload = Array(try #require(signedData.content))
      // BER goes through OpenSSL's own reader.
      let ber = BER.receipt(
        payload, pieceLengths: [100], certificates: signedData.certificates.map(Array.init)
      ).bytes
      // Within the limits, so OpenSSL sees it, and yet nothing that it can read.
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
        // A new verifier knows no chain, so that keys are made anew.
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
