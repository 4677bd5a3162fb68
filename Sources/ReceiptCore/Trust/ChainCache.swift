/// Chains that held, by the exact bytes of their leaf and intermediate.
///
/// A million receipts hold a handful of leaves, and building a chain costs twenty times what verifying
/// one receipt does. Failures are not kept, so nobody can fill the cache with them; dates are not either,
/// since they are judged for each receipt. A cache belongs to one set of trusted roots, and by the type of
/// the leaf's key either to receipts or to JWS.
final class ChainCache<LeafKey: Sendable>: Sendable {
  /// How many chains are kept. Apple's leaves change every two years.
  static var capacity: Int { 64 }

  /// The oldest first.
  private let chains = Guarded<[CertificateChain<LeafKey>]>([])

  /// The chain of a leaf with one of the certificates beside it.
  ///
  /// They are so few that comparing with each is quicker than hashing: certificates differ in their
  /// first bytes, those of the serial number.
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
      // The same two certificates may hang from another root of the same name.
      chains.removeAll {
        areEqual($0.leaf.encoded, chain.leaf.encoded)
          && areEqual($0.intermediate.encoded, chain.intermediate.encoded)
      }
      // Which one goes does not matter: whoever has more than this many leaves is not Apple.
      if chains.count >= Self.capacity { chains.removeFirst() }
      chains.append(chain)
    }
  }
}
