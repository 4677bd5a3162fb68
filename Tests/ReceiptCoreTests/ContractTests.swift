import Foundation
import TestSupport
import Testing

/// What a version of the library has promised is still there in the next.
@Suite struct ContractTests {
  @Test("No public declaration goes within a version")
  func declarations() throws {
    let current = try PublicDeclaration.all().flatMap(Self.promises)
    let promised = try Contract.recorded("api.txt", for: try Contract.version(), current)
    let missing = Set(promised).subtracting(current).sorted()
    #expect(
      missing.isEmpty,
      "removed or changed, so the version must rise as docs/versions.md says: \(missing)")
  }

  @Test("No member, type or value of a JSON output goes within a version of the schemas")
  func schemas() throws {
    var current: [String] = []
    var versions: Set<String> = []
    for name in try Self.schemaNames() {
      let file = Fixture.root.appending(path: "docs/\(name).schema.json")
      let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
      let promises = SchemaPromises(of: schema, named: name)
      current += promises.lines
      versions.formUnion(promises.versions)
    }
    #expect(versions.count == 1, "the schemas have the versions \(versions.sorted())")
    let number = "schema \(versions.sorted().joined(separator: " "))"
    let promised = try Contract.recorded("schemas.txt", for: number, current)
    let missing = Set(promised.filter { !SchemaPromises.isDemand($0) }).subtracting(current)
    #expect(
      missing.isEmpty,
      "removed or changed, so the number of the schema must rise: \(missing.sorted())")
    // What people write must stay valid, so nothing more may be demanded of it.
    let demanded = Set(current.filter(SchemaPromises.isDemand)).subtracting(promised).sorted()
    #expect(
      demanded.isEmpty, "newly required, so the number of the schema must rise: \(demanded)")
  }

  private static func schemaNames() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Fixture.root.appending(path: "docs").path
    ).filter { $0.hasSuffix(".schema.json") }.map { String($0.dropLast(".schema.json".count)) }
    try #require(names.count > 10)
    return names.sorted()
  }

  /// What a declaration promises. A type may get more protocols, a constant may become a variable, and a value that
  /// is computed may change.
  private static func promises(of declaration: PublicDeclaration) -> [String] {
    let place = declaration.types.joined(separator: ".")
    let text = declaration.text
      .replacing(/^public ((internal|private|package)\(set\) )?/, with: "")
    if let type = text.wholeMatch(of: /(?:struct|enum) (\w+)(?:: (.*))?/) {
      let name = declaration.types.isEmpty ? String(type.1) : "\(place).\(type.1)"
      let protocols = type.2?.split(separator: ", ") ?? []
      return [name] + protocols.map { "\(name): \($0)" }
    }
    if let variable = text.wholeMatch(of: /(static )?(?:let|var) (\w+: [^=]*?)(?: = .*)?/) {
      return ["\(place).\(variable.1 ?? "")\(variable.2)"]
    }
    return ["\(place).\(text)"]
  }
}

/// What a JSON Schema promises, a line for each member with its type, each value of an enumeration, and each member
/// that is always there.
private struct SchemaPromises {
  private(set) var lines: [String] = []
  /// The values of the member `schema`.
  private(set) var versions: Set<String> = []

  /// People write what these describe; the others describe what the tool writes.
  private static let inputs = ["expectations", "settings"]

  static func isDemand(_ line: String) -> Bool {
    line.hasSuffix("\trequired") && inputs.contains { line.hasPrefix($0 + " ") }
  }

  init(of schema: Any, named name: String) {
    // Not by recursion, as everywhere.
    var rest: [(place: String, value: Any)] = [(name + " ", schema)]
    while let (place, value) = rest.popLast() {
      if let list = value as? [Any] {
        rest += list.map { (place, $0) }
        continue
      }
      guard let node = value as? [String: Any] else { continue }
      if let type = node["type"] { lines += Self.words(type).map { "\(place)\t\($0)" } }
      if let reference = node["$ref"] as? String { lines.append("\(place)\t\(reference)") }
      if let values = node["enum"] as? [Any] { lines += values.map { "\(place)\t=\($0)" } }
      if place.hasSuffix(".schema"), let version = node["const"] { versions.insert("\(version)") }
      for member in node["required"] as? [String] ?? [] {
        lines.append("\(place).\(member)\trequired")
      }
      for (member, value) in node["properties"] as? [String: Any] ?? [:] {
        rest.append(("\(place).\(member)", value))
      }
      for (definition, value) in node["$defs"] as? [String: Any] ?? [:] {
        rest.append(("\(name) #\(definition)", value))
      }
      for key in ["items", "prefixItems", "anyOf", "oneOf", "allOf", "additionalProperties"] {
        if let value = node[key] {
          rest.append((place + (key.hasSuffix("tems") ? "[]" : ""), value))
        }
      }
    }
    lines = Array(Set(lines))
  }

  private static func words(_ type: Any) -> [String] {
    (type as? [Any] ?? [type]).map { "\($0)" }
  }
}
