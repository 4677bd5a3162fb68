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
    let least = Self.firstPause * (1 << (attempt - 1))
    let pause = max(pause ?? least, least)
    guard attempt < Self.attempts, ContinuousClock.now + pause < end else { return false }
    return (try? await Task.sleep(for: pause)) != nil
  }
}

extension WebAnswer {
  /// When to ask again, from now. Apple gives milliseconds since 1970 (Apple, "RateLimitExceededError"). A server between
  /// Apple and this program gives seconds (RFC 9110 §10.2.3).
  func pause(at now: ReceiptDate) -> Duration? {
    guard let name = HTTPField.Name("Retry-After"), let text = fields[name],
      let number = Int64(text), number >= 0
    else { return nil }
    guard number > Self.longestSeconds else { return .seconds(number) }
    return .milliseconds(max(0, number - now.millisecondsSince1970))
  }

  /// Thirty years. As milliseconds since 1970 it is a day of that year.
  private static let longestSeconds: Int64 = 1_000_000_000
}
