/// The progress of a long run, on a terminal that shows nothing else.
struct Progress {
  /// The number of items; `nil` if it is not known.
  private let total: Int?
  private let isShown: Bool
  private var done = 0
  private let host: Host
  private let begin: Int64
  private var lastShown: Int64
  private var hasText = false

  /// Runs shorter than this show nothing. In milliseconds.
  private static let delay: Int64 = 1000
  private static let interval: Int64 = 100

  /// - Parameter isShown: whether standard error is a terminal and standard output is not.
  init(_ total: Int?, isShown: Bool, on host: Host) {
    self.host = host
    begin = host.uptime
    self.total = total
    self.isShown = isShown
    lastShown = begin + Self.delay - Self.interval
  }

  mutating func step(by count: Int = 1) {
    done += count
    guard isShown else { return }
    let now = host.uptime
    guard now - lastShown >= Self.interval else { return }
    lastShown = now
    let amount = total.map { "\(grouped(done)) of \(grouped($0))" } ?? grouped(done)
    show("\r\(amount)\(rate(always: true))\u{1B}[K")
    hasText = true
  }

  /// `, 25,000 a second`; nothing after less than a second, unless it is wanted always.
  func rate(always: Bool) -> String {
    let time = host.uptime - begin
    guard always || time >= Self.delay else { return "" }
    return ", \(grouped(Int(Int64(done) * 1000 / max(1, time)))) a second"
  }

  /// Removes the line, for a message or at the end.
  mutating func clear() {
    guard hasText else { return }
    show("\r\u{1B}[K")
    hasText = false
  }

  private func show(_ text: String) {
    let output = host.standardError()
    output.write(text)
    output.flush()
  }
}
