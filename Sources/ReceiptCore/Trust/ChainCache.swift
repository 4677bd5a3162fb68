internal import Synchronization

/// Chains that held, by the exact octets of their leaf and intermediate.
///
/// A million receipts hold a handful of leaves, and building a chain costs twenty times what verifying
/// one receipt does. Failures are not kept, so nobody can fill the cache with them; dates are not either,
/// since they are judged for each receipt. A cache belongs to one set of trusted roots, and by the type of
/// the leaf's key either to receipts or to JWS.
final class ChainCache<LeafKey: Sendable>: Sendable {
  /// How many chains are kept. Apple's leaves change every two years.
  static var capacity: Int { 64 }

  private struct Key: Hashable {
    let leaf: [UInt8]
    let intermediate: [UInt8]

    static func == (left: Key, right: Key) -> Bool {
      left.leaf == right.leaf && left.intermediate == right.intermediate
    }

    /// A certificate ends in its signature: its last octets are as good as random.
    func hash(into hasher: inout Hasher) {
      for octet in leaf.suffix(16) { hasher.combine(octet) }
    }
  }

  private let chains = Mutex<[Key: CertificateChain<LeafKey>]>([:])

  func chain(leaf: ArraySlice<UInt8>, intermediate: ArraySlice<UInt8>) -> CertificateChain<LeafKey>?
  {
    let key = Key(leaf: Array(leaf), intermediate: Array(intermediate))
    return chains.withLock { $0[key] }
  }

  func insert(_ chain: CertificateChain<LeafKey>) {
    let key = Key(
      leaf: Array(chain.leaf.encoded), intermediate: Array(chain.intermediate.encoded))
    chains.withLock { chains in
      // Which one goes does not matter: whoever has more than this many leaves is not Apple.
      if chains.count >= Self.capacity, let victim = chains.keys.first {
        chains.removeValue(forKey: victim)
      }
      chains[key] = chain
    }
  }
}
