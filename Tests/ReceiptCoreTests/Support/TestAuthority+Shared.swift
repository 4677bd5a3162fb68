@testable import ReceiptMaking

extension TestAuthority {
  /// For tests that need any authority. Its keys are derived once, because that takes seconds.
  static let shared = Result { try TestAuthority(seed: "tests") }
}
