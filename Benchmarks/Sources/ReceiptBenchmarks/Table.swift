import Foundation

/// Some work, and how many times it is done in one measurement.
struct Work {
  let count: Int
  let run: () -> Void

  /// Work that is done all at once.
  init(of count: Int, _ run: @escaping () -> Void) {
    self.count = count
    self.run = run
  }

  /// Work that is repeated.
  static func times(_ count: Int, _ work: @escaping () -> Void) -> Work {
    Work(of: count) { for _ in 0..<count { work() } }
  }
}

/// What was measured for one row.
struct Figure {
  let value: Double
  /// What the figure was made of.
  var note = ""
}

/// How figures and limits of a row are written.
enum Unit {
  case ratio, mebibytes, milliseconds

  func text(_ value: Double) -> String {
    switch self {
    case .ratio: String(format: value < 0.1 ? "%.3f" : "%.2f", value)
    case .mebibytes: String(format: "%.1f MiB", value)
    case .milliseconds: String(format: value < 10 ? "%.1f ms" : "%.0f ms", value)
    }
  }
}

/// The rows that are printed, each with its limit.
final class Table {
  /// A figure that is over its limit by more than this is measured again.
  private static let tolerance = 1.2
  /// A limit is missed if it is exceeded this often, one time after the other.
  private static let attempts =
    ProcessInfo.processInfo.environment["RECEIPT_BENCHMARK_ATTEMPTS"].flatMap(Int.init) ?? 3

  /// The rows whose limit was missed by more than the tolerance each time.
  private(set) var missed: [String] = []

  init(head: String) {
    print(head)
    print("\n          what                                              figure      limit")
  }

  func section(_ title: String) { print("\n  \(title)") }

  /// Prints the ratio of two pieces of work.
  func compare(
    _ name: String, limit: Double, rounds: Int = 41, in time: Time = .processor, _ first: Work,
    against second: Work
  ) {
    row(name, limit: limit, .ratio) {
      let result = PairedMeasurement(rounds: rounds, in: time, first.run, against: second.run)
      return Figure(
        value: result.ratio * Double(second.count) / Double(first.count),
        note: "\(text(result.first, per: first.count)) against "
          + text(result.second, per: second.count))
    }
  }

  /// Prints what `measure` gives. The least of several figures counts, because whatever else the machine
  /// does only adds to them.
  func row(_ name: String, limit: Double, _ unit: Unit, measure: () -> Figure) {
    var figure = measure()
    var attempts = 1
    while figure.value > limit * Self.tolerance, attempts < Self.attempts {
      let again = measure()
      if again.value < figure.value { figure = again }
      attempts += 1
    }
    let state =
      figure.value <= limit ? "ok" : figure.value <= limit * Self.tolerance ? "over" : "MISSED"
    if figure.value > limit * Self.tolerance { missed.append(name) }
    func pad(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    let line =
      "  \(pad(state, 8))\(pad(name, 50))\(pad(unit.text(figure.value), 12))"
      + "\(pad(unit.text(limit), 12))\(figure.note)"
    print(String(line.reversed().drop { $0 == " " }.reversed()))
    // A reader of a pipe sees each row when it is there.
    fflush(nil)
  }

  private func text(_ duration: Duration, per count: Int) -> String {
    let microseconds = duration / .microseconds(1) / Double(count)
    return microseconds < 1000
      ? String(format: "%.1f µs", microseconds) : String(format: "%.2f ms", microseconds / 1000)
  }
}
