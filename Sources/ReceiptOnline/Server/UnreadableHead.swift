internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Says why a request was refused before it was one: its head is no HTTP, or too long. HummingbirdCore answers it with
/// the status 400 and nothing else.
final class UnreadableHead: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// A head has at most so many bytes and fields.
  static let maximumSize = 32 << 10
  static let maximumFieldCount = 100

  private static let problem = Problem.malformed(
    "the request is no HTTP that can be read",
    hint: "its head may have \(maximumSize >> 10) KiB and \(maximumFieldCount) fields, and its "
      + "length must be clear")

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(let head) = unwrapOutboundIn(data), head.isBareRefusal else {
      context.write(data, promise: promise)
      return
    }
    let body = Self.problem.octets
    var fields: HTTPFields = [
      .contentType: Problem.mediaType, .contentLength: String(body.count), .connection: "close",
    ]
    Site.protect(&fields)
    let full = HTTPResponse(status: head.status, headerFields: fields)
    context.write(wrapOutboundOut(.head(full)), promise: promise)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
  }
}

extension HTTPResponse {
  /// What this program answers itself says that nothing is to be kept.
  fileprivate var isBareRefusal: Bool {
    status == .badRequest && headerFields[.cacheControl] == nil
  }
}
