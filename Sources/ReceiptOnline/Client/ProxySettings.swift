internal import ReceiptCommandLine
internal import ReceiptCore

/// The proxy that the environment names. Only what is encrypted goes through it: what is not stays on this machine or
/// near it.
struct ProxySettings: Sendable {
  private let proxy: Proxy?
  private let exceptions: [String]

  struct Proxy: Sendable {
    let server: ServerURL
    /// What the field Proxy-Authorization says, if the proxy asks for a name (RFC 7617).
    let authorization: String?
  }

  /// - Throws: A `Fault` for a variable that names no proxy. Going round it could tell what must stay inside.
  init(_ host: Host) throws(Fault) {
    func value(_ name: String) -> String? {
      [name, name.uppercased()].lazy.compactMap { host.variable($0) }.first { !$0.isEmpty }
    }
    exceptions =
      value("no_proxy")?.split { $0 == "," || $0 == " " }.map { $0.lowercased() } ?? []
    guard let text = value("https_proxy") else {
      proxy = nil
      return
    }
    guard let proxy = Proxy(text) else {
      throw Fault(
        "the variable https_proxy names no proxy that can be used",
        hint: "write http://proxy.example.com:3128")
    }
    self.proxy = proxy
  }

  /// The proxy for a server; `nil` for a direct way.
  func proxy(for server: ServerURL) -> Proxy? {
    guard let proxy, server.isSecure else { return nil }
    let host = server.host.lowercased()
    let isExcepted = exceptions.contains { exception in
      let name = exception.hasPrefix(".") ? String(exception.dropFirst()) : exception
      return exception == "*" || host == name || host.hasSuffix(".\(name)")
    }
    return isExcepted ? nil : proxy
  }
}

extension ProxySettings.Proxy {
  /// `http://proxy:3128`, `http://name:password@proxy:3128`, `proxy:3128`.
  fileprivate init?(_ text: String) {
    let scheme = "http://"
    guard !text.hasPrefix("https://") else { return nil }
    let rest = text.hasPrefix(scheme) ? text.dropFirst(scheme.count) : text[...]
    let parts = rest.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.last, let server = ServerURL(argument: scheme + address) else {
      return nil
    }
    self.server = server
    guard parts.count > 1 else {
      authorization = nil
      return
    }
    guard let user = FormFields.decoded(parts[0].utf8, plusIsSpace: false) else { return nil }
    authorization = "Basic \(Base64.encode(Array(user.utf8)))"
  }
}
