import Foundation
import TestSupport
import Testing

/// A declaration that a user of the library can see, as its source has it.
struct PublicDeclaration {
  /// The types that it stands in, outermost first.
  let types: [String]
  /// The declaration without its body, on one line.
  let text: String
  let isDocumented: Bool

  /// It with its types: `Receipt: public var bundleID: ReceiptString?`.
  var line: String { (types + [text]).joined(separator: ": ") }

  /// All of `ReceiptCore`, cases of enumerations too.
  static func all() throws -> [PublicDeclaration] { try found.get() }

  private static let found = Result { try read() }

  private static func read() throws -> [PublicDeclaration] {
    let sources = Fixture.root.appending(path: "Sources/ReceiptCore")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var result: [PublicDeclaration] = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      result += all(in: try String(contentsOf: file, encoding: .utf8))
    }
    try #require(result.count > 100, "the folder of sources was not found")
    return result
  }

  /// A type around a line, by how far its own line is indented.
  private struct Scope {
    let indent: Int
    let name: String
    let isPublicEnum: Bool
  }

  private static func all(in source: String) -> [PublicDeclaration] {
    var result: [PublicDeclaration] = []
    var scopes: [Scope] = []
    var isDocumented = false
    // How a case is stored is no promise.
    let lines = source.replacing("indirect case ", with: "case ")
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("///") { isDocumented = true }
      // Attributes stand between a comment and its declaration.
      guard !text.isEmpty, !text.hasPrefix("//"), !text.hasPrefix("@") else { continue }
      defer { isDocumented = false }
      let indent = line.count - text.count
      scopes.removeAll { $0.indent >= indent }
      let isCase =
        text.hasPrefix("case ")
        && scopes.last.map { $0.isPublicEnum && $0.indent + 2 == indent } == true
      if text.hasPrefix("public ") || isCase {
        result.append(
          PublicDeclaration(
            types: scopes.map(\.name), text: head(lines[number...]), isDocumented: isDocumented))
      }
      if let type = text.firstMatch(of: /\b(?:struct|enum|class|extension)\s+([\w.]+)/) {
        scopes.append(
          Scope(
            indent: indent, name: String(type.output.1),
            isPublicEnum: text.hasPrefix("public enum ")))
      }
    }
    return result
  }

  /// A declaration as far as its body, over as many lines as it takes.
  private static func head(_ lines: ArraySlice<Substring>) -> String {
    var declaration = ""
    for line in lines {
      let part = line.trimmingCharacters(in: .whitespaces)
      declaration += (declaration.isEmpty ? "" : " ") + part
      let isOpen =
        declaration.count { $0 == "(" } > declaration.count { $0 == ")" } || part.hasSuffix(",")
      if part.contains("{") || !isOpen { break }
    }
    return declaration.split(separator: "{")[0].trimmingCharacters(in: .whitespaces)
  }
}
