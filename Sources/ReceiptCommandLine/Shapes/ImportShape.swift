internal import ReceiptCore

/// What an import of rows will meet. `check --summary --format json` prints it: schema 1.
struct ImportCounts {
  let name: String
  var rows = 0
  var whole = 0
  var genuine = 0
  /// Of the genuine ones, those that another row replaces.
  var older = 0
  var ready = 0
  var duplicates = 0
  /// The checks that were asked for, and how many rows passed each.
  var passed: [CheckID: Int] = [:]

  var newest: Int { genuine - older }

  static let shape = Shape<ImportCounts>.object([
    .always("duplicates", .integer, "Rows with the original transaction of another user.") {
      $0.duplicates
    },
    .always("genuine", .integer, "Rows with a receipt whose signature is trusted.") { $0.genuine },
    .always("name", .text, "The file as it was named; - for standard input.") { $0.name },
    .always("newest", .integer, "Of the genuine ones, those that no other row replaces.") {
      $0.newest
    },
    .always("ready", .integer, "Rows that pass.") { $0.ready },
    .maybe("right_app", .integer, "Where a bundle id was asked for: those of that app.") {
      $0.passed[.bundleID]
    },
    .maybe("right_environment", .integer, "Where it was asked for: those of that environment.") {
      $0.passed[.environment]
    },
    .always("rows", .integer) { $0.rows },
    .version,
    .always("whole", .integer, "Rows with a receipt that could be read to its end.") { $0.whole },
  ])
}

extension SchemaDocument {
  static let checkSummary = SchemaDocument(
    name: "check-summary", title: "What receipt check --summary --format json prints",
    root: ImportCounts.shape.schema, definitions: [])
}
