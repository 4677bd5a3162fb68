/// The value of a field of any kind.
package enum FieldValue: Hashable, Sendable {
  case text(ReceiptString)
  case number(Int64)
  /// A number that identifies something; 0 means no number.
  case identifier(Int64)
  case flag(Bool)
  case date(ReceiptDate)
  case productType(ProductType)
  /// Bytes, written in base64.
  case bytes([UInt8])
  /// Bytes, written in hexadecimal.
  case digest([UInt8])
  case list([FieldValue])
  /// Objects within objects, as Apple writes them.
  case json(JSONValue)

  /// The number, of either kind.
  package var integer: Int64? {
    switch self {
    case .number(let number), .identifier(let number): number
    default: nil
    }
  }

  /// Whether both say the same. Dates are compared to the second, because receipts have no parts of one.
  func isSame(as other: FieldValue) -> Bool {
    guard case .date(let a) = self, case .date(let b) = other else { return self == other }
    return abs(a.since(b).milliseconds) < 1000
  }
}

extension FieldValue: CustomStringConvertible {
  /// The value as the JSON of `decode` has it.
  package var description: String {
    switch self {
    case .text(let text): text.description
    case .number(let number), .identifier(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .date(let date): date.description
    case .productType(let type): type.name
    case .bytes(let bytes): Base64.encode(bytes[...])
    case .digest(let bytes): Hexadecimal.encode(bytes)
    case .list(let values): values.map(\.description).joined(separator: ", ")
    case .json(let value): value.showingDates.description
    }
  }
}
