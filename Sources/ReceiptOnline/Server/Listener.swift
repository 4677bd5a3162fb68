internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import ReceiptCommandLine
internal import ServiceLifecycle
internal import UnixSignals

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The server itself: it listens until it is told to stop.
struct Listener {
  let address: ListenAddress
  let site: Site
  var deadlines = Deadlines()
  /// What runs beside it.
  var others: [any Service] = []

  private static let backlog = 1024

  func run() async throws {
    Self.allowFiles(Connections.maximum + 500)
    var logger = Logger(label: "receipt-online") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .critical
    let deadlines = deadlines
    let site = site
    let address = address
    let channel = HTTP1Channel(
      responder: { request, writer, _ in
        try await site.respond(to: request, writer)
      },
      configuration: .init(
        additionalChannelHandlers: [UnreadableHead(), RequestDeadline(deadlines)],
        // Others are shorter: see RequestDeadline.
        idleTimeout: deadlines.row,
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: 16 << 10, maxHeaderListSize: UnreadableHead.maximumSize,
          maxHeaderFieldCount: UnreadableHead.maximumFieldCount)))
    let server = Server(
      childChannelSetup: OldAndNewHTTP(new: channel),
      configuration: ServerConfiguration(
        address: .hostname(address.host, port: address.port), backlog: Self.backlog,
        availableConnectionsDelegate: Connections()),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? address.port
        site.gate.open(port: port)
        Host().say(address.url(port: port))
      },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    let group = ServiceGroup(
      configuration: .init(
        services: [PatientServer(server: server)] + others,
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    do {
      try await group.run()
    } catch let error as IOError {
      throw Fault(error, at: address)
    }
  }

  /// The server, which lets what runs come to its end when it is told to stop, but waits for no client for long.
  private struct PatientServer<Responder: ServerChildChannel>: Service {
    let server: Server<Responder>

    /// Containers are killed after ten seconds.
    private static var patience: Duration { .seconds(8) }

    func run() async throws {
      try await withGracefulShutdownHandler {
        try await server.run()
      } onGracefulShutdown: {
        Task.detached {
          try await Task.sleep(for: Self.patience)
          _exit(0)
        }
      }
    }
  }

  /// A connection is an open file. The shell's limit is often 1,024, and may be raised to the system's.
  private static func allowFiles(_ count: Int) {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
    _ = unsafe setrlimit(resource, &limit)
  }
}

extension Fault {
  /// Why the server did not start.
  fileprivate init(_ error: IOError, at address: ListenAddress) {
    let reason =
      switch error.errnoCode {
      case EADDRINUSE: "another program listens there: choose another port, or 0 for any"
      case EACCES: "ports below 1024 are for the administrator: choose another"
      case EADDRNOTAVAIL: "this machine does not have that address"
      default: unsafe String(cString: strerror(error.errnoCode))
      }
    self.init("\(address.host):\(address.port) cannot be used: \(reason)")
  }
}
