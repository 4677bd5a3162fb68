internal import ReceiptCore

/// A request as the server read it.
package struct StandInRequest: Sendable {
  package var method: String
  /// The segments of the path, without percent-encoding.
  package var path: [String]
  /// The pairs of the query in order, without percent-encoding. A name may occur several times.
  package var query: [(name: String, value: String)]
  /// What follows `Bearer` in the field Authorization.
  package var bearerToken: String?
  package var body: [UInt8]

  package init(
    _ method: String, _ path: [String], query: [(name: String, value: String)] = [],
    bearerToken: String? = nil, body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.bearerToken = bearerToken
    self.body = body
  }

  /// The environment that the path begins with, if it does, and the rest of it: `/sandbox/inApps/v1/…`.
  var address: (environment: Receipt.Environment?, path: [String]) {
    let environments: [String: Receipt.Environment] = [
      "production": .production, "sandbox": .sandbox,
    ]
    guard let environment = path.first.flatMap({ environments[$0] }) else { return (nil, path) }
    return (environment, Array(path.dropFirst()))
  }

  /// All values of a name in the query.
  func values(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }
}
