internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

/// A request whose host and sender were admitted.
struct SiteRequest: Sendable {
  let method: HTTPRequest.Method
  /// The path as it was sent; nothing is unescaped in it.
  let path: Substring
  let query: Substring
  let fields: HTTPFields
  let body: RequestBody
  private let memory = BodyMemory()

  /// The largest receipt, and room for the form around it.
  static let maximumSize = 17 << 20

  init(_ request: Request) {
    method = request.method
    fields = request.headers
    body = request.body
    let target = request.head.path ?? "/"
    let mark = target.firstIndex(of: "?") ?? target.endIndex
    path = target[..<mark]
    query = target[mark...].dropFirst()
  }

  /// The whole body.
  func collect(_ maximum: Int = maximumSize) async throws -> [UInt8] {
    if let length = fields[.contentLength].flatMap({ Int($0) }), length > maximum {
      throw Problem.tooLarge(maximum)
    }
    var bytes: [UInt8] = []
    for try await part in body {
      guard bytes.count + part.readableBytes <= maximum else { throw Problem.tooLarge(maximum) }
      try memory.hold(bytes.count + part.readableBytes)
      bytes.append(contentsOf: part.readableBytesView)
    }
    return bytes
  }
}
