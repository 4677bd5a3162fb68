internal import ReceiptCore

/// The value of an element's content, by its type, and its anomalies.
struct ElementValue {
  private(set) var value = StructureValue.octets
  private(set) var anomalies: [StructureAnomaly] = []

  init(_ bytes: [UInt8], _ header: ElementHeader, _ role: ElementRole) {
    let content = bytes[header.content]
    if header.isConstructed {
      // Either the element is nested too deep, or it is empty.
      value = content.isEmpty ? .none : .octets
      return
    }
    // In a GeneralName, the context tags 1, 2 and 6 are IA5Strings (RFC 5280 §4.2.1.6).
    if role == .generalName, [0x81, 0x82, 0x86].contains(header.identifier) {
      readText(content)
      return
    }
    switch header.universalTag {
    case 0x01: readBoolean(content)
    case 0x02, 0x0A: readInteger(bytes, header.content, role)
    case 0x03: readBits(content, role)
    case 0x05: value = content.isEmpty ? .none : .octets
    case 0x06: readObjectIdentifier(content)
    case 0x0C, 0x12, 0x13, 0x14, 0x16, 0x1A:
      readText(content)
      if case .fieldValue(let path) = role, path.definition?.encoding == .date, !content.isEmpty,
        ReceiptDate(content) == nil
      {
        anomalies.append(StructureAnomaly(.invalidDate))
      }
    case 0x17, 0x18: readTime(content, isUTCTime: header.universalTag == 0x17)
    case 0x1E: readUTF16(content)
    default: value = content.isEmpty ? .none : .octets
    }
  }

  private mutating func readBoolean(_ content: ArraySlice<UInt8>) {
    guard let octet = content.first, content.count == 1 else {
      anomalies.append(StructureAnomaly(.invalidBoolean))
      return
    }
    value = .boolean(octet != 0)
    if octet != 0, octet != 0xFF { anomalies.append(StructureAnomaly(.invalidBoolean)) }
  }

  private mutating func readInteger(_ bytes: [UInt8], _ content: Range<Int>, _ role: ElementRole) {
    guard !content.isEmpty else {
      value = .none
      anomalies.append(StructureAnomaly(.invalidInteger))
      return
    }
    if !bytes.isMinimalInteger(content) { anomalies.append(StructureAnomaly(.nonMinimalInteger)) }
    guard let number = bytes.integer(content) else { return }
    value = .integer(number, note: Self.note(number, role))
  }

  /// The text that a number encodes, if any.
  private static func note(_ number: Int64, _ role: ElementRole) -> String? {
    guard role == .fieldValue(AttributePath(type: AttributeType.storeRelease)) else { return nil }
    let octets = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    guard number >> 32 == 0, octets.allSatisfy(Text.isAlphanumeric) else { return nil }
    return String(decoding: octets, as: UTF8.self)
  }

  private mutating func readBits(_ content: ArraySlice<UInt8>, _ role: ElementRole) {
    guard let unused = content.first, unused < 8, unused == 0 || content.count > 1 else {
      anomalies.append(StructureAnomaly(.invalidBits))
      return
    }
    guard role == .keyUsage else { return }
    var names: [String] = []
    for (index, name) in Self.keyUsages.enumerated() {
      let octet = content.dropFirst(1 + index / 8).first ?? 0
      if octet & 0x80 >> UInt8(index % 8) != 0 { names.append(name) }
    }
    value = .bits(names)
  }

  /// The names of the key usage bits (RFC 5280 §4.2.1.3).
  private static let keyUsages = [
    "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement",
    "keyCertSign", "cRLSign", "encipherOnly", "decipherOnly",
  ]

  private mutating func readObjectIdentifier(_ content: ArraySlice<UInt8>) {
    guard let dotted = OID.dotted(content: content) else {
      anomalies.append(StructureAnomaly(.invalidIdentifier))
      return
    }
    value = .objectIdentifier(dotted, name: ObjectIdentifierNames.name(of: dotted))
  }

  private mutating func readText(_ content: ArraySlice<UInt8>) {
    value = .text
    if content.contains(where: { $0 >= 0x80 }), String(validating: content, as: UTF8.self) == nil {
      anomalies.append(StructureAnomaly(.invalidUTF8))
    }
  }

  private mutating func readTime(_ content: ArraySlice<UInt8>, isUTCTime: Bool) {
    guard let date = ReceiptDate(time: content, isUTCTime: isUTCTime) else {
      readText(content)
      anomalies.append(StructureAnomaly(.invalidDate))
      return
    }
    value = .time(date)
  }

  /// BMPString: UTF-16, the high byte first (X.690 §8.23.8).
  private mutating func readUTF16(_ content: ArraySlice<UInt8>) {
    let octets = Array(content)
    guard octets.count.isMultiple(of: 2) else { return }
    let units = stride(from: 0, to: octets.count, by: 2).map {
      UInt16(octets[$0]) << 8 | UInt16(octets[$0 + 1])
    }
    guard let text = String(validating: units, as: UTF16.self) else { return }
    value = .decodedText(text)
  }
}
