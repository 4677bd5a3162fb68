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

/// The rows that are printed.
enum Table {
  static func head(_ text: String) {
    print(text + "\n")
    print("        what                                              figure      limit")
  }

  /// Prints the ratio of two pieces of work, and whether it is within its limit.
  static func compare(
    _ name: String, limit: Double, shown: String? = nil, rounds: Int = 41, _ first: Work,
    against second: Work
  ) {
    let result = PairedMeasurement(rounds: rounds, first.run, against: second.run)
    let ratio = result.ratio * Double(second.count) / Double(first.count)
    row(
      name, String(format: "%.4f", ratio), shown ?? String(format: "%g", limit),
      holds: ratio <= limit,
      "\(text(result.first, per: first.count)) against \(text(result.second, per: second.count))")
  }

  static func row(_ name: String, _ figure: String, _ limit: String, holds: Bool, _ note: String) {
    func pad(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    print(
      "  \(holds ? "ok  " : "OVER")  \(pad(name, 50))\(pad(figure, 12))\(pad(limit, 12))\(note)")
  }

  private static func text(_ duration: Duration, per count: Int) -> String {
    let microseconds = duration / .microseconds(1) / Double(count)
    return microseconds < 1000
      ? String(format: "%.1f µs", microseconds) : String(format: "%.2f ms", microseconds / 1000)
  }
}
