internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypesHTTP1

/// HTTP/1.1, and HTTP/1.0 as some proxies still speak it.
struct OldAndNewHTTP: ServerChildChannel {
  let new: HTTP1Channel

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    new.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let codec = try pipeline.context(handlerType: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(FirstHeads(), position: .before(codec.handler))
      return value
    }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    await new.handle(value: value, logger: logger)
  }
}

/// Sees the heads of requests as they came: their version and their target are known only here.
///
/// A client of HTTP/1.0 is answered without chunks, which it cannot read. The end of the connection is the end of such
/// an answer (RFC 9112 §6.3, §9.3).
private final class FirstHeads: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private var isOld = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else {
      context.fireChannelRead(data)
      return
    }
    isOld = head.version.major == 1 && head.version.minor == 0
    if isOld {
      head.headers.replaceOrAdd(name: "Connection", value: "close")
      // It cannot read what comes before an answer (RFC 9110 §10.1.1).
      head.headers.remove(name: "Expect")
    }
    if let address = Self.address(head.uri) {
      head.uri = address.path
      // The host of a whole address counts, and not the field (RFC 9112 §3.2.2). Several fields are a mistake. Only HTTP/1.0
      // may leave it out.
      let hosts = head.headers["Host"].count
      if hosts == 1 || hosts == 0 && isOld {
        head.headers.replaceOrAdd(name: "Host", value: address.host)
      }
    } else if head.uri.first != "/", head.uri != "*" {
      // Nothing is there. What comes after this would take the path of an address of any kind.
      head.uri = "/\(head.uri)"
    }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  /// The parts of a target that is a whole address (RFC 3986 §3). The path is not empty.
  private static func address(_ target: String) -> (host: String, path: String)? {
    guard let scheme = ["http://", "https://"].first(where: target.lowercased().hasPrefix) else {
      return nil
    }
    let rest = target.dropFirst(scheme.count)
    let host = rest.prefix { !"/?#".contains($0) }
    let path = rest[host.endIndex...]
    return (String(host), path.first == "/" ? String(path) : "/\(path)")
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard isOld, case .head(var head) = unwrapOutboundIn(data) else {
      context.write(data, promise: promise)
      return
    }
    head.version = .http1_0
    head.headers.replaceOrAdd(name: "Connection", value: "close")
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}
