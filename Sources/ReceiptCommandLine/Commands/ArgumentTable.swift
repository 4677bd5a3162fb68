internal import ArgumentParser
internal import ReceiptCore

/// The arguments of a command, as ArgumentParser describes them.
package struct ArgumentTable: Sendable {
  package struct Row: Sendable {
    package let isFlag: Bool
    package let isRepeating: Bool
    package let isOptional: Bool
    /// With their hyphens, the long one first.
    package let names: [String]
    package let valueName: String
    /// The only words that are values; empty when there are others.
    package let choices: [String]
    /// What it does, in a sentence.
    package let abstract: String

    package var name: String { names.first ?? "" }
  }

  package let options: [Row]
  let files: [Row]

  init(of command: any ParsableCommand.Type) {
    let description = try? JSONReader.read(Array(command._dumpHelp().utf8))
    let arguments = description?["command"]?["arguments"]?.elements ?? []
    options = arguments.filter { $0["kind"]?.string != "positional" }.map(Row.init)
    files = arguments.filter { $0["kind"]?.string == "positional" }.map(Row.init)
  }

  /// Those of the command with a name.
  package init?(ofCommand name: String) {
    guard let command = CommandWords.command(name) else { return nil }
    self.init(of: command)
  }

  /// The option or flag with a name.
  package func option(_ name: String) -> Row? { options.first { $0.names.contains(name) } }
}

extension ArgumentTable.Row {
  fileprivate init(_ json: JSONValue) {
    isFlag = json["kind"]?.string == "flag"
    isRepeating = json["isRepeating"]?.description == "true"
    isOptional = json["isOptional"]?.description == "true"
    names = (json["names"]?.elements ?? []).sorted {
      $0["kind"]?.string == "long" && $1["kind"]?.string != "long"
    }
    .compactMap { name in
      name["name"]?.string.map { (name["kind"]?.string == "long" ? "--" : "-") + $0 }
    }
    abstract = json["abstract"]?.string ?? ""
    valueName = json["valueName"]?.string ?? ""
    choices = json["completionKind"]?["list"]?["values"]?.elements?.compactMap(\.string) ?? []
  }
}
