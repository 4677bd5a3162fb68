import Foundation

extension Corpus {
  /// The names of the JWS, without `.jws`.
  static let jws: [String] = {
    let path = folder.appending(path: "jws").path
    // A missing folder has no files.
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.filter { $0.hasSuffix(".jws") }.map { String($0.dropLast(4)) }.sorted()
  }()

  static func jws(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: "jws/\(name).jws")))
  }

  /// The result of an independent decoder for a JWS; `nil` if it has no result.
  static func jwsReference(_ name: String) throws -> JWSReference? {
    let file = folder.appending(path: "jws/\(name).ref.json")
    guard FileManager.default.fileExists(atPath: file.path),
      let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        as? [String: Any]
    else { return nil }
    let certificates = object["x5c"] as? [[String: Any]] ?? []
    return JWSReference(
      header: object["header"] as? NSDictionary ?? [:],
      payload: object["payload"] as? NSDictionary ?? [:],
      certificates: certificates.compactMap { $0["sha256"] as? String },
      signatureHolds: object["signature_ok"] as? Bool ?? false)
  }

  /// Those that the independent decoder does not read.
  static let jwsWithoutReference: Set = ["r072", "r123"]

  /// The roots of synthetic JWS, by the beginning of their names.
  static func testRoot(_ number: String) throws -> [UInt8] {
    let roots = folder.appending(path: "test-roots")
    let names = try FileManager.default.contentsOfDirectory(atPath: roots.path)
    guard let name = names.first(where: { $0.hasPrefix(number) }) else {
      throw CocoaError(.fileNoSuchFile)
    }
    return Array(try Data(contentsOf: roots.appending(path: name)))
  }
}

struct JWSReference {
  /// Without `x5c`.
  let header: NSDictionary
  let payload: NSDictionary
  /// SHA-256 of each in hexadecimal.
  let certificates: [String]
  let signatureHolds: Bool
}
