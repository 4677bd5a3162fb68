internal import ReceiptCore

extension Field {
  /// What the JSON of `decode` has for the field; `nil` where the model does not say it.
  func json(of model: Model) -> JSONValue? { get(model)?.json(kind) }
}

extension Field<Receipt> {
  /// What JSON has for the field: the environment in one of three words, whatever words a form has for those.
  fileprivate func shownValue(of receipt: Receipt) -> JSONValue? {
    name == Self.environmentName
      ? receipt.environmentWord.map { .string($0.description) } : json(of: receipt)
  }

  private static let environmentName = "environment"
}

extension FieldValue {
  /// The value as JSON: identifiers of 64 bits as texts, so that no reader rounds them.
  fileprivate func json(_ kind: FieldKind) -> JSONValue {
    switch self {
    case .number(let number) where kind == .storeRelease: .string(storeReleaseText(number))
    case .number(let number): .number(String(number))
    case .flag(let flag): .bool(flag)
    case .list(let values): .array(values.map { .string($0.description) })
    case .json(let value): value.showingDates
    default: .string(description)
    }
  }
}

extension Receipt {
  /// The receipt as the JSON of `decode` has it.
  var json: JSONValue {
    .object(
      ReceiptMember.all.compactMap { name, field in
        guard let field else {
          return JSONValue.Member(name: name, value: .array(inApp.map(\.json)))
        }
        return field.shownValue(of: self).map { JSONValue.Member(name: name, value: $0) }
      })
  }
}

extension InAppPurchase {
  /// The purchase as the JSON of `decode` has it.
  var json: JSONValue { Field.byName.json(of: self) }
}

extension Array {
  /// The fields of a model, in the order of the table.
  func json<Model>(of model: Model) -> JSONValue where Element == Field<Model> {
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
        guard let value = field.get(model) else { continue }
        json.key(field.name)
        json.value(value.json(field.kind))
      }
    }
  }

  mutating func purchase(_ purchase: InAppPurchase) {
    fields(Field<InAppPurchase>.byName(of: purchase), of: purchase)
  }

  /// Writes a receipt with its purchases, one at a time.
  mutating func receipt(_ receipt: Receipt) {
    object { json in
      for (name, field) in ReceiptMember.all {
        guard let field else {
          json.array(name, receipt.inApp) { $0.purchase($1) }
          continue
        }
        guard let value = field.shownValue(of: receipt) else { continue }
        json.key(name)
        json.value(value)
      }
    }
  }
}

/// The members of a receipt in the order of their names.
private enum ReceiptMember {
  /// A name with its field; no field for the purchases.
  static let all: [(name: String, field: Field<Receipt>?)] =
    (Field<Receipt>.all.flatMap { field in
      [field.name, field.alias].compactMap(\.self).map { ($0, field) }
    } + [(Field<Receipt>.purchases, nil)])
    .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
}

/// The release of the store's server: four ASCII bytes in one number, as P256.
func storeReleaseText(_ number: Int64) -> String {
  let octets = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  guard number >> 32 == 0, octets.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
    return String(number)
  }
  return String(decoding: octets, as: UTF8.self)
}
