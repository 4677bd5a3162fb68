internal import HTTPTypes
internal import ReceiptCommandLine
internal import ReceiptCore
internal import ReceiptInsight

/// How long and how often requests are repeated that failed for a moment. One belongs to a whole question, with all its
/// requests.
struct Patience {
  private let end: ContinuousClock.Instant

  /// How often the same request is sent at most.
  static let attempts = 4
  private static let budget = Duration.seconds(60)
  private static let firstPause = Duration.milliseconds(500)

  init() { end = .now + Self.budget }

  /// Waits before the next attempt, each time twice as long.
  ///
  /// - Parameter pause: how long the server asks to wait, if it does.
  /// - Returns: whether there is time for it.
  func wait(afterAttempt attempt: Int, _ pause: Duration? = nil) async -> Bool {
    let pause = pause ?? Self.firstPause * (1 << (attempt - 1))
    guard attempt < Self.attempts, ContinuousClock.now + pause < end else { return false }
    return (try? await Task.sleep(for: pause)) != nil
  }
}

extension WebAnswer {
  /// When to ask again, from now. Apple gives milliseconds since 1970 where HTTP has seconds (Apple,
  /// "RateLimitExceededError").
  func pause(at now: ReceiptDate) -> Duration? {
    guard let name = HTTPField.Name("Retry-After"), let text = fields[name],
      let date = Int64(text), date >= 0
    else { return nil }
    return .milliseconds(max(0, date - now.millisecondsSince1970))
  }
}
