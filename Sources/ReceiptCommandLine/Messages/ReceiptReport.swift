internal import ReceiptCore

/// What a command found out about one receipt.
protocol ReceiptReport: Sendable {
  var source: Source { get }
  var exitStatus: ExitStatus { get }
  /// How it is counted among the rows of a stream: a receipt that was read and failed has failed, even if it is damaged.
  var tallied: ExitStatus { get }
  /// Whether there is something for standard error.
  var hasMessage: Bool { get }
  func say(to messages: Messages)
}

extension ReceiptReport {
  var tallied: ExitStatus { exitStatus }
}
