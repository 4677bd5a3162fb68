internal import Dispatch
internal import ReceiptCore

/// Work that several threads share, with its results in the order of the items.
enum OrderedWork {
  /// How many items a thread takes at a time, at most: waking a thread costs as much as a small receipt.
  private static let greatestChunk = 16
  /// How many chunks may be done ahead of the one that is waited for, a thread.
  private static let lead = 2

  /// Does `work` on every item, and hands each result to `consume`, on the caller's thread and in order,
  /// until it says that nobody wants any more.
  static func run<Item: Sendable, Value: Sendable>(
    _ items: [Item], threads: Int, work: @escaping @Sendable (Item) -> Value,
    consume: (Value) -> Bool
  ) {
    guard threads > 1, items.count > 1 else {
      for item in items { guard consume(work(item)) else { return } }
      return
    }
    // Small enough that the threads end at about the same time.
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

  /// What the threads have taken and done.
  private final class Board<Value: Sendable>: Sendable {
    let chunkCount: Int
    /// One for each chunk that may be begun.
    let room = DispatchSemaphore(value: 0)
    /// One for each chunk that was done.
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
