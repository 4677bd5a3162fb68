internal import ReceiptCore

/// What the server is to send.
package struct StandInAnswer: Sendable {
  package var status: Int
  /// `nil` without a body.
  package var contentType: String?
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8] = []
  /// How long the server waits before it sends anything.
  package var delayInMilliseconds: Int64 = 0
  /// How many bytes of the body it sends before it closes the connection; `nil` for the whole answer. With 0 it sends
  /// nothing at all.
  package var cutAfter: Int?

  /// An answer without a body.
  init(status: Int) { self.status = status }

  /// Apple's libraries read an error only with exactly this content type.
  static let json = "application/json"

  init(status: Int = 200, _ json: JSONValue) {
    self.status = status
    contentType = Self.json
    body = json.utf8
  }
}
