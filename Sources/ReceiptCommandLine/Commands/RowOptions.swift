internal import ArgumentParser
internal import ReceiptCore

/// The options that read each row of the input as a receipt.
struct RowOptions: ParsableArguments {
  @Flag(
    name: .customLong("lines"), help: "One receipt in each row of the input, one answer for each.")
  private(set) var isChosen = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --lines: this member of a JSON object is the receipt; a.b is one inside a.",
      valueName: "path"))
  private var field: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --lines: a table, such as CSV with a header; this column is the receipt.",
      valueName: "name"))
  private var column: String?

  @Option(oneOf: "With --column: how the rows are written", default: "csv")
  private var rows: RowSyntax?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --lines: carry only these columns or members; redact leaves them as they are. "
        + "(default: all)",
      valueName: "name,…"))
  private var keep: [String] = []

  func validate() throws {
    for (option, isGiven) in [
      ("--field", field != nil), ("--column", column != nil), ("--keep", !keep.isEmpty),
    ] where isGiven { try demandLines(for: option) }
    if rows != nil, column == nil {
      throw UsageError("--rows needs --column", hint: "name the column that is the receipt")
    }
    if field == "" { throw UsageError.emptyName(of: "--field") }
    if column == "" { throw UsageError.emptyName(of: "--column") }
    if names.contains("") { throw UsageError.emptyName(of: "--keep") }
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw UsageError("--keep names \(twice) twice")
    }
    if field != nil, column != nil {
      throw UsageError(
        "--field does not go with --column",
        hint: "--field names a member of JSON objects, --column a column of CSV or TSV")
    }
  }

  /// - Throws: Without `--lines`, which the option is about.
  func demandLines(for option: String) throws {
    if !isChosen { throw UsageError("\(option) needs --lines", hint: "add --lines") }
  }

  /// - Throws: For a format that does not go with rows.
  func validate<Format: RawRepresentable<String> & Equatable>(
    _ format: Format?, among formats: [Format]
  ) throws {
    guard isChosen, let format, !formats.contains(format) else { return }
    let words = formats.map(\.rawValue).joined(separator: ", ")
    throw UsageError(
      "--lines does not go with --format \(format.rawValue)", hint: "choose one of \(words)")
  }

  private var names: [String] {
    keep.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  /// How the rows are read; `nil` without `--lines`.
  var format: RowFormat? {
    guard isChosen else { return nil }
    let place: RowFormat.Place =
      column.map { .column($0) } ?? field.map { .member(MemberPath($0)) } ?? .line
    return RowFormat(
      place: place, kept: keep.isEmpty ? nil : names.map(MemberPath.init), table: rows ?? .csv)
  }
}
