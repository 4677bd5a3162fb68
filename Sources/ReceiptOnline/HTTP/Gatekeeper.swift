internal import HTTPTypes
internal import ReceiptCore

/// Who is answered.
///
/// A page of another site can make a browser send requests to this machine, also under a name that leads here (DNS
/// rebinding). So the host must be that of the address, and the origin must be this server.
final class Gatekeeper: Sendable {
  private let token: Token?
  private let host: String
  /// What else it is called, with any port.
  private let names: Set<HostName>
  /// The hosts at which it listens; empty until it does.
  private let hosts = Guarded<Set<String>>([])

  init(address: ListenAddress, names: [HostName], token: Token?) {
    self.token = token
    self.names = Set(names)
    host = address.host
  }

  /// The port is known when the server listens.
  func open(port: Int) {
    let names = [host, "127.0.0.1", "localhost", "::1"].map { $0.contains(":") ? "[\($0)]" : $0 }
    hosts.withLock {
      $0 = Set(names.flatMap { port == 80 ? [$0, "\($0):80"] : ["\($0):\(port)"] })
    }
  }

  func admit(_ request: HTTPRequest) throws(Problem) {
    // The first line Host became the authority. A second one is a mistake, or an attack on a proxy (RFC 9112 §3.2).
    guard HTTPField.Name("Host").map({ request.headerFields[$0] == nil }) ?? true else {
      throw Problem(
        status: .badRequest, code: "malformed-request", detail: "the request has several hosts")
    }
    // Another coding beside it would leave the length of the body in doubt (RFC 9112 §6.1).
    if let coding = request.headerFields[.transferEncoding], coding.lowercased() != "chunked" {
      throw Problem(
        status: .notImplemented, code: "malformed-request",
        detail: "the body has a transfer coding other than chunked")
    }
    if let coding = request.headerFields[.contentEncoding], coding.lowercased() != "identity" {
      throw Problem(
        status: .unsupportedMediaType, code: "malformed-request", detail: "the body is compressed",
        hint: "send it as it is", fields: [.acceptEncoding: "identity"])
    }
    let authority = request.authority?.lowercased() ?? ""
    guard isCalled(authority) else {
      throw Problem(
        status: .misdirectedRequest, code: "wrong-host",
        detail: authority.isEmpty
          ? "the request names no host" : "this server is not called \(authority.prefix(80))",
        hint: "use the address that it printed, or a name that it was started with")
    }
    if let origin = request.headerFields[.origin]?.lowercased(), !isOwn(origin, authority) {
      throw Problem(
        status: .forbidden, code: "wrong-origin",
        detail: "a page of another site sent this request")
    }
    if let token, !Self.credentials(request.headerFields).contains(where: token.matches) {
      throw Problem(
        status: .unauthorized, code: "no-token", detail: "a token is needed",
        hint: "send it as Authorization: Bearer TOKEN, or as the password of a browser",
        fields: [.wwwAuthenticate: "Basic realm=\"receipt\", charset=\"UTF-8\""])
    }
  }

  private func isCalled(_ authority: String) -> Bool {
    // Another site does not have the token, so it wins nothing by a name that leads here.
    if token != nil, names.isEmpty { return true }
    return hosts.withLock { $0.contains(authority) }
      || HostName(ofAuthority: authority).map(names.contains) ?? false
  }

  /// A proxy may pass on the origin as it came, and call the server by its number.
  private func isOwn(_ origin: String, _ authority: String) -> Bool {
    origin == "http://\(authority)" || origin == "https://\(authority)"
      || HostName(ofOrigin: origin).map(names.contains) ?? false
  }

  /// A bearer token (RFC 6750 §2.1), or the password that a browser asks for (RFC 7617).
  private static func credentials(_ fields: HTTPFields) -> [String] {
    guard let value = fields[.authorization] else { return [] }
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return [] }
    let text = trimmed(parts[1])
    switch parts[0].lowercased() {
    case "bearer": return [text]
    case "basic":
      guard let bytes = (try? Base64.decode(Array(text.utf8)))?.bytes,
        let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
      else { return [] }
      return [String(decoding: bytes[(colon + 1)...], as: UTF8.self)]
    default: return []
    }
  }
}
