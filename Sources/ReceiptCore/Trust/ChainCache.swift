/// Verified chains, found by the exact bytes of their leaf and intermediate.
///
/// Millions of receipts share a few leaves, and building a chain costs 20 times as much as verifying a
/// receipt. Failures are not kept, so an attacker cannot fill the cache. Dates are not kept either, because
/// they are checked for each receipt. A cache belongs to one set of trusted roots, and holds chains either of
/// receipts or of JWS.
final class ChainCache<LeafKey: Sendable>: Sendable {
  /// The largest number of chains kept. Apple's leaves change every two years.
  static var capacity: Int { 64 }

  /// The chains, oldest first.
  private let chains = Guarded<[CertificateChain<LeafKey>]>([])

  /// The cached chain of a leaf with one of the other certificates.
  ///
  /// There are so few chains that comparing is faster than hashing: certificates differ in their first bytes,
  /// which are the serial number.
  func chain(
    leaf: ArraySlice<UInt8>, others: [ArraySlice<UInt8>]
  ) -> CertificateChain<LeafKey>? {
    chains.withLock { chains in
      for other in others {
        for chain in chains
        where areEqual(chain.leaf.encoded, leaf) && areEqual(chain.intermediate.encoded, other) {
          return chain
        }
      }
      return nil
    }
  }

  func insert(_ chain: CertificateChain<LeafKey>) {
    chains.withLock { chains in
      // The same two certificates may lead to another root of the same name.
      chains.removeAll {
        areEqual($0.leaf.encoded, chain.leaf.encoded)
          && areEqual($0.intermediate.encoded, chain.intermediate.encoded)
      }
      // Evicts any entry: Apple has far fewer leaves than this.
      if chains.count >= Self.capacity { chains.removeFirst() }
      chains.append(chain)
    }
  }
}
