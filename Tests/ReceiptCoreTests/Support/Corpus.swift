import Foundation
import TestSupport
import Testing

/// Real receipts. They belong to other people, so they are next to the repository and not in it. If they are
/// missing, the tests that need them are skipped.
enum Corpus {
  /// `$RECEIPT_CORPUS`, or the folder next to the repository.
  static let folder: URL =
    if let path = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"], !path.isEmpty {
      URL(filePath: path, directoryHint: .isDirectory)
    } else {
      Fixture.root.deletingLastPathComponent().appending(path: "shared/corpus")
    }

  static let isPresent = !receipts.isEmpty

  /// Whether a run without the corpus must fail.
  static let isRequired = ProcessInfo.processInfo.environment["RECEIPT_REQUIRE_CORPUS"] == "1"

  static let absence: Comment = "there are no receipts in \(folder.path); set RECEIPT_CORPUS"

  /// The names of the app receipts, without `.receipt`.
  static let receipts = names(in: "app-receipt", withSuffix: ".receipt")

  /// The names of the verifyReceipt responses, without `.json`.
  static let answers = names(in: "verify-receipt", withSuffix: ".json").filter {
    !$0.hasSuffix(".ref")
  }

  /// The names of the broken files.
  static let broken = names(in: "broken", withSuffix: ".bin")

  static func receipt(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: "app-receipt/\(name).receipt")))
  }

  static func broken(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: "broken/\(name).bin")))
  }

  static func reference(_ name: String) throws -> Reference {
    let data = try Data(contentsOf: folder.appending(path: "app-receipt/\(name).ref.json"))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Reference.self, from: data)
  }

  /// The receipts with a known device, and its id.
  static func deviceIDs() throws -> [(name: String, id: String)] {
    struct Entry: Decodable {
      let file: String
      let deviceId: String?
    }
    let data = try Data(contentsOf: folder.appending(path: "index.json"))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode([Entry].self, from: data).compactMap { entry in
      guard let id = entry.deviceId, entry.file.hasPrefix("app-receipt/") else { return nil }
      return (String(entry.file.dropFirst("app-receipt/".count).dropLast(".receipt".count)), id)
    }
  }

  private static func names(in subfolder: String, withSuffix suffix: String) -> [String] {
    let path = folder.appending(path: subfolder).path
    // A missing folder has no files.
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
  }
}
