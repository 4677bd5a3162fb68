import Foundation

/// The processor time of the code under test, in seconds.
enum ProcessorTime {
  nonisolated(unsafe) private static var uncounted = 0.0

  /// The time that `body` takes, without what it left out.
  static func counted(_ body: () -> Void) -> Double {
    uncounted = 0
    let start = now()
    body()
    return now() - start - uncounted
  }

  /// Leaves out what the fuzzer does itself: it looks at each character of an output, and a dump may be hundreds of
  /// times as long as its input.
  static func leavingOut<Result>(_ body: () -> Result) -> Result {
    let start = now()
    defer { uncounted += now() - start }
    return body()
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
