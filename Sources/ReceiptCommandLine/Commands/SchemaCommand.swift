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
        receipt schema table --format sql | psql
        receipt schema expectations -o expectations.schema.json
      """
  )

  @Argument(
    help: ArgumentHelp("What to print the schema of.", valueName: "name", visibility: .inFullHelp),
    completion: .words { _ in SchemaDocument.all.map(\.name) })
  private var name: String?

  @Option(
    oneOf: "Format; all but json are of the table alone", name: .shortAndLong, default: "json")
  private var format: TableSchemaFormat?

  @OptionGroup private var shared: OutputOptions

  func validate() throws {
    if let format, format != .json, name != SchemaDocument.table.name {
      throw UsageError(
        "--format \(format.rawValue) is for the table alone",
        hint: "receipt schema table --format \(format.rawValue)")
    }
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
        switch format ?? .json {
        case .json: write(document.json, to: output)
        case .arrow: write(TableColumn.arrow, to: output)
        case .sql: output.write(TableColumn.sql)
        case .spark: output.write(TableColumn.spark)
        }
      } else {
        let table = TextTable(
          header: ["NAME", "DESCRIBES"], rows: SchemaDocument.all.map { [$0.name, $0.title] })
        for line in table.lines(indent: "", decorateHeader: { $0 }) { output.write(line + "\n") }
      }
      return .fine
    }
  }

  private func write(_ document: JSONValue, to output: Output) {
    var json = JSONWriter(output, isPretty: true)
    json.value(document)
    json.newLine()
    json.flush()
  }

  private var document: SchemaDocument? { SchemaDocument.all.first { $0.name == name } }
}
