package import ReceiptCore

/// A notification that the App Store sends, with what it was about at that time.
struct Notice: Sendable {
  /// Identifies it in every copy.
  let id: ReceiptString
  let date: ReceiptDate
  let notification: ServerNotification
  /// The place of the customer, or of some customer of the app.
  let customer: Int
  /// The app as the notification names it.
  let app: Receipt
  let purchase: InAppPurchase?
  let renewal: RenewalInfo?
  let appTransaction: Receipt?
  var attempts: [Attempt] = []
  /// When it is to be sent, or sent again; `nil` when it has arrived, or was given up.
  var nextTry: ReceiptDate?
  /// When it was sent last.
  var lastTry: ReceiptDate?

  struct Attempt: Sendable {
    let date: ReceiptDate
    let result: StandInNotification.Result
  }

  var hasArrived: Bool { attempts.last?.result == .success }

  /// The attempts as the API writes them (Apple, "sendAttemptItem").
  var sendAttempts: JSONValue {
    .array(
      attempts.map { attempt in
        .object([
          JSONValue.Member(
            name: "attemptDate", value: .number(String(attempt.date.millisecondsSince1970))),
          JSONValue.Member(name: "sendAttemptResult", value: .string(attempt.result.rawValue)),
        ])
      })
  }
}

/// A notification that is to be posted now.
package struct StandInNotification: Sendable {
  /// Identifies it in every copy.
  package let id: ReceiptString
  /// The body of the request, in JSON.
  package let body: [UInt8]
  /// Which attempt this is, from 1.
  package let attempt: Int

  /// How an attempt ended (Apple, "sendAttemptResult").
  package enum Result: String, Sendable, CaseIterable {
    case success = "SUCCESS"
    case timedOut = "TIMED_OUT"
    case tlsIssue = "TLS_ISSUE"
    case circularRedirect = "CIRCULAR_REDIRECT"
    case noResponse = "NO_RESPONSE"
    case socketIssue = "SOCKET_ISSUE"
    case unsupportedCharset = "UNSUPPORTED_CHARSET"
    case invalidResponse = "INVALID_RESPONSE"
    case prematureClose = "PREMATURE_CLOSE"
    case unsuccessfulStatus = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
    case other = "OTHER"
  }
}
