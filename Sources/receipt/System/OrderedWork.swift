internal import Dispatch
internal import ReceiptCore

/// Work on several threads, with results in the order of the items.
enum OrderedWork {
  /// The largest number of items that a thread takes at once: waking a thread costs as much as a small
  /// receipt.
  static let greatestChunk = 16
  /// The number of chunks for each thread that may be done before the next result is consumed.
  private static let lead = 2

  /// Does `work` on every item of a list, and passes each result to `consume` in order, on the caller's thread,
  /// until that returns false.
  static func run<Item: Sendable, Value: Sendable>(
    _ items: [Item], jobs: Int, work: @escaping @Sendable (Item) -> Value,
    willWait: () -> Void = {}, consume: (Value) -> Bool
  ) {
    let jobs = min(jobs, items.count)
    // The chunks are small enough that all threads end at about the same time.
    let chunkSize = max(1, min(greatestChunk, items.count / (jobs * 8 + 1)))
    var position = 0
    run(
      jobs: jobs,
      next: {
        var chunk: [Item] = []
        while chunk.count < chunkSize, position < items.count {
          chunk.append(items[position])
          position += 1
        }
        return chunk
      }, work: work, willWait: willWait, consume: consume)
  }

  /// Does the same for items that are still to come.
  ///
  /// - Parameters:
  ///   - next: The next items; none at the end. One thread at a time calls it, and it may wait for input.
  ///   - willWait: Called before the caller's thread waits, so that what was consumed can be passed on.
  static func run<Item: Sendable, Value: Sendable>(
    jobs: Int, next: @escaping () -> [Item], work: @escaping @Sendable (Item) -> Value,
    willWait: () -> Void, consume: (Value) -> Bool
  ) {
    // `take` calls it under a lock.
    nonisolated(unsafe) let supply = next
    let board = Board<Value>()
    for _ in 0..<lead * jobs { board.room.signal() }
    let workers = Threads(jobs > 1 ? jobs : 0) {
      while true {
        board.room.wait()
        guard let (number, items) = board.take({ unsafe supply() }) else { return }
        board.put(items.map(work), at: number)
      }
    }
    guard workers.count > 0 else {
      while true {
        let items = next()
        guard !items.isEmpty else { return }
        // By index, as the code here is generic: a sequence of any items would be looked up when the program runs.
        for index in items.indices where !consume(work(items[index])) { return }
        willWait()
      }
    }
    var number = 0
    deliver: while let values = board.wait(for: number, willWait) {
      for value in values where !consume(value) { break deliver }
      number += 1
      board.room.signal()
    }
    board.stop()
    for _ in 0..<jobs { board.room.signal() }
    workers.wait()
  }

  /// The state that the threads share.
  private final class Board<Value: Sendable>: Sendable {
    /// One signal for each chunk that may begin.
    let room = DispatchSemaphore(value: 0)
    /// One signal for each chunk that is done, and one at the end.
    private let done = DispatchSemaphore(value: 0)
    /// The number of the next chunk. Whoever takes it may wait for input, so this is a lock of its own.
    private let turn = Guarded(0)
    private let state = Guarded(State())

    private struct State: Sendable {
      /// The number of chunks, once that is known.
      var end: Int?
      var isStopped = false
      var values: [Int: [Value]] = [:]
    }

    func take<Item>(_ next: () -> [Item]) -> (number: Int, items: [Item])? {
      turn.withLock { turn in
        guard state.withLock({ !$0.isStopped && $0.end == nil }) else { return nil }
        let items = next()
        guard !items.isEmpty else {
          state.withLock { $0.end = turn }
          done.signal()
          return nil
        }
        defer { turn += 1 }
        return (turn, items)
      }
    }

    func put(_ values: [Value], at chunk: Int) {
      state.withLock { $0.values[chunk] = values }
      done.signal()
    }

    /// The results of a chunk; `nil` behind the last one.
    func wait(for chunk: Int, _ willWait: () -> Void) -> [Value]? {
      while true {
        let (values, isEnd) = state.withLock { state in
          (state.values.removeValue(forKey: chunk), state.end == chunk)
        }
        if values != nil || isEnd { return values }
        willWait()
        done.wait()
      }
    }

    func stop() { state.withLock { $0.isStopped = true } }
  }
}
