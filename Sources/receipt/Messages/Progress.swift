/// The progress of a long run, on a terminal that shows nothing else.
struct Progress {
  private let total: Int
  private let isShown: Bool
  private var done = 0
  private var lastShown: Int64
  private var hasText = false

  /// Runs shorter than this show nothing. In milliseconds.
  private static let delay: Int64 = 500
  private static let interval: Int64 = 100

  /// - Parameter isShown: whether standard error is a terminal and standard output is not.
  init(total: Int, isShown: Bool) {
    self.total = total
    self.isShown = isShown
    lastShown = isShown ? Terminal.uptime + Self.delay - Self.interval : 0
  }

  mutating func step() {
    done += 1
    guard isShown else { return }
    let now = Terminal.uptime
    guard now - lastShown >= Self.interval else { return }
    lastShown = now
    show("\rchecking \(grouped(done)) of \(grouped(total))")
    hasText = true
  }

  /// Removes the line, for a message or at the end.
  mutating func clear() {
    guard hasText else { return }
    show("\r\u{1B}[K")
    hasText = false
  }

  private func show(_ text: String) {
    let output = Output.standardError()
    output.write(text)
    output.flush()
  }
}
