internal import ArgumentParser

/// The address of a server, with the beginning of its paths.
struct ServerURL: ExpressibleByArgument, Sendable, Equatable {
  let host: String
  let port: Int
  let isSecure: Bool
  /// The path, and what follows a question mark; `/` at least.
  private(set) var path: String

  /// `https://api.storekit.apple.com`, `http://127.0.0.1:3000/notifications`.
  init?(argument: String) {
    let schemes = [("https://", true, 443), ("http://", false, 80)]
    guard let (scheme, isSecure, usualPort) = schemes.first(where: { argument.hasPrefix($0.0) }),
      argument.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), !argument.contains("#")
    else { return nil }
    let rest = argument.dropFirst(scheme.count)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let authority = String(rest[..<end])
    guard !authority.contains("@"),
      let address = ListenAddress(argument: authority)
        ?? ListenAddress(argument: "\(authority):\(usualPort)")
    else { return nil }
    host = address.host
    port = address.port
    self.isSecure = isSecure
    path = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/\(rest[end...])"
  }

  /// A server of Apple's.
  init(apple host: String) {
    self.host = host
    port = 443
    isSecure = true
    path = "/"
  }

  /// What is secret goes over a network only with TLS.
  func refusePlainText() throws {
    guard isSecure || ListenAddress(host: host, port: port).isLoopback else {
      throw ValidationError(
        "--server \(text) would get the token or the receipt in plain text: give an address with https"
      )
    }
  }

  /// The address of something below this one.
  ///
  /// - Parameter path: begins with a slash, and is percent-encoded.
  func appending(_ path: String) -> ServerURL {
    var result = self
    result.path = (self.path.hasSuffix("/") ? String(self.path.dropLast()) : self.path) + path
    return result
  }

  /// The host and the port, as a request names them (RFC 9110 §7.2).
  var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
  }

  var text: String { "\(isSecure ? "https" : "http")://\(authority)\(path)" }
}
