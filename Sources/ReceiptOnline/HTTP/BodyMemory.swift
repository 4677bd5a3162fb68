internal import ReceiptCore

/// The memory that the body of one request takes, until the request is answered.
///
/// Each of thousands of connections may send a large body slowly. All of them together have a limit. The first part of
/// each body is not counted: most receipts are no larger, and are answered even when the limit is reached.
final class BodyMemory: Sendable {
  private static let free = 64 << 10
  private static let maximum = 256 << 20
  /// What a larger body took is given back to the system.
  private static let large = 1 << 20
  private static let all = Guarded(0)

  private let held = Guarded(0)

  /// Takes what is missing for a body of so many bytes.
  func hold(_ count: Int) throws(Problem) {
    let wanted = max(0, count - Self.free)
    let more = held.withLock { held in
      defer { held = wanted }
      return wanted - held
    }
    let total = Self.all.withLock { all in
      all += more
      return all
    }
    guard more == 0 || total <= Self.maximum else { throw .busy }
  }

  deinit { release() }

  /// Nothing of the body is kept any more.
  func release() {
    let count = held.withLock { held in
      defer { held = 0 }
      return held
    }
    Self.all.withLock { $0 -= count }
    if count > Self.large { SpareMemory.giveBack() }
  }
}
