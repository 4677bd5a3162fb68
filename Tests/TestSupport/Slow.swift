internal import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
  /// A test that takes many seconds: the loop of a change leaves it out.
  package static var slow: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["RECEIPT_QUICK"] != "1", "slow: make test runs it")
  }
}
