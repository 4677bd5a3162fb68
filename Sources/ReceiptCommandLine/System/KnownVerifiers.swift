internal import ReceiptCore

/// The verifiers that runs of one process share. Each remembers the chains that it has verified, and verifying one
/// takes longer than all else that a run does with a receipt.
package final class KnownVerifiers: Sendable {
  /// There are few. The first dictionary with such keys would search the whole program for their conformance, which takes
  /// a tenth of a run.
  private let known = Guarded<[Entry]>([])

  private struct Entry {
    /// The profile, and the files with roots.
    let key: [String]
    let verifier: ReceiptVerifier
  }

  package init() {}

  /// The verifier for a profile and roots, which is made once.
  func verifier(
    _ key: [String], make: () throws -> ReceiptVerifier
  ) rethrows -> ReceiptVerifier {
    if let entry = known.withLock({ $0.first { $0.key == key } }) { return entry.verifier }
    let verifier = try make()
    known.withLock { $0.append(Entry(key: key, verifier: verifier)) }
    return verifier
  }
}
