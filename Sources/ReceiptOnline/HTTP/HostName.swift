internal import ArgumentParser
internal import ReceiptCore

/// A name by which others call the server, such as that of the proxy in front of it. The port is theirs to choose.
struct HostName: Sendable, Hashable {
  private let text: String

  /// What a person gave.
  init(option text: String) throws {
    guard let name = Self(argument: text) else {
      throw ValidationError(
        "--host is a name alone: no scheme, no port and no path, an IPv6 number in brackets, and "
          + "other letters as xn--")
    }
    self = name
  }

  /// A name or a number, without a scheme, a port or a path.
  private init?(argument: String) {
    let isName = argument.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty
        && $0.utf8.allSatisfy { Text.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x5F }
    }
    let isAddress =
      argument.hasPrefix("[") && argument.hasSuffix("]") && argument.utf8.count > 2
      && argument.utf8.dropFirst().dropLast().allSatisfy { Text.isAlphanumeric($0) || $0 == 0x3A }
    guard isName || isAddress else { return nil }
    text = argument.lowercased()
  }

  /// The name in an authority (RFC 3986 §3.2): `desk.example`, `desk.example:8443`, `[::1]:8080`.
  init?(ofAuthority authority: some StringProtocol) {
    let end = authority.lastIndex { $0 == ":" || $0 == "]" }
    let port = end.flatMap { authority[$0] == ":" ? $0 : nil }
    if let port, UInt16(authority[authority.index(after: port)...]) == nil { return nil }
    self.init(argument: String(authority[..<(port ?? authority.endIndex)]))
  }

  /// The name in an origin of the web (RFC 6454 §6.2).
  init?(ofOrigin origin: String) {
    guard let scheme = ["http://", "https://"].first(where: origin.hasPrefix) else { return nil }
    self.init(ofAuthority: origin.dropFirst(scheme.count))
  }
}
