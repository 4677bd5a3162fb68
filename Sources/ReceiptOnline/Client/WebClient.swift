internal import HTTPTypes
internal import NIOCore
internal import NIOExtras
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1
internal import NIOPosix
internal import NIOSSL
internal import ReceiptCore

/// A request to a server.
struct WebRequest: Sendable {
  let method: HTTPRequest.Method
  let url: ServerURL
  var fields = HTTPFields()
  var body: [UInt8] = []

  init(_ method: HTTPRequest.Method, _ url: ServerURL) {
    self.method = method
    self.url = url
  }

  /// A request that posts JSON.
  init(posting json: [UInt8], to url: ServerURL) {
    self.init(.post, url)
    fields[.contentType] = "application/json"
    body = json
  }
}

/// What a server answered.
struct WebAnswer: Sendable {
  let status: Int
  let fields: HTTPFields
  let body: [UInt8]

  var isSuccess: Bool { (200...299).contains(status) }
}

/// Sends requests, each by a connection of its own. It follows no redirection, keeps nothing, and trusts the system's
/// certificates.
struct WebClient: Sendable {
  private let tls: NIOSSLContext
  private let proxies: ProxySettings

  /// After this time there is no whole answer.
  private static let timeout = TimeAmount.seconds(20)
  /// Far above Apple's largest pages.
  private static let maximumAnswer = 16 << 20

  /// - Parameter roots: files with roots to trust too, in PEM.
  /// - Throws: A `Fault` for a file that cannot be read.
  init(trusting roots: [String], _ proxies: ProxySettings) throws(Fault) {
    var settings = TLSConfiguration.makeClientConfiguration()
    for path in roots {
      do {
        settings.additionalTrustRoots.append(
          .certificates(try NIOSSLCertificate.fromPEMFile(path)))
      } catch {
        throw Fault("\(path) has no certificate in PEM that can be read")
      }
    }
    do {
      tls = try Self.context(settings)
    } catch {
      throw Fault("TLS cannot be set up: \(error)")
    }
    self.proxies = proxies
  }

  /// A bare system has no certificates, and serving needs none. Then only the roots that were named are trusted.
  private static func context(_ settings: TLSConfiguration) throws -> NIOSSLContext {
    if let context = try? NIOSSLContext(configuration: settings) { return context }
    var settings = settings
    settings.trustRoots = .certificates([])
    return try NIOSSLContext(configuration: settings)
  }

  func send(_ request: WebRequest) async throws(WebFault) -> WebAnswer {
    let deadline = NIODeadline.now() + Self.timeout
    do {
      return try await answer(to: request, before: deadline)
    } catch {
      throw NIODeadline.now() >= deadline ? .timedOut : WebFault(error)
    }
  }

  private func answer(
    to request: WebRequest, before deadline: NIODeadline
  ) async throws -> WebAnswer {
    let proxy = proxies.proxy(for: request.url)
    let first = proxy?.server ?? request.url
    let channel: any Channel
    do {
      channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connectTimeout(Self.timeout)
        .connect(host: first.host, port: first.port).get()
    } catch {
      guard proxy != nil, case .unreachable(let reason) = WebFault(error) else { throw error }
      throw WebFault.proxyUnreachable(reason)
    }
    let timer = channel.eventLoop.scheduleTask(deadline: deadline) { channel.close(promise: nil) }
    defer { timer.cancel() }
    let fault = FirstFault()
    do {
      if let proxy {
        try await open(channel, through: proxy, to: request.url, before: deadline)
      }
      let stream = try await stream(on: channel, to: request.url, fault)
      return try await stream.executeThenClose { parts, requests in
        // A server may answer and close before it has read everything. Then its answer counts.
        try? await requests.write(contentsOf: request.parts)
        return try await Self.whole(parts)
      }
    } catch {
      channel.close(promise: nil)
      throw fault.first ?? error
    }
  }

  /// Asks a proxy for a way to the server (RFC 9110 §9.3.6).
  private func open(
    _ channel: any Channel, through proxy: ProxySettings.Proxy, to url: ServerURL,
    before deadline: NIODeadline
  ) async throws {
    let opened = channel.eventLoop.makePromise(of: Void.self)
    let host = url.host.contains(":") ? "[\(url.host)]" : url.host
    var headers = HTTPHeaders([("Host", "\(host):\(url.port)")])
    if let authorization = proxy.authorization {
      headers.add(name: "Proxy-Authorization", value: authorization)
    }
    let fields = headers
    try await channel.eventLoop.submit {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(HTTPRequestEncoder(), name: "encoder")
      try pipeline.addHandler(
        ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes)),
        name: "decoder")
      try pipeline.addHandler(
        NIOHTTP1ProxyConnectHandler(
          targetHost: host, targetPort: url.port, headers: fields, deadline: deadline,
          promise: opened))
    }.get()
    try await opened.futureResult.get()
    try await channel.pipeline.removeHandler(name: "decoder").get()
    try await channel.pipeline.removeHandler(name: "encoder").get()
  }

  private func stream(
    on channel: any Channel, to url: ServerURL, _ fault: FirstFault
  ) async throws -> NIOAsyncChannel<HTTPResponsePart, HTTPRequestPart> {
    try await channel.eventLoop.submit { [tls] in
      let pipeline = channel.pipeline.syncOperations
      if url.isSecure {
        // A certificate for a number is compared with that of the connection.
        let isNumber = (try? SocketAddress(ipAddress: url.host, port: url.port)) != nil
        try pipeline.addHandler(
          NIOSSLClientHandler(context: tls, serverHostname: isNumber ? nil : url.host))
      }
      try pipeline.addHandler(fault)
      try pipeline.addHTTPClientHandlers()
      try pipeline.addHandler(HTTP1ToHTTPClientCodec())
      return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
    }.get()
  }

  private static func whole(
    _ parts: NIOAsyncChannelInboundStream<HTTPResponsePart>
  ) async throws -> WebAnswer {
    var head: HTTPResponse?
    var body: [UInt8] = []
    for try await part in parts {
      switch part {
      case .head(let found): head = found
      case .body(let more):
        guard body.count + more.readableBytes <= maximumAnswer else { throw WebFault.tooLarge }
        body += more.readableBytesView
      case .end:
        guard let head else { throw WebFault.noAnswer }
        return WebAnswer(status: head.status.code, fields: head.headerFields, body: body)
      }
    }
    throw head == nil ? WebFault.noAnswer : WebFault.cut
  }
}

/// Keeps the first error of a connection. Writing may fail after it, because the connection is closed.
private final class FirstFault: ChannelInboundHandler, Sendable {
  typealias InboundIn = NIOAny

  private let known = Guarded<WebFault?>(nil)

  var first: WebFault? { known.withLock { $0 } }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    known.withLock { $0 = $0 ?? WebFault(error) }
    context.fireErrorCaught(error)
  }
}

extension WebRequest {
  /// The request as it is sent.
  fileprivate var parts: [HTTPRequestPart] {
    var head = HTTPRequest(
      method: method, scheme: url.isSecure ? "https" : "http", authority: url.authority,
      path: url.path, headerFields: fields)
    if method != .get { head.headerFields[.contentLength] = String(body.count) }
    head.headerFields[.connection] = "close"
    guard !body.isEmpty else { return [.head(head), .end(nil)] }
    return [.head(head), .body(ByteBuffer(bytes: body)), .end(nil)]
  }
}
