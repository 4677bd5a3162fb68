internal import HTTPTypes
internal import HummingbirdCore

/// A request whose host and sender were admitted.
struct SiteRequest: Sendable {
  let method: HTTPRequest.Method
  /// The path as it was sent; nothing is unescaped in it.
  let path: Substring
  let query: Substring
  let fields: HTTPFields
  let body: IncomingBody

  /// The largest receipt, and room for the form around it.
  static let maximumSize = 17 << 20

  init(_ request: Request) {
    method = request.method
    fields = request.headers
    body = IncomingBody(request.body)
    let target = request.head.path ?? "/"
    let mark = target.firstIndex(of: "?") ?? target.endIndex
    path = target[..<mark]
    query = target[mark...].dropFirst()
  }

  /// The whole body.
  func collect(_ maximum: Int = maximumSize) async throws -> [UInt8] {
    try admitLength(maximum)
    return try await body.collect(maximum)
  }

  /// - Throws: `too-large` for a body that says itself that it is.
  func admitLength(_ maximum: Int) throws(Problem) {
    if let length = fields[.contentLength].flatMap({ Int($0) }), length > maximum {
      throw .tooLarge(maximum)
    }
  }
}
