internal import ReceiptCore

extension Field {
  /// What the JSON of `decode` has for the field; `nil` where the model does not say it.
  func json(of model: Model) -> JSONValue? { get(model)?.json(kind) }
}

extension Field<Receipt> {
  /// The fields beside the purchases in the order of their names, each under all of its names.
  func members(of receipt: Receipt) -> [JSONValue.Member] {
    // The environment in one of three words, whatever word a form has for it.
    let value: JSONValue? =
      name == "environment"
      ? receipt.environment.map { .string($0.rawValue) } : json(of: receipt)
    guard let value else { return [] }
    return [name, alias].compactMap(\.self).map { JSONValue.Member(name: $0, value: value) }
  }
}

extension FieldValue {
  /// The value as JSON: identifiers of 64 bits as texts, so that no reader rounds them.
  fileprivate func json(_ kind: FieldKind) -> JSONValue {
    switch self {
    case .number(let number) where kind == .storeRelease: .string(storeReleaseText(number))
    case .number(let number): .number(String(number))
    case .flag(let flag): .bool(flag)
    case .list(let values): .array(values.map { .string($0.description) })
    default: .string(description)
    }
  }
}

extension Receipt {
  /// The members of the receipt in the JSON of `decode`, in the order of their names; `null` in the place of the
  /// purchases, of which there may be many.
  fileprivate var members: [JSONValue.Member] {
    let purchases = JSONValue.Member(name: Field<Receipt>.purchases, value: .null)
    return (Field<Receipt>.byName.flatMap { $0.members(of: self) } + [purchases])
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The receipt as the JSON of `decode` has it.
  var json: JSONValue {
    .object(
      members.map { member in
        guard member.name == Field<Receipt>.purchases else { return member }
        return JSONValue.Member(name: member.name, value: .array(inApp.map(\.json)))
      })
  }
}

extension InAppPurchase {
  /// The purchase as the JSON of `decode` has it.
  var json: JSONValue { Field.byName.json(of: self) }
}

extension Array {
  /// The fields of a model, in the order of the table.
  fileprivate func json<Model>(of model: Model) -> JSONValue where Element == Field<Model> {
    .object(
      compactMap { field in
        field.json(of: model).map { JSONValue.Member(name: field.name, value: $0) }
      })
  }
}

extension JSONWriter {
  /// Writes an object of the fields of a model, whose table is in the order of the names.
  mutating func fields<Model>(_ table: [Field<Model>], of model: Model) {
    object { json in
      for field in table {
        guard let value = field.json(of: model) else { continue }
        json.key(field.name)
        json.value(value)
      }
    }
  }

  /// Writes a receipt with its purchases, one at a time.
  mutating func receipt(_ receipt: Receipt) {
    object { json in
      for member in receipt.members {
        json.key(member.name)
        if member.name == Field<Receipt>.purchases {
          json.array(receipt.inApp) { $0.fields(Field<InAppPurchase>.byName, of: $1) }
        } else {
          json.value(member.value)
        }
      }
    }
  }
}
