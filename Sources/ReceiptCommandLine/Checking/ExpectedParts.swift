internal import ReceiptCore

/// The parts of inputs for which an expectation file has entries, until they are met.
final class ExpectedParts: Sendable {
  private let waiting: Guarded<[Int: Set<String>]>

  init(_ plans: [InputPlan]) {
    var waiting: [Int: Set<String>] = [:]
    for (index, plan) in plans.enumerated() {
      if case .entries(_, _, let parts) = plan, !parts.isEmpty {
        waiting[index] = Set(parts.keys)
      }
    }
    self.waiting = Guarded(waiting)
  }

  func note(_ source: Source, _ found: ReceiptInputs.Found, ofInput index: Int) {
    waiting.withLock { waiting in
      guard waiting[index] != nil else { return }
      if let part = source.part {
        waiting[index]?.remove(part)
      } else if case .failure = found {
        // Nothing in it could be read, and that is told.
        waiting[index] = nil
      }
    }
  }

  /// Those that were not there, in the order of the inputs.
  var missing: [(input: Int, parts: [String])] {
    waiting.withLock { waiting in
      waiting.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
    }
  }
}
