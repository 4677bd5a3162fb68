internal import ReceiptCore

/// The verifiers that runs of one process share. Each remembers the chains that it has verified, and verifying one
/// takes longer than all else that a run does with a receipt.
package final class KnownVerifiers: Sendable {
  private let known = Guarded<[[String]: ReceiptVerifier]>([:])

  package init() {}

  /// The verifier for a profile and roots, which is made once.
  func verifier(
    _ key: [String], make: () throws -> ReceiptVerifier
  ) rethrows -> ReceiptVerifier {
    if let verifier = known.withLock({ $0[key] }) { return verifier }
    let verifier = try make()
    known.withLock { $0[key] = verifier }
    return verifier
  }
}
