internal import HTTPTypes
internal import HummingbirdCore
internal import ReceiptCommandLine
internal import ReceiptCore

/// Counts of what was answered, and a line for each on standard error: time, kind and verdict. They hold nothing that
/// came from a client.
final class Metrics: Sendable {
  private struct Key: Hashable {
    let kind: String
    let form: String
    let verdict: String
    let status: Int
  }

  private struct Sum {
    var count = 0
    var seconds = 0.0
  }

  private let host = Host()
  private let sums = Guarded<[Key: Sum]>([:])

  func count(_ answered: Answered, after duration: Duration) {
    let key = Key(
      kind: answered.kind, form: answered.form ?? "none",
      verdict: answered.verdict?.rawValue ?? "none", status: answered.response.status.code)
    let (seconds, attoseconds) = duration.components
    let time = Double(seconds) + Double(attoseconds) / 1e18
    host.note(
      "\(host.now) \(key.kind) \(key.form) \(key.verdict) \(key.status) \(Int(time * 1000)) ms")
    sums.withLock {
      $0[key, default: Sum()].count += 1
      $0[key, default: Sum()].seconds += time
    }
  }

  /// The text format of Prometheus, version 0.0.4.
  var text: String {
    let rows = sums.withLock { $0.map { (labels: Self.labels($0.key), sum: $0.value) } }
      .sorted { $0.labels < $1.labels }
    func metric(_ name: String, _ help: String, _ value: (Sum) -> String) -> String {
      "# HELP \(name) \(help)\n# TYPE \(name) counter\n"
        + rows.map { "\(name){\($0.labels)} \(value($0.sum))\n" }.joined()
    }
    return metric("receipt_requests_total", "Requests that were answered.") { String($0.count) }
      + metric("receipt_request_seconds_total", "The time that they took.") { String($0.seconds) }
  }

  private static func labels(_ key: Key) -> String {
    "kind=\"\(key.kind)\",form=\"\(key.form)\",verdict=\"\(key.verdict)\",status=\"\(key.status)\""
  }
}
