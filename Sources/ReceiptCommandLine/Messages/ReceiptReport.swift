internal import ReceiptCore

/// What a command found out about one receipt.
protocol ReceiptReport: Sendable {
  var source: Source { get }
  var exitStatus: ExitStatus { get }
  /// Whether there is something for standard error.
  var hasMessage: Bool { get }
  func say(to messages: Messages)
}
