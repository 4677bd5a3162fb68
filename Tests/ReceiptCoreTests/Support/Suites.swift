import Foundation
import Testing

/// Test suites of others, which stand next to the repository and not in it. If they are missing, the tests that need
/// them are skipped.
enum Suites {
  /// `$RECEIPT_SUITES`, or the folder beside the corpus.
  private static let folder: URL =
    if let path = ProcessInfo.processInfo.environment["RECEIPT_SUITES"], !path.isEmpty {
      URL(filePath: path, directoryHint: .isDirectory)
    } else {
      Corpus.folder.deletingLastPathComponent().appending(path: "suites")
    }

  static let isPresent = FileManager.default.fileExists(
    atPath: folder.appending(path: "x509-limbo/limbo.json").path)

  static let absence: Comment = "there are no suites in \(folder.path); set RECEIPT_SUITES"

  static func read<Suite: Decodable>(_ type: Suite.Type, _ path: String) throws -> Suite {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(contentsOf: folder.appending(path: path)))
  }
}
