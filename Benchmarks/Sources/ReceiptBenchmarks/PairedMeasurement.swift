/// Compares the times of two pieces of work.
///
/// Seconds differ between machines and minutes; ratios of work done in turns differ far less. Each round runs
/// both, one right after the other, and gives one ratio. The result is the median.
struct PairedMeasurement {
  let ratio: Double
  let first: Duration
  let second: Duration

  init(rounds: Int, _ first: () -> Void, against second: () -> Void) {
    let clock = ContinuousClock()
    var ratios: [Double] = []
    var firsts: [Duration] = []
    var seconds: [Duration] = []
    // The first round warms up caches and allocators and does not count.
    for round in 0...rounds {
      let a = clock.measure(first)
      let b = clock.measure(second)
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

func median<Value: Comparable>(_ values: [Value]) -> Value {
  values.sorted()[values.count / 2]
}
