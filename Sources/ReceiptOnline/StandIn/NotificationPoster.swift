internal import ReceiptStandIn

/// Posts notifications as Apple does.
struct NotificationPoster: Sendable {
  let client: WebClient
  let url: ServerURL

  func post(_ body: [UInt8]) async -> StandInNotification.Result {
    do throws(WebFault) {
      let answer = try await client.send(WebRequest(posting: body, to: url))
      return (200...206).contains(answer.status) ? .success : .unsuccessfulStatus
    } catch {
      return StandInNotification.Result(error)
    }
  }
}

extension StandInNotification.Result {
  /// How Apple names it (Apple, "sendAttemptResult").
  fileprivate init(_ fault: WebFault) {
    self =
      switch fault {
      case .timedOut: .timedOut
      case .untrusted, .noTLS: .tlsIssue
      case .noAnswer: .noResponse
      case .cut: .prematureClose
      case .notHTTP: .invalidResponse
      case .unreachable, .proxy: .socketIssue
      case .tooLarge: .other
      }
  }
}
