internal import ReceiptCore

/// The languages in which the table can be described.
enum TableSchemaFormat: String, CaseIterable {
  /// JSON Schema.
  case json
  /// A `CREATE TABLE` for PostgreSQL and DuckDB.
  case sql
  /// The schema of Apache Arrow, as its integration tests write it in JSON.
  case arrow
  /// The columns of a table of Spark, in its DDL.
  case spark
}

extension TableColumn {
  /// The table as a database has it. PostgreSQL and DuckDB know the same words.
  static var sql: String {
    let width = all.map(\.name.utf8.count).max() ?? 0
    let columns = all.enumerated().map { index, column in
      let type = column.sqlType + (column.isAlwaysThere ? " NOT NULL" : "")
      let comma = index == all.count - 1 ? "" : ","
      return "  -- \(column.meaning)\n  "
        + column.name + String(repeating: " ", count: width + 1 - column.name.utf8.count) + type
        + comma + "\n"
    }
    return "CREATE TABLE receipt_rows (\n" + columns.joined() + ");\n"
  }

  private var sqlType: String {
    switch value {
    case .text: "text"
    case .number: "bigint"
    case .date: "timestamptz"
    }
  }

  /// The columns for Spark, as `StructType.fromDDL` reads them.
  static var spark: String {
    all.map { "\($0.name) \($0.sparkType)" }.joined(separator: ", ") + "\n"
  }

  private var sparkType: String {
    switch value {
    case .text: "STRING"
    case .number: "BIGINT"
    case .date: "TIMESTAMP"
    }
  }

  /// The schema for Arrow.
  static var arrow: JSONValue {
    let fields = all.map { column in
      object(
        ("name", .string(column.name)), ("nullable", .bool(!column.isAlwaysThere)),
        ("type", column.arrowType), ("children", .array([])))
    }
    return object(("fields", .array(fields)))
  }

  private static func object(_ members: (String, JSONValue)...) -> JSONValue {
    .object(members.map { JSONValue.Member(name: $0.0, value: $0.1) })
  }

  private var arrowType: JSONValue {
    switch value {
    case .text: Self.object(("name", .string("utf8")))
    case .number:
      Self.object(("name", .string("int")), ("bitWidth", .number("64")), ("isSigned", .bool(true)))
    case .date:
      Self.object(
        ("name", .string("timestamp")), ("unit", .string("MICROSECOND")),
        ("timezone", .string("UTC")))
    }
  }
}
