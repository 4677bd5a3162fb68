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
}

extension Shape where Value: Sendable {
  /// An object of the fields of a model, whose table is in the order of their names.
  static func fields(
    named name: String? = nil,
    _ table: @autoclosure @escaping @Sendable () -> [Field<Value>]
  ) -> Shape {
    Shape(named: name, .object(Schema.fields(table()))) { $1.fields(table(), of: $0) }
  }
}

extension Shape.Member where Value: Sendable {
  /// A field of a model, left out where the model does not say it.
  static func field(_ field: Field<Value>) -> Self {
    Self(field.name, Schema.fields([field])) { model, json in
      guard let value = field.json(of: model) else { return }
      json.key(field.name)
      json.value(value)
    }
  }
}

extension Shape<InAppPurchase> {
  static let purchase = Shape(named: "purchase", .object(Schema.fields(Field<InAppPurchase>.all))) {
    $1.purchase($0)
  }
}

extension Shape<RenewalInfo> {
  static let renewal = fields(named: "renewal", Field<RenewalInfo>.byName)
}

extension Shape<ServerNotification> {
  static let notification = fields(Field<ServerNotification>.all)
}

extension Shape<Receipt> {
  /// A receipt with its purchases.
  static let receipt = Shape(
    named: "receipt",
    .object(
      Schema.fields(Field<Receipt>.all) + [
        .always(Field<Receipt>.purchases, Shape<[InAppPurchase]>.list(of: .purchase).schema)
      ])
  ) { $1.receipt($0) }
}
