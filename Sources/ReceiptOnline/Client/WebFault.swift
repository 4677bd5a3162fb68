internal import NIOCore
internal import NIOExtras
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Why a server gave no answer.
enum WebFault: Error {
  /// No connection came about.
  case unreachable(String)
  /// The proxy opened no way to the server.
  case proxy
  /// No connection to the proxy came about.
  case proxyUnreachable(String)
  /// The server's certificate leads to no trusted root, or it is another server's.
  case untrusted
  /// No TLS connection came about.
  case noTLS
  case timedOut
  /// It closed the connection without an answer, or in the middle of one.
  case noAnswer, cut
  /// What came is no HTTP.
  case notHTTP
  case tooLarge

  init(_ error: any Error) {
    self =
      switch error {
      case let fault as WebFault: fault
      case HTTPParserError.invalidEOFState: .cut
      case is HTTPParserError: .notHTTP
      case let error as NIOSSLError: WebFault(tls: error)
      case is NIOSSLExtraError: .untrusted
      case is NIOHTTP1ProxyConnectHandler.Error: .proxy
      case let error as NIOConnectionError: .unreachable(Self.reason(of: error))
      case let error as ChannelError: error.isTimeout ? .timedOut : .noAnswer
      default: .noAnswer
      }
  }

  private init(tls error: NIOSSLError) {
    self =
      switch error {
      case .noCertificateToValidate, .unableToValidateCertificate: .untrusted
      case .handshakeFailed(.sslError(let reasons)):
        reasons.contains { $0.description.contains("CERTIFICATE_VERIFY_FAILED") }
          ? .untrusted : .noTLS
      case .handshakeFailed: .noTLS
      case .uncleanShutdown: .cut
      default: .noAnswer
      }
  }

  private static func reason(of error: NIOConnectionError) -> String {
    guard error.dnsAError == nil || error.dnsAAAAError == nil else {
      return "no server has this name"
    }
    let refused = error.connectionErrors.contains {
      ($0.error as? IOError)?.errnoCode == ECONNREFUSED
    }
    return refused ? "nothing listens there" : "no connection came about"
  }

  /// Whether the same request may be sent again at once.
  var isPassing: Bool {
    switch self {
    case .timedOut, .noAnswer, .cut: true
    case .unreachable, .proxy, .proxyUnreachable, .untrusted, .noTLS, .notHTTP, .tooLarge: false
    }
  }

  /// What to tell of a server.
  func fault(of url: ServerURL) -> Fault {
    let name = url.authority
    return switch self {
    case .unreachable(let reason):
      Fault(
        "\(name) cannot be reached: \(reason)",
        hint: url.isSecure
          ? "is this machine connected? The variable https_proxy names a proxy"
          : "is the server running, and at this port?")
    case .proxy:
      Fault(
        "the proxy opened no way to \(name)",
        hint: "see the variable https_proxy: does it allow this server, and ask for a password?")
    case .proxyUnreachable(let reason):
      Fault(
        "the proxy on the way to \(name) cannot be reached: \(reason)",
        hint: "see the variables https_proxy and no_proxy")
    case .untrusted:
      Fault(
        "the certificate of \(name) cannot be trusted, so nothing was sent",
        hint: "--tls-root names the root of a company's proxy; a bare system lacks ca-certificates")
    case .noTLS:
      Fault(
        "\(name) speaks no TLS, or none that is safe",
        hint: "an address that begins with http:// is asked without it")
    case .timedOut: Fault("\(name) did not answer in time")
    case .noAnswer: Fault("\(name) closed the connection without an answer")
    case .cut: Fault("\(name) closed the connection in the middle of its answer")
    case .notHTTP: Fault("what \(name) answered is no HTTP")
    case .tooLarge: Fault("the answer of \(name) is too large")
    }
  }
}

extension ChannelError {
  fileprivate var isTimeout: Bool { if case .connectTimeout = self { true } else { false } }
}
