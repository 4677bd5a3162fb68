package import Foundation

/// Files of the repository.
package enum Fixture {
  /// The package's folder.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The published sandbox receipt, base64 as text.
  package static func subscriptionText() throws -> [UInt8] {
    Array(try Data(contentsOf: root.appending(path: "Fixtures/sandbox-subscription.b64")))
  }

  /// The same receipt as DER, decoded by Foundation and not by the code under test.
  package static func subscription() throws -> [UInt8] {
    let text = Data(try subscriptionText())
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return Array(data)
  }
}
