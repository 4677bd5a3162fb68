package import ReceiptCore

/// The value of a field, for comparison and display.
package enum ComparedValue: Hashable, Sendable {
  case text(ReceiptString)
  case number(Int64)
  /// A number in which 0 means "none".
  case identifier(Int64)
  case flag(Bool)
  case date(ReceiptDate)
  case productType(ProductType)
  /// Bytes, shown in base64.
  case octets([UInt8])
  /// Bytes, shown in hexadecimal.
  case digest([UInt8])
  case list([ComparedValue])

  /// The value as every form can express it: dates to the second. `nil` for values that some forms leave out,
  /// such as 0 and false.
  var inCommon: ComparedValue? {
    switch self {
    case .identifier(0), .flag(false): nil
    case .date(let date): .date(date.toTheSecond)
    // StoreKit 2 has no name for the other types.
    case .productType(let type) where type.rawValue > ProductType.autoRenewableSubscription.rawValue:
      nil
    default: self
    }
  }
}

extension ComparedValue: CustomStringConvertible {
  /// The value as in the JSON output.
  package var description: String {
    switch self {
    case .text(let text): text.description
    case .number(let number), .identifier(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .date(let date): date.description
    case .productType(let type): type.name
    case .octets(let octets): Base64.encode(octets[...])
    case .digest(let octets): Hexadecimal.encode(octets)
    case .list(let values): values.map(\.description).joined(separator: ", ")
    }
  }
}

extension ReceiptDate {
  /// The date rounded down to the second. A date outside the writable years stays as it is.
  var toTheSecond: ReceiptDate {
    guard Self.writable.contains(millisecondsSince1970) else { return self }
    let seconds = Self.floorDivide(Int(clamping: millisecondsSince1970), 1000)
    return ReceiptDate(millisecondsSince1970: Int64(seconds) * 1000)
  }
}

// MARK: - Values of the model

extension ComparedValue? {
  static func of(_ value: ReceiptString?) -> ComparedValue? { value.map { .text($0) } }
  static func of(_ value: Int64?) -> ComparedValue? { value.map { .number($0) } }
  static func of(_ value: Bool?) -> ComparedValue? { value.map { .flag($0) } }
  static func of(_ value: ReceiptDate?) -> ComparedValue? { value.map { .date($0) } }
  static func of(_ value: ProductType?) -> ComparedValue? { value.map { .productType($0) } }
  static func of(_ value: ArraySlice<UInt8>?) -> ComparedValue? {
    value.map { .octets(Array($0)) }
  }
  static func identifier(of value: Int64?) -> ComparedValue? { value.map { .identifier($0) } }
  package static func digest(of value: ArraySlice<UInt8>?) -> ComparedValue? {
    value.map { .digest(Array($0)) }
  }
}
