/// One field of a model: what each form calls it, what it holds, and how to get at it.
///
/// The tables of fields are the one place where fields are listed. Reading and writing of StoreKit 2, of
/// verifyReceipt's responses and of iOS 6 transactions follow from them. So do the JSON of `decode`, SPEC
/// files, CSV, comparison, redaction and the documentation. A new field is a property of the model and a row.
///
/// A class, because a loop over a table of structs would copy every row.
package final class Field<Model: Sendable>: Sendable {
  /// The name in the JSON of `decode`: verifyReceipt's where it has one, otherwise StoreKit 2's in snake case.
  package let name: String
  /// Another name under which verifyReceipt gives the same value.
  package let alias: String?
  package let kind: FieldKind
  /// What each form calls it.
  package let names: FieldNames
  package let secrecy: FieldSecrecy
  package let comparison: FieldComparability
  /// Whether only Apple's servers and StoreKit 2 fill it. Such fields are kept together in a `Boxed`.
  package let isServerField: Bool
  package let get: @Sendable (Model) -> FieldValue?
  /// Sets a value of the field's own kind; any other value, and `nil`, clears it.
  package let set: @Sendable (inout Model, FieldValue?) -> Void

  private init(
    name: String, alias: String?, kind: FieldKind, names: FieldNames, secrecy: FieldSecrecy,
    comparison: FieldComparability, isServerField: Bool = false,
    get: @escaping @Sendable (Model) -> FieldValue?,
    set: @escaping @Sendable (inout Model, FieldValue?) -> Void
  ) {
    self.name = name
    self.alias = alias
    self.kind = kind
    self.names = names
    self.secrecy = secrecy
    self.comparison = comparison
    self.isServerField = isServerField
    self.get = get
    self.set = set
  }
}

/// What each form calls a field; `nil` where the form has no place for it.
package struct FieldNames: Sendable {
  /// The type of the attribute in an app receipt.
  package fileprivate(set) var attribute: Int?
  /// The key in a response of verifyReceipt.
  package fileprivate(set) var response: String?
  /// The key in `purchase-info` of an iOS 6 transaction.
  package fileprivate(set) var ios6: String?
  /// The key in a payload of Apple's server, with dots for objects within it: `commitmentInfo.commitmentPrice`.
  /// A receipt's field of a notification is named within the object that carries it, such as `data`.
  package fileprivate(set) var payloads: [ReceiptForm: String] = [:]
  /// The forms that hold the field.
  package fileprivate(set) var forms: Set<ReceiptForm> = []
}

/// A form that holds a field, and the field's key there.
enum FieldPlace {
  case attribute(Int)
  /// Under the field's own name.
  case response
  case responseKey(String)
  case ios6(String)
  case payload([ReceiptForm], String)
  /// In a payload, but concluded from other fields of it.
  case derived([ReceiptForm])
}

/// How a field is compared between two receipts.
package struct FieldComparability: Sendable {
  /// Whether a form that has the field may leave it empty. If so, its absence says nothing.
  package let isOptional: Bool
  /// The field is compared only between these forms; `nil` for all forms that hold it.
  package let forms: Set<ReceiptForm>?
}

extension Field {
  @inline(__always)
  convenience init<Value>(
    _ name: String, _ kind: TypedKind<Value>,
    _ property: any WritableKeyPath<Model, Value?> & Sendable, _ secrecy: FieldSecrecy,
    _ places: [FieldPlace], alias: String? = nil, isOptional: Bool = false,
    comparedIn forms: Set<ReceiptForm>? = nil
  ) {
    self.init(
      name: name, alias: alias, kind: kind.kind, names: FieldNames(places, of: name),
      secrecy: secrecy, comparison: FieldComparability(isOptional: isOptional, forms: forms),
      get: { $0[keyPath: property].flatMap(kind.wrap) },
      set: { $0[keyPath: property] = $1.flatMap(kind.unwrap) })
  }
}

extension Field {
  /// A field that is computed from others. It exists only for comparison between forms.
  package convenience init(
    name: String, secrecy: FieldSecrecy, forms: Set<ReceiptForm>, isOptional: Bool,
    _ get: @escaping @Sendable (Model) -> FieldValue?
  ) {
    self.init(
      name: name, alias: nil, kind: .text, names: FieldNames([], of: name), secrecy: secrecy,
      comparison: FieldComparability(isOptional: isOptional, forms: forms), get: get,
      set: { _, _ in })
  }
}

extension Field where Model: ServerFieldOwner {
  /// A field in the box `server`. Reading it does not make the box.
  @inline(__always)
  convenience init<Value>(
    _ name: String, _ kind: TypedKind<Value>,
    server property: any WritableKeyPath<Model.ServerFields, Value?> & Sendable,
    _ secrecy: FieldSecrecy, _ places: [FieldPlace], isOptional: Bool = false,
    comparedIn forms: Set<ReceiptForm>? = nil
  ) {
    self.init(
      name: name, alias: nil, kind: kind.kind, names: FieldNames(places, of: name),
      secrecy: secrecy, comparison: FieldComparability(isOptional: isOptional, forms: forms),
      isServerField: true, get: { $0.server[property].flatMap(kind.wrap) },
      set: { $0.server[property] = $1.flatMap(kind.unwrap) })
  }
}

extension Field where Model: AdvancedCommerceOwner {
  /// A field of `advancedCommerceInfo`.
  convenience init<Value>(
    _ name: String, _ kind: TypedKind<Value>,
    commerce property: any WritableKeyPath<AdvancedCommerceFields, Value?> & Sendable,
    _ secrecy: FieldSecrecy, _ places: [FieldPlace]
  ) {
    self.init(
      name: name, alias: nil, kind: kind.kind, names: FieldNames(places, of: name),
      secrecy: secrecy, comparison: FieldComparability(isOptional: false, forms: nil),
      isServerField: true, get: { $0.advancedCommerceBox[property].flatMap(kind.wrap) },
      set: { $0.advancedCommerceBox[property] = $1.flatMap(kind.unwrap) })
  }
}

extension FieldNames {
  fileprivate init(_ places: [FieldPlace], of name: String) {
    for place in places {
      switch place {
      case .attribute(let type):
        attribute = type
        forms.insert(.appReceipt)
      case .response:
        response = name
        forms.insert(.verifyReceipt)
      case .responseKey(let key):
        response = key
        forms.insert(.verifyReceipt)
      case .ios6(let key):
        ios6 = key
        forms.insert(.ios6Transaction)
      case .payload(let forms, let key):
        for form in forms { payloads[form] = key }
        self.forms.formUnion(forms)
      case .derived(let forms): self.forms.formUnion(forms)
      }
    }
  }
}

extension Array {
  /// Fields in the order of their names, byte by byte.
  func sortedByName<Model>() -> [Field<Model>] where Element == Field<Model> {
    sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  fileprivate func byAttribute<Model>() -> [Int: Field<Model>] where Element == Field<Model> {
    Dictionary(
      compactMap { field in field.names.attribute.map { ($0, field) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The field with this name, or `nil`.
  package func named<Model>(_ name: String) -> Field<Model>? where Element == Field<Model> {
    first { $0.name == name }
  }
}

extension Field<Receipt> {
  /// The fields that an app receipt holds, by the type of their attribute.
  package static let receiptByAttribute = all.byAttribute()
}

extension Field<InAppPurchase> {
  /// The fields that an app receipt holds of a purchase, by the type of their attribute.
  package static let purchaseByAttribute = all.byAttribute()
}
