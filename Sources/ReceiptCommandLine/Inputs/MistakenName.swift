internal import ReceiptCore

/// What people write where the name of a file belongs.
struct MistakenName {
  private let name: String
  private let kind: Kind

  private enum Kind {
    case address
    /// The text of a receipt.
    case text
    case bundleID
  }

  /// The longest name that most file systems take.
  private static let longestName = 255
  /// How bundle ids most often begin.
  private static let beginnings: Set = ["com", "org", "net", "io", "co", "app", "dev", "me"]

  /// - Parameter name: No file has it.
  init?(_ name: String) {
    self.name = name
    if name.hasPrefix("https://") || name.hasPrefix("http://") {
      kind = .address
    } else if Self.isText(name) {
      kind = .text
    } else if Self.isBundleID(name) {
      kind = .bundleID
    } else {
      return nil
    }
  }

  /// The name as messages show it.
  var shown: String { shortened(name) }

  /// What is wrong with it, after its name.
  var fault: String {
    switch kind {
    case .address: "is an address, and this tool works offline"
    case .text: "is a text, and no name of a file"
    case .bundleID: "is no file"
    }
  }

  var hint: String {
    switch kind {
    case .address: "download the receipt, then write receipt decode FILE"
    case .text: "pass a receipt's text through standard input: pbpaste | receipt decode"
    case .bundleID: "to compare a bundle id: receipt check FILE --bundle-id \(shown)"
    }
  }

  var error: ReceiptError {
    ReceiptError(.notFound, "this \(fault)", hint: hint)
  }

  /// Base64 of DER begins with MI, and that of JSON with ey.
  private static func isText(_ name: String) -> Bool {
    guard name.utf8.count > longestName else { return false }
    return name.hasPrefix("MI") || name.hasPrefix("ey")
      || name.split(separator: "/").contains { $0.utf8.count > longestName }
  }

  private static func isBundleID(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && beginnings.contains(String(parts[0]))
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { Text.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
      }
  }
}
