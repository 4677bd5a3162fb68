internal import Dispatch
internal import Synchronization

/// Work on several processors at once.
enum Parallel {
  /// What `body` makes of each number below `count`, in order.
  ///
  /// - Throws: the first error that any of them threw.
  static func map<Value: Sendable, Failure: Error>(
    _ count: Int, _ body: @Sendable (Int) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    let results = Mutex<[Result<Value, Failure>?]>(Array(repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let result: Result<Value, Failure>
      do throws(Failure) {
        result = .success(try body(index))
      } catch {
        result = .failure(error)
      }
      results.withLock { $0[index] = result }
    }
    var values: [Value] = []
    values.reserveCapacity(count)
    for result in results.withLock({ $0 }) {
      if let result { values.append(try result.get()) }
    }
    return values
  }
}
