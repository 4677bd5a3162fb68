internal import ReceiptCore

/// An address of Apple's server, and what it answers.
struct Endpoint: Sendable {
  let method: String
  /// The path as Apple documents it: `/inApps/v1/transactions/{transactionId}`.
  let path: String
  /// Apple's name of it.
  let name: String
  let answer: @Sendable (inout Store, Call) throws(Refusal) -> Reply
  private let segments: [String]

  init(
    _ method: String, _ path: String, _ name: String,
    _ answer: @escaping @Sendable (inout Store, Call) throws(Refusal) -> Reply
  ) {
    self.method = method
    self.path = path
    self.name = name
    self.answer = answer
    segments = path.split(separator: "/").map(String.init)
  }

  /// All of them. Where two paths fit, the earlier row counts.
  static let all =
    transactions + subscriptions + notifications + messaging + groups + advancedCommerce

  /// What a path has where this one is open; `nil` if it is another path.
  func parameters(of path: [String]) -> [String]? {
    guard path.count == segments.count else { return nil }
    var parameters: [String] = []
    for (segment, given) in zip(segments, path) {
      if segment.hasPrefix("{") {
        guard !given.isEmpty else { return nil }
        parameters.append(given)
      } else if segment != given {
        return nil
      }
    }
    return parameters
  }

  /// The endpoint for a request. Without one, the methods that the path has; none for an unknown path.
  static func find(
    _ method: String, _ path: [String]
  ) -> (found: (endpoint: Endpoint, parameters: [String])?, methods: [String]) {
    var methods: [String] = []
    for endpoint in all {
      guard let parameters = endpoint.parameters(of: path) else { continue }
      if endpoint.method == method { return ((endpoint, parameters), []) }
      methods.append(endpoint.method)
    }
    return (nil, methods)
  }
}
