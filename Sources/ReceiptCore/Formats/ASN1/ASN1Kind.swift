/// The type of an attribute's value bytes: one ASN.1 element, or plain bytes.
public struct ASN1Kind: RawRepresentable, Hashable, Sendable {
  /// The identifier byte of the element; 0 for plain bytes.
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Bytes that are not an ASN.1 value.
  public static let raw = ASN1Kind(rawValue: 0)
  /// BOOLEAN.
  public static let boolean = ASN1Kind(rawValue: 0x01)
  /// INTEGER.
  public static let integer = ASN1Kind(rawValue: 0x02)
  /// OCTET STRING.
  public static let octetString = ASN1Kind(rawValue: 0x04)
  /// NULL.
  public static let null = ASN1Kind(rawValue: 0x05)
  /// UTF8String.
  public static let utf8String = ASN1Kind(rawValue: 0x0C)
  /// PrintableString.
  public static let printableString = ASN1Kind(rawValue: 0x13)
  /// TeletexString.
  public static let teletexString = ASN1Kind(rawValue: 0x14)
  /// IA5String.
  public static let ia5String = ASN1Kind(rawValue: 0x16)
  /// VisibleString.
  public static let visibleString = ASN1Kind(rawValue: 0x1A)
  /// SEQUENCE.
  public static let sequence = ASN1Kind(rawValue: 0x30)
  /// SET.
  public static let set = ASN1Kind(rawValue: 0x31)

  /// A string type whose bytes read as text in UTF-8 or ASCII.
  package var isText: Bool {
    switch self {
    case .utf8String, .ia5String, .printableString, .visibleString, .teletexString: true
    default: false
    }
  }

  /// The type's name as X.680 has it; `raw` for plain bytes.
  public var name: String {
    switch self {
    case .raw: "raw"
    case .boolean: "BOOLEAN"
    case .integer: "INTEGER"
    case .octetString: "OCTET STRING"
    case .null: "NULL"
    case .utf8String: "UTF8String"
    case .printableString: "PrintableString"
    case .teletexString: "TeletexString"
    case .ia5String: "IA5String"
    case .visibleString: "VisibleString"
    case .sequence: "SEQUENCE"
    case .set: "SET"
    default: "tag " + Hexadecimal.encode(rawValue)
    }
  }
}

extension [UInt8] {
  /// The type of the value bytes, and the length of the header in bytes. The kind is `raw` with a header of 0
  /// bytes unless one ASN.1 element fills `value` exactly.
  @inline(__always)
  func innerElement(_ value: Range<Int>) -> (kind: ASN1Kind, headerLength: UInt8) {
    guard value.count >= 2 else { return (.raw, 0) }
    let identifier = self[value.lowerBound]
    // 00 marks the end of contents, and a tag number of 31 needs more bytes. Values have neither.
    guard identifier != 0, identifier & 0x1F != 0x1F else { return (.raw, 0) }
    // Nearly every value is short enough for a length of one byte.
    let length = self[value.lowerBound + 1]
    if length < 0x80 {
      return Int(length) == value.count - 2
        ? (ASN1Kind(rawValue: identifier), 2) : (.raw, 0)
    }
    return longInnerElement(value, identifier)
  }

  /// Does the same for a value whose length takes several bytes.
  private func longInnerElement(
    _ value: Range<Int>, _ identifier: UInt8
  ) -> (kind: ASN1Kind, headerLength: UInt8) {
    guard let element = try? element(at: value.lowerBound, limit: value.upperBound),
      !element.isIndefinite, !element.isCut, element.end == value.upperBound,
      let headerLength = UInt8(exactly: element.contentStart - element.start)
    else { return (.raw, 0) }
    return (ASN1Kind(rawValue: identifier), headerLength)
  }
}
