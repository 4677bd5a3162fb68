#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Writes the manual pages of the tool, from what it says of itself and from the documentation.
@main
enum EntryPoint {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 7 else {
      throw ManualError("usage: ReceiptManual FACTS DOCS FOLDER VERSION REPOSITORY DATE")
    }
    let facts = arguments[1]
    let tool = try json(ToolDescription.self, "\(facts)/help.json").command
    let fields = FieldTable(
      try json(FieldTable.Schema.self, "\(facts)/schema.json"),
      try json(FieldTable.Glossary.self, "\(facts)/words.json"))
    let about = ManualPage.About(
      version: arguments[4], repository: arguments[5], date: arguments[6])
    for command in [nil] + tool.commands.map(Optional.some) {
      let page = ManualPage(tool: tool, command: command, about: about, fields: fields) { name in
        String(decoding: try bytes("\(arguments[2])/\(name)"), as: UTF8.self)
      }
      try Data(page.roff().utf8).write(to: URL(filePath: "\(arguments[3])/\(page.name).1"))
    }
  }

  private static func json<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
    try JSONDecoder().decode(type, from: bytes(path))
  }

  private static func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path))
  }
}
