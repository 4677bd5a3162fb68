/// A command line, as `--experimental-dump-help` describes it.
struct ToolDescription: Decodable {
  let command: Command

  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let arguments: [Argument]?
    let subcommands: [Command]?

    /// The commands of the tool itself: `help` is ArgumentParser's.
    var commands: [Command] { (subcommands ?? []).filter { $0.commandName != "help" } }
    var options: [Argument] { (arguments ?? []).filter { $0.kind != "positional" } }
    var operands: [Argument] { (arguments ?? []).filter { $0.kind == "positional" } }
  }

  struct Argument: Decodable {
    let kind: String
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let sectionTitle: String?
    let isOptional: Bool
    let isRepeating: Bool
  }

  struct Name: Decodable {
    let kind: String
    let name: String

    var text: String { (kind == "long" ? "--" : "-") + name }
  }
}
