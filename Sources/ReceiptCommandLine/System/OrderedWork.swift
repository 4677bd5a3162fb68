internal import Dispatch
internal import ReceiptCore

/// Work on several threads, with results in the order of the items.
enum OrderedWork {
  /// The largest number of items that a thread takes at once: waking a thread costs as much as a small
  /// receipt.
  static let greatestChunk = 16
  /// The number of chunks for each thread that may be taken before the next result is consumed.
  private static let lead = 2
  /// How much may be worked on at once, for any number of threads, if it is more than one chunk.
  private static let greatestSize = 16 << 20

  /// Does `work` on every item of a list, and passes each result to `consume` in order, until that returns false.
  static func run<Item: Sendable, Value: Sendable>(
    _ items: [Item], jobs: Int, work: @escaping @Sendable (consuming Item) -> Value,
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

  /// Does the same for items that are still to come. The caller's thread is one of those that work. Whichever of
  /// them has the next result passes it on, so that no result changes its thread.
  ///
  /// - Parameters:
  ///   - next: The next items; none at the end. One thread at a time calls it, and it may wait for input.
  ///   - size: The memory that items take.
  ///   - work: Each item is given away to it, so that what is large can go before the work is done.
  ///   - willWait: Called when all that was taken is consumed, so that it can be passed on.
  ///   - consume: One thread at a time calls it.
  static func run<Item: Sendable, Value: Sendable>(
    jobs: Int, next: @escaping () -> [Item], size: @escaping ([Item]) -> Int = { _ in 0 },
    work: @escaping @Sendable (consuming Item) -> Value, willWait: () -> Void,
    consume: (Value) -> Bool
  ) {
    guard jobs > 1 else {
      while true {
        let items = next()
        guard !items.isEmpty,
          forEach(of: consume items, { item in consume(work(consume item)) })
        else { return }
        willWait()
      }
    }
    // All threads have ended when this returns.
    withoutActuallyEscaping(willWait) { willWait in
      withoutActuallyEscaping(consume) { consume in
        let board = Board<Value>(jobs: jobs)
        // The board has one thread at a time call each of these.
        nonisolated(unsafe) let (supply, measure, flush, deliver) = (next, size, willWait, consume)
        let body: @Sendable () -> Void = {
          while let (chunk, items) = board.take({ unsafe supply() }, { unsafe measure($0) }) {
            var values: [Value] = []
            values.reserveCapacity(items.count)
            _ = forEach(of: consume items) { item in
              values.append(work(consume item))
              return true
            }
            board.put(values, of: chunk, { unsafe flush() }, { unsafe deliver($0) })
          }
        }
        let others = Threads(jobs - 1, body)
        body()
        others.wait()
      }
    }
  }

  /// Gives items away, one after the other, until `body` returns false. Returns whether it never did.
  private static func forEach<Item>(
    of items: consuming [Item], _ body: (consuming Item) -> Bool
  ) -> Bool {
    items.reverse()
    while let item = items.popLast() {
      guard body(consume item) else { return false }
    }
    return true
  }

  /// A chunk that was taken.
  private struct Chunk: Sendable {
    let number: Int
    /// How much of the room it takes: 1, unless it is large.
    let room: Int
  }

  /// The state that the threads share.
  private final class Board<Value: Sendable>: Sendable {
    /// One signal for each chunk that may be taken. A large chunk takes the room of several.
    private let room: DispatchSemaphore
    private let jobs: Int
    /// Whether there is nothing more to take. Held by the thread that takes a chunk, and perhaps waits for input.
    private let end = Guarded(false)
    private let state = Guarded(State())

    private struct State: Sendable {
      /// The number of chunks that were taken.
      var taken = 0
      /// The number of chunks that were consumed.
      var consumed = 0
      /// The results that are to be consumed, by the number of their chunk.
      var values: [Int: (values: [Value], room: Int)] = [:]
      /// Whether a thread consumes results.
      var isConsuming = false
      /// Whether nothing more is to be consumed.
      var isStopped = false

      mutating func nextValues() -> (values: [Value], room: Int)? {
        let next = isStopped ? nil : values.removeValue(forKey: consumed)
        isConsuming = next != nil
        return next
      }
    }

    init(jobs: Int) {
      self.jobs = jobs
      room = DispatchSemaphore(value: 0)
      free(lead * jobs)
    }

    private func free(_ count: Int) { for _ in 0..<count { room.signal() } }

    /// The room for a chunk of this size. Beside the largest, nothing more is read.
    private func room(forSize size: Int) -> Int {
      min(size / (greatestSize / (lead * jobs)) + 1, lead * jobs)
    }

    /// The next chunk; `nil` at the end.
    func take<Item>(
      _ next: () -> [Item], _ size: ([Item]) -> Int
    ) -> (chunk: Chunk, items: [Item])? {
      // One thread waits for room, so that no other has a part of what it needs.
      end.withLock { isAtEnd in
        room.wait()
        let items = isAtEnd || state.withLock { $0.isStopped } ? [] : next()
        guard !items.isEmpty else {
          isAtEnd = true
          // The next thread is to see the end too.
          room.signal()
          return nil
        }
        let own = room(forSize: size(items))
        for _ in 1..<own { room.wait() }
        let number = state.withLock { state in
          state.taken += 1
          return state.taken - 1
        }
        return (Chunk(number: number, room: own), items)
      }
    }

    /// Keeps the results of a chunk. Consumes all that is next in order, unless another thread does.
    func put(
      _ values: [Value], of chunk: Chunk, _ willWait: () -> Void, _ consume: (Value) -> Bool
    ) {
      var next = state.withLock { state in
        state.values[chunk.number] = (values, chunk.room)
        return state.isConsuming ? nil : state.nextValues()
      }
      while let (values, room) = next {
        let isStopped = !values.indices.allSatisfy { consume(values[$0]) }
        let isAll = state.withLock { state in
          state.consumed += 1
          state.isStopped = isStopped
          return state.consumed == state.taken
        }
        // Nothing more is consumed after a stop, and no thread may wait for that.
        free(isStopped ? lead * jobs : room)
        if isAll { willWait() }
        next = state.withLock { $0.nextValues() }
      }
    }
  }
}
