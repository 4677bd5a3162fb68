/// One attribute of a receipt or of a purchase, as in the file.
///
/// ```
/// ReceiptAttribute ::= SEQUENCE {
///   type INTEGER,
///   version INTEGER,
///   value OCTET STRING }
/// ```
public struct Attribute: Sendable {
  /// The number that says what the attribute holds; see ``definition``.
  public let type: Int
  /// Usually 1; 2 for Apple's opaque value.
  public let version: Int
  /// The offset of the attribute's SEQUENCE: in the file (DER) or in the content (BER).
  public let offset: Int
  /// The content of the value's OCTET STRING. Its indices are offsets too.
  public let value: ArraySlice<UInt8>
  /// The type of the value bytes.
  public let kind: ASN1Kind
  /// The content of the ASN.1 element in the value bytes; for raw values, the bytes themselves.
  public let innerContent: ArraySlice<UInt8>
  /// Its place in the receipt.
  public let path: AttributePath
  /// The attribute's row in the table; `nil` for an unknown type.
  public let definition: AttributeDefinition?

  /// The text if the value is a string type; otherwise `nil`.
  public var text: ReceiptString? { kind.isText ? ReceiptString(innerContent) : nil }

  /// The number if the value is an INTEGER of at most 64 bits; otherwise `nil`.
  public var integer: Int64? {
    kind == .integer ? Array(innerContent).integer(0..<innerContent.count) : nil
  }
}

/// The attributes of a receipt in file order. Those of a purchase follow the attribute of type 17 that holds
/// them.
public struct AttributeList: Sendable, RandomAccessCollection {
  /// The stored part of one attribute: 24 bytes, so that 20,000 purchases need 9 MB.
  struct Record {
    let type: Int32
    let version: Int32
    package let offset: UInt32
    let valueOffset: UInt32
    let valueLength: UInt32
    package let kind: ASN1Kind
    /// The length of the value's own header; 0 for a raw value.
    let innerHeaderLength: UInt8
    let isInApp: Bool
  }

  private let bytes: [UInt8]
  private let records: [Record]
  /// For each purchase, the index of its attribute of type 17.
  private let purchaseIndices: [Int32]

  /// An empty list.
  init() { self.init(bytes: [], records: [], purchaseIndices: []) }

  init(bytes: [UInt8], records: [Record], purchaseIndices: [Int32]) {
    self.bytes = bytes
    self.records = records
    self.purchaseIndices = purchaseIndices
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { records.count }

  public subscript(index: Int) -> Attribute {
    let record = records[index]
    let value = Int(record.valueOffset)..<Int(record.valueOffset) + Int(record.valueLength)
    return Attribute(
      type: Int(record.type), version: Int(record.version), offset: Int(record.offset),
      value: bytes[value], kind: record.kind,
      innerContent: bytes[value.lowerBound + Int(record.innerHeaderLength)..<value.upperBound],
      path: path(of: record, at: index),
      definition: record.isInApp
        ? AttributeTable.inApp(Int(record.type)) : AttributeTable.receipt(Int(record.type)))
  }

  private func path(of record: Record, at index: Int) -> AttributePath {
    guard record.isInApp || record.type == AttributeType.inApp else {
      return AttributePath(type: Int(record.type))
    }
    let purchase = purchaseIndices.partitioningIndex { Int($0) > index } - 1
    return AttributePath(
      purchase: purchase, inAppType: record.isInApp ? Int(record.type) : nil)
  }
}
