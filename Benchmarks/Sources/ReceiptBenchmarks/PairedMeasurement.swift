import Foundation

/// Compares the times of two pieces of work.
///
/// Seconds differ between machines and minutes; ratios of work done in turns differ far less. Each round runs
/// both, one right after the other, and gives one ratio. The result is the median.
struct PairedMeasurement {
  let ratio: Double
  let first: Duration
  let second: Duration

  init(rounds: Int, in time: Time, _ first: () -> Void, against second: () -> Void) {
    var ratios: [Double] = []
    var firsts: [Duration] = []
    var seconds: [Duration] = []
    // The first round warms up caches and allocators and does not count.
    for round in 0...rounds {
      let a = time.measure(first)
      let b = time.measure(second)
      if round == 0 { continue }
      ratios.append(a / b)
      firsts.append(a)
      seconds.append(b)
    }
    ratio = median(ratios)
    self.first = median(firsts)
    self.second = median(seconds)
  }
}

/// Which time counts.
enum Time {
  /// That of the processors: of the programs that were run, or else of this one. Other programs on the machine
  /// hardly change it.
  case processor
  /// That of the clock, where several processors share the work.
  case clock

  func measure(_ work: () -> Void) -> Duration {
    switch self {
    case .clock: return ContinuousClock().measure(work)
    case .processor:
      let before = (own: Self.used(Self.own), others: Self.used(Self.children))
      work()
      let byOthers = Self.used(Self.children) - before.others
      return byOthers > .zero ? byOthers : Self.used(Self.own) - before.own
    }
  }

  // The C library of Linux has an enumeration for these.
  #if os(Linux)
    private static let own = RUSAGE_SELF.rawValue
    private static let children = RUSAGE_CHILDREN.rawValue
  #else
    private static let own = RUSAGE_SELF
    private static let children = RUSAGE_CHILDREN
  #endif

  private static func used(_ whose: Int32) -> Duration {
    var usage = rusage()
    getrusage(whose, &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(.zero) {
      $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec)
    }
  }
}

func median<Value: Comparable>(_ values: [Value]) -> Value {
  values.sorted()[values.count / 2]
}
