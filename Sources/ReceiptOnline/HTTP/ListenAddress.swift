internal import ArgumentParser

/// Where the server listens: a host and a port.
struct ListenAddress: ExpressibleByArgument, Sendable, Equatable {
  let host: String
  let port: Int

  static let usual = ListenAddress(host: "127.0.0.1", port: 8080)

  init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// `127.0.0.1:8080`, `localhost:0`, `[::1]:8080`.
  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"),
      let port = UInt16(argument[argument.index(after: colon)...])
    else { return nil }
    var host = argument[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self.init(host: String(host), port: Int(port))
  }

  var defaultValueDescription: String { "\(host):\(port)" }

  /// Whether only this machine reaches it (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3).
  var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// The address of the page, at the port that was taken.
  func url(port: Int) -> String {
    "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
  }
}
