internal import ReceiptStandIn

/// Posts notifications as Apple does.
struct NotificationPoster: Sendable {
  let client: WebClient
  let url: ServerURL

  func post(_ body: [UInt8]) async -> StandInNotification.Result {
    do throws(WebFault) {
      let answer = try await client.send(WebRequest(posting: body, to: url))
      return Self.isTaken(answer) ? .success : .unsuccessfulStatus
    } catch {
      return StandInNotification.Result(error)
    }
  }

  /// Whether Apple counts an answer as a notification that was taken.
  static func isTaken(_ answer: WebAnswer) -> Bool { (200...206).contains(answer.status) }
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
      case .unreachable, .proxy, .proxyUnreachable: .socketIssue
      case .tooLarge: .other
      }
  }
}
