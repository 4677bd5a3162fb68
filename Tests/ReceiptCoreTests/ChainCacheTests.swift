import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

@Suite struct ChainCacheTests {
  // Chains of receipts. Those of JWS have another type.
  private typealias CertificateChain = ReceiptCore.CertificateChain<RSAPublicKey>
  private typealias ChainCache = ReceiptCore.ChainCache<RSAPublicKey>

  private static let authority = TestAuthority.shared

  /// Chains whose leaves have different serial numbers.
  private func chains(_ count: Int) throws -> [CertificateChain] {
    let authority = try Self.authority.get()
    let anchors = try TrustAnchor.custom(authority.rootCertificate)
    return try (0..<count).map { number in
      let leaf = try authority.leaf(serialNumber: Int64(1_000 + number)) { _ in }
      return try AppleProfile.chain(
        leaf: leaf.certificate[...], others: [authority.intermediate.certificate[...]],
        anchors: anchors)
    }
  }

  private func isKept(_ chain: CertificateChain, in cache: ChainCache) -> Bool {
    cache.chain(leaf: chain.leaf.encoded, others: [chain.intermediate.encoded]) != nil
  }

  @Test("the newest chains are kept, up to the capacity")
  func bound() throws {
    let cache = ChainCache()
    let chains = try chains(ChainCache.capacity + 5)
    for chain in chains.prefix(ChainCache.capacity) { cache.insert(chain) }
    #expect(chains.prefix(ChainCache.capacity).allSatisfy { isKept($0, in: cache) })
    for chain in chains.dropFirst(ChainCache.capacity) { cache.insert(chain) }
    #expect(chains.count { isKept($0, in: cache) } == ChainCache.capacity)
    #expect(chains.suffix(5).allSatisfy { isKept($0, in: cache) })
  }

  @Test("a repeated chain takes no second entry")
  func again() throws {
    let cache = ChainCache()
    let chains = try chains(ChainCache.capacity)
    for chain in chains { cache.insert(chain) }
    for _ in 0..<3 { cache.insert(chains[5]) }
    #expect(chains.allSatisfy { isKept($0, in: cache) })
  }

  @Test("leaf and intermediate must both be the same, byte for byte")
  func key() throws {
    let cache = ChainCache()
    let chain = try #require(try chains(1).first)
    cache.insert(chain)
    let leaf = chain.leaf.encoded
    let intermediate = chain.intermediate.encoded
    #expect(cache.chain(leaf: leaf, others: [leaf, intermediate]) === chain)
    #expect(cache.chain(leaf: leaf, others: []) == nil)
    for index in [0, leaf.count / 2, leaf.count - 1] {
      var changed = Array(leaf)
      changed[index] ^= 1
      #expect(cache.chain(leaf: changed[...], others: [intermediate]) == nil)
    }
    for index in [0, intermediate.count / 2, intermediate.count - 1] {
      var changed = Array(intermediate)
      changed[index] ^= 1
      #expect(cache.chain(leaf: leaf, others: [changed[...]]) == nil)
    }
    #expect(cache.chain(leaf: leaf.dropLast(), others: [intermediate]) == nil)
    #expect(cache.chain(leaf: intermediate, others: [leaf]) == nil)
  }

  @Test("a failed chain is checked again and never kept")
  func failures() throws {
    let authority = try Self.authority.get()
    let forged = try #require(CatalogueReceipt.all.first { $0.name == "forged-chain" })
    let sound = try #require(CatalogueReceipt.all.first { $0.name == "ok" })
    let verifier = ReceiptVerifier(trustRoots: try TrustAnchor.custom(authority.rootCertificate))
    let decoder = ReceiptDecoder()
    for _ in 0..<3 {
      #expect(
        verifier.verify(try decoder.decode(forged.make(under: authority))).status == .untrusted)
      #expect(verifier.verify(try decoder.decode(sound.make(under: authority))).status == .custom)
    }
  }

  @Test("a chain that held is not built again: it holds without its root")
  func isUsed() throws {
    let authority = try Self.authority.get()
    let receipt = try ReceiptDecoder().decode(
      authority.signedData(ExamplePayload.payload).encoded)
    let signedData = try #require(receipt.signedData)
    let text = try ReceiptDecoder().decode(authority.jws(ExampleTransaction.payload).encoded)
    guard case .jws(let jws) = text.envelope else {
      Issue.record("this is no JWS")
      return
    }
    let roots = try TrustAnchor.custom(authority.rootCertificate)
    let ellipticRoots = try TrustAnchor.custom(authority.ellipticRootCertificate)
    let cache = ChainCache()
    let ellipticCache = ReceiptCore.ChainCache<ECPublicKey>()
    for (isTrusted, status) in [
      (false, Verification.Status.untrusted), (true, .custom), (false, .custom),
    ] {
      let verification = AppleVerification(anchors: isTrusted ? roots : [], cache: cache)
        .run(receipt, signedData)
      #expect(verification.status == status)
      let ofText = JWSVerification(
        decoded: text, jws: jws, profile: .apple, anchors: isTrusted ? ellipticRoots : [],
        cache: ellipticCache
      ).run()
      #expect(ofText.status == status)
    }
  }

  @Test("dates are checked for every receipt, even with a cached chain")
  func dates() throws {
    let authority = try Self.authority.get()
    let verifier = ReceiptVerifier(trustRoots: try TrustAnchor.custom(authority.rootCertificate))
    func status(created: String) throws -> CheckReason? {
      let attributes =
        ExamplePayload.otherAttributes + [ExamplePayload.bundleID, .ia5(12, created)]
      let receipt = try authority.signedData(AttributeTemplate.payload(attributes)).encoded
      return verifier.verify(try ReceiptDecoder().decode(receipt)).reason
    }
    #expect(try status(created: "2020-06-01T12:00:00Z") == nil)
    #expect(try status(created: "2044-06-01T12:00:00Z") == .expiredAtCreation)
    #expect(try status(created: "2010-06-01T12:00:00Z") == .notYetValidAtCreation)
    // Exact to the second, on both sides of the leaf's first and last moment.
    #expect(try status(created: "2035-02-07T00:00:00Z") == nil)
    #expect(try status(created: "2035-02-07T00:00:01Z") == .expiredAtCreation)
    #expect(try status(created: "2015-11-13T00:00:00Z") == nil)
    #expect(try status(created: "2015-11-12T23:59:59Z") == .notYetValidAtCreation)
  }

  @Test("several tasks may use one cache")
  func concurrency() async throws {
    let cache = ChainCache()
    let chains = try chains(8)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<500 {
            let chain = chains[(task + round) % chains.count]
            if self.isKept(chain, in: cache) { continue }
            cache.insert(chain)
          }
        }
      }
    }
    #expect(chains.allSatisfy { isKept($0, in: cache) })
  }
}
