internal import ReceiptCore

extension SchemaDocument {
  static let table = SchemaDocument(
    name: "table", title: "A row that receipt table prints",
    root: .object(
      TableColumn.all.map { column in .always(column.name, column.schema) }
    ).described("What --keep names comes before these members, and may have any value."),
    definitions: [])
}

extension TableColumn {
  fileprivate var schema: Schema {
    let value: Schema =
      if let words {
        isAlwaysThere ? .word(words) : .wordOrNull(words)
      } else {
        switch value {
        case .text: isAlwaysThere ? .text : .types("string", "null")
        case .number: isAlwaysThere ? .integer : .types("integer", "null")
        case .date: isAlwaysThere ? .date : .dateOrNull
        }
      }
    return value.described(meaning)
  }
}
