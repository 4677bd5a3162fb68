internal import ArgumentParser
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1
internal import NIOPosix
internal import ReceiptStandIn

/// Where notifications go: a server under test, which listens on this machine or near it.
struct NotificationURL: ExpressibleByArgument, Sendable {
  let host: String
  let port: Int
  let path: String

  /// `http://127.0.0.1:3000/notifications`.
  init?(argument: String) {
    let scheme = "http://"
    guard argument.hasPrefix(scheme), argument.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      return nil
    }
    let rest = argument.dropFirst(scheme.count)
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let authority = rest[..<slash]
    let address =
      ListenAddress(argument: String(authority)) ?? ListenAddress(argument: "\(authority):80")
    guard let address, !address.host.contains("@") else { return nil }
    host = address.host
    port = address.port
    path = slash == rest.endIndex ? "/" : String(rest[slash...])
  }
}

/// Posts notifications as Apple does.
struct NotificationPoster: Sendable {
  let url: NotificationURL

  /// After this time the server has not answered.
  private static let timeout = TimeAmount.seconds(10)

  func post(_ body: [UInt8]) async -> StandInNotification.Result {
    do {
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connectTimeout(Self.timeout)
        .connect(host: url.host, port: url.port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHTTPClientHandlers()
            try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPClientCodec())
            return try NIOAsyncChannel<HTTPResponsePart, HTTPRequestPart>(
              wrappingChannelSynchronously: channel)
          }
        }
      let timeout = channel.channel.eventLoop.scheduleTask(in: Self.timeout) {
        channel.channel.close(promise: nil)
      }
      defer { timeout.cancel() }
      let status = try await channel.executeThenClose { answers, requests -> Int? in
        try await requests.write(.head(head(body.count)))
        try await requests.write(.body(ByteBuffer(bytes: body)))
        try await requests.write(.end(nil))
        for try await part in answers {
          if case .head(let head) = part { return head.status.code }
        }
        return nil
      }
      guard let status else { return .noResponse }
      return (200...206).contains(status) ? .success : .unsuccessfulStatus
    } catch is HTTPParserError {
      return .invalidResponse
    } catch is ChannelError {
      return .timedOut
    } catch {
      return .socketIssue
    }
  }

  private func head(_ count: Int) -> HTTPRequest {
    var head = HTTPRequest(
      method: .post, scheme: "http", authority: "\(url.host):\(url.port)", path: url.path)
    head.headerFields[.contentType] = "application/json"
    head.headerFields[.contentLength] = String(count)
    head.headerFields[.connection] = "close"
    return head
  }
}
