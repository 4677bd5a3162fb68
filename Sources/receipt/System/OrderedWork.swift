internal import Dispatch
internal import ReceiptCore

/// Work on several threads, with results in the order of the items.
enum OrderedWork {
  /// The largest number of items that a thread takes at once: waking a thread costs as much as a small
  /// receipt.
  private static let greatestChunk = 16
  /// The number of chunks for each thread that may be done before the next result is consumed.
  private static let lead = 2

  /// Does `work` on every item, and passes each result to `consume` in order, on the caller's thread, until
  /// that returns false.
  static func run<Item: Sendable, Value: Sendable>(
    _ items: [Item], threads: Int, work: @escaping @Sendable (Item) -> Value,
    consume: (Value) -> Bool
  ) {
    guard threads > 1, items.count > 1 else {
      for item in items { guard consume(work(item)) else { return } }
      return
    }
    // The chunks are small enough that all threads end at about the same time.
    let chunkSize = max(1, min(greatestChunk, items.count / (threads * 8)))
    let board = Board<Value>(chunkCount: (items.count + chunkSize - 1) / chunkSize)
    for _ in 0..<lead * threads { board.room.signal() }
    let workers = Threads(threads) {
      while true {
        board.room.wait()
        guard let chunk = board.take() else { return }
        let end = min((chunk + 1) * chunkSize, items.count)
        board.put(items[chunk * chunkSize..<end].map(work), at: chunk)
      }
    }
    guard workers.count > 0 else { return run(items, threads: 1, work: work, consume: consume) }
    deliver: for chunk in 0..<board.chunkCount {
      for value in board.wait(for: chunk) where !consume(value) { break deliver }
      board.room.signal()
    }
    board.stop()
    for _ in 0..<threads { board.room.signal() }
    workers.wait()
  }

  /// The state that the threads share.
  private final class Board<Value: Sendable>: Sendable {
    let chunkCount: Int
    /// One signal for each chunk that may begin.
    let room = DispatchSemaphore(value: 0)
    /// One signal for each chunk that is done.
    private let done = DispatchSemaphore(value: 0)
    private let state = Guarded(State())

    private struct State: Sendable {
      var next = 0
      var isStopped = false
      var values: [Int: [Value]] = [:]
    }

    init(chunkCount: Int) { self.chunkCount = chunkCount }

    func take() -> Int? {
      state.withLock { state in
        guard !state.isStopped, state.next < chunkCount else { return nil }
        defer { state.next += 1 }
        return state.next
      }
    }

    func put(_ values: [Value], at chunk: Int) {
      state.withLock { $0.values[chunk] = values }
      done.signal()
    }

    func wait(for chunk: Int) -> [Value] {
      while true {
        if let values = state.withLock({ $0.values.removeValue(forKey: chunk) }) { return values }
        done.wait()
      }
    }

    func stop() { state.withLock { $0.isStopped = true } }
  }
}
