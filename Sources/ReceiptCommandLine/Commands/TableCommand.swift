internal import ArgumentParser
internal import ReceiptCore

struct TableCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract: "Writes a row for each receipt and product, for a database.",
    usage: "receipt table [options] [FILE ...]\nreceipt table --help-all",
    discussion: """
      A row has ids, what the customer has of the product, and the verdict of check.

      EXAMPLES
        receipt table receipts/ --format csv > rows.csv
        receipt table --lines --field receipt --keep id export.ndjson
        receipt table --lines --column receipt --keep id --at-field seen_at export.csv
      """
  )

  @Argument(help: .receipts, completion: .file())
  private var files: [String] = []

  @Option(oneOf: "Format", name: .shortAndLong, default: "ndjson")
  private var format: TableFormat?

  @OptionGroup(title: "Expectations", visibility: .inFullHelp)
  private var expectations: ExpectationOptions

  @Option(
    oneOf: "A response or payload that never has a signature", default: "fail",
    visibility: .inFullHelp)
  private var unsigned: UnsignedChoice?

  @Option(
    help: ArgumentHelp(
      "With --lines: judge each receipt at the date in this column or member.", valueName: "path"))
  private var atField: String?

  @OptionGroup(title: "Rows", visibility: .inFullHelp) private var stream: StreamOptions

  @OptionGroup private var shared: SharedOptions

  func validate() throws {
    try validateInputs(files, lines: stream.isChosen)
    if let atField {
      try stream.demandLines(for: "--at-field")
      if atField.isEmpty { throw UsageError.emptyName(of: "--at-field") }
      if shared.hasTime {
        throw UsageError(
          "--at-field does not go with --at",
          hint: "one is the date of each row, the other that of all rows")
      }
    }
  }

  func run(on host: Host) throws -> ExitStatus {
    try demandInput(files, on: host)
    var table = TableRun(files: files, settings: shared.settings(host))
    table.format = format ?? .ndjson
    table.stream = stream.settings
    // A table has the columns that it is told to have.
    if let rows = table.stream.rows { table.stream.rows?.kept = rows.kept ?? [] }
    table.stream.rows?.time = atField.map(MemberPath.init)
    table.expectations = expectations
    table.settings.acceptsUnsigned = unsigned == .accept
    return try table.run()
  }
}
