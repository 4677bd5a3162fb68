/// What a field holds, as far as reading and writing it goes.
package enum FieldKind: Sendable {
  case text
  /// A text that some senders write as a number.
  case idText
  case number
  /// A number that identifies something; 0 where there is nothing to identify, as in the sandbox.
  case id
  /// A number that identifies something; 0 means no number.
  case optionalID
  case flag
  /// A flag that StoreKit 2 writes as 1 or 0.
  case numericFlag
  case date
  case productType
  /// Bytes, in base64 where they are written as text.
  case bytes
  /// Bytes, in hexadecimal where they are written as text.
  case digest
  /// Several texts.
  case texts
  /// Objects within objects, kept as Apple writes them.
  case json
  /// The release of the App Store's server: four ASCII bytes in a number.
  case storeRelease
}

/// A kind of field together with the type that the model has for it.
package struct TypedKind<Value: Sendable>: Sendable {
  let kind: FieldKind
  let wrap: @Sendable (Value) -> FieldValue?
  let unwrap: @Sendable (FieldValue) -> Value?
}

extension TypedKind<ReceiptString> {
  private init(_ kind: FieldKind) {
    self.kind = kind
    wrap = { .text($0) }
    unwrap = { if case .text(let text) = $0 { text } else { nil } }
  }

  static let text = Self(.text)
  static let idText = Self(.idText)
}

extension TypedKind<Int64> {
  static let number = Self(kind: .number, wrap: { .number($0) }, unwrap: \.integer)
  static let storeRelease = Self(kind: .storeRelease, wrap: { .number($0) }, unwrap: \.integer)
  static let id = Self(kind: .id, wrap: { .identifier($0) }, unwrap: \.integer)
  static let optionalID = Self(
    kind: .optionalID, wrap: { .identifier($0) },
    unwrap: { value in value.integer.flatMap { $0 == 0 ? nil : $0 } })
}

extension TypedKind<Bool> {
  private init(_ kind: FieldKind) {
    self.kind = kind
    wrap = { .flag($0) }
    unwrap = { if case .flag(let flag) = $0 { flag } else { nil } }
  }

  static let flag = Self(.flag)
  static let numericFlag = Self(.numericFlag)
}

extension TypedKind<ReceiptDate> {
  static let date = Self(
    kind: .date, wrap: { .date($0) },
    unwrap: { if case .date(let date) = $0 { date } else { nil } })
}

extension TypedKind<ProductType> {
  static let productType = Self(
    kind: .productType, wrap: { .productType($0) },
    unwrap: { if case .productType(let type) = $0 { type } else { nil } })
}

extension TypedKind<ArraySlice<UInt8>> {
  static let bytes = Self(
    kind: .bytes, wrap: { .bytes(Array($0)) },
    unwrap: { if case .bytes(let bytes) = $0 { bytes[...] } else { nil } })
  static let digest = Self(
    kind: .digest, wrap: { .digest(Array($0)) },
    unwrap: { if case .digest(let bytes) = $0 { bytes[...] } else { nil } })
}

extension TypedKind<[ReceiptString]> {
  static let texts = Self(
    kind: .texts, wrap: { $0.isEmpty ? nil : .list($0.map { .text($0) }) },
    unwrap: { value in
      guard case .list(let values) = value else { return nil }
      return values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    })
}

extension TypedKind<JSONValue> {
  static let json = Self(
    kind: .json, wrap: { .json($0) },
    unwrap: { if case .json(let value) = $0 { value } else { nil } })
}
