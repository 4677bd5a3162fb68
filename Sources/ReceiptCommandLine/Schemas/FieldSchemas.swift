internal import ReceiptCore

extension Schema {
  /// The fields of a model, from its table, in the order of their names.
  static func fields<Model>(_ table: [Field<Model>]) -> [Member] {
    table.flatMap { field in
      [field.name, field.alias].compactMap(\.self).map {
        .maybe($0, value(of: field.kind).described(meaning(of: $0)))
      }
    }
    .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// What `FieldJSON` writes for a kind of field.
  private static func value(of kind: FieldKind) -> Schema {
    switch kind {
    case .text, .idText, .id, .optionalID, .productType, .storeRelease: .text
    case .number: .integer
    case .flag, .numericFlag: .flag
    case .date: .date
    case .bytes: .base64
    case .digest: .hexadecimal
    case .texts: .list(of: .text)
    case .json: .anything
    }
  }

  private static func meaning(of name: String) -> String? {
    Glossary.meanings(of: name).first { $0.kind == .field || $0.kind == .attribute }?.meaning
  }

  static let purchase = object(fields(Field<InAppPurchase>.all))
  static let renewal = object(fields(Field<RenewalInfo>.all))
  static let notification = object(fields(Field<ServerNotification>.all))
  static let receipt = object(
    fields(Field<Receipt>.all)
      + [.always(Field<Receipt>.purchases, .list(of: .definition("purchase")))])
}
