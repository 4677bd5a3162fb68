internal import NIOPosix
internal import ReceiptCore

/// Threads that read receipts. So many work, some more requests wait, and all others are told to come back.
final class Workers: Sendable {
  private let pool: NIOThreadPool
  /// How many requests work or wait.
  private let taken = Guarded(0)
  private let limit: Int

  /// A stream holds its thread for as long as the client likes, so streams have threads of their own.
  private static let streamCount = 32

  /// - Parameter waiting: For each thread, so many requests wait.
  init(count: Int, waiting: Int) {
    pool = NIOThreadPool(numberOfThreads: count)
    pool.start()
    limit = count * (1 + waiting)
  }

  /// Those for streams. None waits: a client would not know why nothing comes.
  static func forStreams() -> Workers { Workers(count: streamCount, waiting: 0) }

  /// A place among those that work or wait. It is free again with the last reference to it.
  final class Place: Sendable {
    private let workers: Workers

    fileprivate init(of workers: Workers) { self.workers = workers }

    deinit { workers.taken.withLock { $0 -= 1 } }

    /// Does work on one of the threads.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value {
      // The sanitizer for threads does not see how a continuation hands a value over. It sees a lock on both sides.
      let value = try await workers.pool.runIfActive { [workers] in
        let value = work()
        workers.taken.withLock { _ in }
        return value
      }
      workers.taken.withLock { _ in }
      return value
    }
  }

  /// - Throws: `busy` if all places are taken.
  func place() throws(Problem) -> Place {
    let isTaken = taken.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
    guard isTaken else { throw .busy }
    return Place(of: self)
  }

  /// Does work on one of the threads, as soon as one is free.
  func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value {
    try await place().run(work)
  }
}
