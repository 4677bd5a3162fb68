import Foundation
import Testing

/// Programs of the system that some tests need, most of them shells.
enum Shell: String {
  case bash, zsh, fish, mandoc, groff, nm, kcat, psql

  private var path: String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").lazy
      .map { "\($0)/\(rawValue)" }.first(where: FileManager.default.isExecutableFile)
  }

  /// If they are required, missing ones fail the tests instead of skipping them.
  var isThere: Bool {
    path != nil || ProcessInfo.processInfo.environment["RECEIPT_REQUIRE_SHELLS"] == "1"
  }

  private var package: String { self == .psql ? "postgresql" : rawValue }

  var absence: Comment {
    "there is no \(rawValue): scripts/setup-program.sh \(rawValue) \(package) installs it"
  }

  /// Its path.
  var program: String { get throws { try #require(path, absence) } }
}
