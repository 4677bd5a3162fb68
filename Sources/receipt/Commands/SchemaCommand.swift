internal import ArgumentParser
internal import ReceiptCore

struct SchemaCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of an output, or of a file that you write.",
    usage: "receipt schema [options] [NAME]\nreceipt schema --help-all",
    discussion: """
      Without a name it lists the names. An object in an output may get more members in later versions.

      EXAMPLES
        receipt schema
        receipt schema check > check.schema.json
        receipt schema expectations -o expectations.schema.json
      """
  )

  @Argument(
    help: ArgumentHelp("What to print the schema of.", valueName: "name", visibility: .inFullHelp),
    completion: .words { _ in SchemaDocument.all.map(\.name) })
  private var name: String?

  @OptionGroup private var shared: OutputOptions

  func validate() throws {
    guard let name, document == nil else { return }
    let names = SchemaDocument.all.map(\.name)
    throw UsageError(
      "there is no schema \"\(shortened(name))\"",
      hint: closest(to: name, among: names).map { "did you mean \($0)?" }
        ?? "choose \(names.joined(separator: ", "))")
  }

  func run(on host: Host) throws -> ExitStatus {
    var settings = RunSettings(host)
    shared.apply(to: &settings)
    return try settings.write(reading: []) { output, _ in
      if let document {
        var json = JSONWriter(output, isPretty: true)
        json.value(document.json)
        json.newLine()
        json.flush()
      } else {
        let table = TextTable(
          header: ["NAME", "DESCRIBES"], rows: SchemaDocument.all.map { [$0.name, $0.title] })
        for line in table.lines(indent: "", decorateHeader: { $0 }) { output.write(line + "\n") }
      }
      return .fine
    }
  }

  private var document: SchemaDocument? { SchemaDocument.all.first { $0.name == name } }
}
