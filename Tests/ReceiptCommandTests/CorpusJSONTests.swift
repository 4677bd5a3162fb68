import Foundation
import ReceiptCore
import TestSupport
import Testing

/// Compares what `decode` prints of other people's JWS and responses with the JSON in them, field by field.
@Suite struct CorpusJSONTests {
  /// Names that are not the snake case of StoreKit 2's.
  private static let names = [
    "revocationDate": "cancellation_date", "revocationReason": "cancellation_reason",
    "appAppleId": "adam_id", "type": "product_type", "bundleVersion": "application_version",
    "app_item_id": "adam_id", "bid": "bundle_id", "bvrs": "application_version",
    "item_id": "product_item_id", "is-retryable": "is_retryable",
  ]

  private static func snakeCase(_ name: String) -> String {
    names[name] ?? name.replacing(/([a-z])([A-Z])/) { "\($0.1)_\($0.2)" }.lowercased()
  }

  /// The scalars of a JSON value, each with the name of its member.
  private static func leaves(_ value: Any, _ name: String = "") -> [(name: String, value: Any)] {
    switch value {
    case let object as [String: Any]: object.flatMap { leaves($1, $0) }
    case let list as [Any]: list.flatMap { leaves($0, name) }
    default: [(name, value)]
    }
  }

  private static func files(_ folder: String, _ ending: String) -> [URL] {
    guard let corpus = TestReceipts.corpus,
      let all = try? FileManager.default.contentsOfDirectory(
        at: corpus.appending(path: folder), includingPropertiesForKeys: nil)
    else { return [] }
    return all.filter { $0.lastPathComponent.hasSuffix(ending) }.sorted { $0.path < $1.path }
  }

  /// How the JSON of `decode` may write a value.
  private static func spellings(_ value: Any) -> Set<String> {
    var result: Set<String> = ["\(value)"]
    if let flag = value as? Bool { result.insert(flag ? "true" : "false") }
    if let milliseconds = Double("\(value)"), abs(milliseconds) > 1e11 {
      let date = ReceiptDate(millisecondsSince1970: Int64(milliseconds.rounded()))
      result.insert(date.description)
    }
    if let text = value as? String {
      result.insert(text.lowercased().replacing(" ", with: "-"))
      result.insert(["1": "true", "0": "false"][text] ?? text)
      let parts = text.split(separator: " ")
      if parts.count == 3, parts[2] == "Etc/GMT" { result.insert("\(parts[0])T\(parts[1])Z") }
    }
    return result
  }

  private func expect(
    _ original: Any, in decoded: Any, _ file: String, ignoring: (String) -> Bool = { _ in false }
  ) {
    let ours = Self.leaves(decoded)
    var values: [String: Set<String>] = [:]
    var others: Set<String> = []
    for (name, value) in ours {
      if name == "value" { others.formUnion(Self.spellings(value)) }
      values[name, default: []].formUnion(Self.spellings(value))
      // Only milliseconds have parts of a second.
      let parts = "\(value)".split(separator: ".")
      if parts.count == 2 { values[name, default: []].insert("\(parts[0])Z") }
    }
    for (name, value) in Self.leaves(original) where !ignoring(name) {
      let text = "\(value)"
      // An id of 0 stands for none.
      if value is NSNull || text.isEmpty || name == "webOrderLineItemId" && text == "0" { continue }
      let spellings = Self.spellings(value)
      let found = values[Self.snakeCase(name)] ?? values[name] ?? []
      #expect(
        !found.isDisjoint(with: spellings) || !others.isDisjoint(with: spellings),
        "\(file): \(name) is \(text)")
    }
  }

  @Test(
    "Every field of a JWS is printed, in its place or among the other fields",
    .enabled(if: TestReceipts.corpus != nil, "there is no corpus"),
    arguments: files("jws", ".ref.json"))
  func jws(reference: URL) async throws {
    let bench = try Workbench()
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: reference))
    let payload = try #require((object as? [String: Any])?["payload"] as? [String: Any])
    let file = reference.path.replacing(".ref.json", with: ".jws")
    let result = try await bench.run(["decode", file, "--format", "json"]).expect(status: 0)
    let decoded = try JSONSerialization.jsonObject(with: Data(result.output))
    expect(payload, in: decoded, reference.lastPathComponent) {
      $0.hasPrefix("signed") && $0.hasSuffix("Info")
    }
  }

  @Test(
    "Every field of a response is printed, in its place or among the other fields",
    .enabled(if: TestReceipts.corpus != nil, "there is no corpus"),
    arguments: files("verify-receipt", ".json"))
  func responses(file: URL) async throws {
    let bench = try Workbench()
    let data = try Data(contentsOf: file)
    let original = try JSONSerialization.jsonObject(with: data)
    let result = try await bench.run(["decode", file.path, "--format", "json"])
    let decoded = try JSONSerialization.jsonObject(with: Data(result.output))
    // Damage is told with the place of each fault, and what is not told is read.
    #expect(result.code == ((decoded as? [String: Any])?["errors"] == nil ? 0 : 2))
    expect(original, in: decoded, file.lastPathComponent) { name in
      // A date is written three times; the receipt in it is a receipt of its own.
      name.hasSuffix("_pst") || name.hasSuffix("_ms") || name == "latest_receipt"
        || name == "latest_expired_receipt" || name.hasSuffix("_formatted")
    }
  }
}
