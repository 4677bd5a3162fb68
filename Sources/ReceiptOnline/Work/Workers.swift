internal import NIOCore
internal import NIOPosix
internal import ReceiptCore

/// The threads that read receipts. So many work, some more requests wait, and all others are told to come back.
final class Workers: Sendable {
  private let pool: NIOThreadPool
  /// How many requests work or wait.
  private let taken = Guarded(0)
  private let limit: Int

  static let usualCount = 2 * System.coreCount
  /// For each thread, so many requests wait.
  private static let waitingForEach = 16
  /// A stream holds its thread for as long as the client likes, so streams have threads of their own.
  private static let streamCount = 32

  init(count: Int) {
    pool = NIOThreadPool(numberOfThreads: count)
    pool.start()
    limit = count * (1 + Self.waitingForEach)
  }

  /// Those for streams. None waits: a client would not know why nothing comes.
  private init(streams: Int) {
    pool = NIOThreadPool(numberOfThreads: streams)
    pool.start()
    limit = streams
  }

  static func forStreams() -> Workers { Workers(streams: streamCount) }

  /// Does work on one of the threads.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value
  ) async throws -> Value {
    guard take() else { throw Problem.busy }
    defer { taken.withLock { $0 -= 1 } }
    return try await pool.runIfActive(work)
  }

  /// Whether more can be done now.
  var isFree: Bool { taken.withLock { $0 < limit } }

  private func take() -> Bool {
    taken.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
  }
}
