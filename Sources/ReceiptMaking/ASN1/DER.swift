package import ReceiptCore

/// Writes ASN.1 in DER (X.690 §10). Every function returns one whole element.
package enum DER {
  /// An element with any identifier byte.
  package static func element(_ identifier: UInt8, _ content: [UInt8]) -> [UInt8] {
    header(identifier, content.count) + content
  }

  /// What stands before content of this size.
  static func header(_ identifier: UInt8, _ count: Int) -> [UInt8] { [identifier] + length(count) }

  /// A definite length in the fewest bytes (X.690 §10.1).
  package static func length(_ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [UInt8(count)] }
    let octets = bigEndian(UInt64(count)).drop { $0 == 0 }
    return [0x80 | UInt8(octets.count)] + octets
  }

  // MARK: Constructed

  package static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(0x30, of: parts) }

  package static func sequence(_ parts: [[UInt8]]) -> [UInt8] { element(0x30, of: parts) }

  /// An element around others. Together they may be as large as the largest input, so they are copied once.
  private static func element(_ identifier: UInt8, of parts: [[UInt8]]) -> [UInt8] {
    let count = parts.reduce(0) { $0 + $1.count }
    let length = length(count)
    var result: [UInt8] = []
    result.reserveCapacity(1 + length.count + count)
    result.append(identifier)
    result += length
    for part in parts { result += part }
    return result
  }

  /// A SET OF, whose elements DER sorts by their bytes (X.690 §11.6).
  package static func set(_ elements: [[UInt8]]) -> [UInt8] {
    unsortedSet(elements.sorted { $0.lexicographicallyPrecedes($1) })
  }

  /// A SET OF in the given order. Apple does not sort certificates, and Xcode does not sort attributes.
  package static func unsortedSet(_ elements: [[UInt8]]) -> [UInt8] {
    element(0x31, of: elements)
  }

  /// A constructed element with a context-specific tag: `[0]` around `content`.
  package static func tagged(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    element(0xA0 | number, content)
  }

  // MARK: Primitive

  /// An INTEGER in the fewest bytes (X.690 §8.3.2).
  package static func integer(_ value: Int64) -> [UInt8] {
    // Fast path: most numbers are this small, and a receipt has hundreds.
    if (0...0x7F).contains(value) { return [0x02, 1, UInt8(truncatingIfNeeded: value)] }
    var octets = bigEndian(UInt64(bitPattern: value))[...]
    while octets.count > 1, let first = octets.first, let second = octets.dropFirst().first,
      first == 0 && second < 0x80 || first == 0xFF && second >= 0x80
    {
      octets.removeFirst()
    }
    return element(0x02, Array(octets))
  }

  /// A non-negative INTEGER of any size.
  package static func integer(magnitude: [UInt8]) -> [UInt8] {
    let octets = magnitude.drop { $0 == 0 }
    let needsSign = octets.first.map { $0 >= 0x80 } ?? true
    return element(0x02, (needsSign ? [0] : []) + octets)
  }

  package static func octetString(_ octets: [UInt8]) -> [UInt8] { element(0x04, octets) }
  package static func utf8String(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }
  package static func ia5String(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }
  package static let null = element(0x05, [])
  package static let boolean = element(0x01, [0xFF])

  /// A BIT STRING. Only forged ones have unused bits.
  package static func bitString(_ octets: [UInt8], unusedBits: UInt8 = 0) -> [UInt8] {
    element(0x03, [unusedBits] + octets)
  }

  /// An OBJECT IDENTIFIER of at least two arcs (X.690 §8.19).
  package static func oid(_ first: UInt64, _ second: UInt64, _ others: UInt64...) -> [UInt8] {
    Array(OID([first, second] + others).encoded)
  }

  /// A certificate's date: UTCTime until 2049, GeneralizedTime after (RFC 5280 §4.1.2.5).
  package static func time(_ date: ReceiptDate) -> [UInt8] {
    let calendar = CalendarDate(date)
    let digits = (calendar.dayText + calendar.timeText).utf8.filter {
      $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":")
    }
    let isShort = (1950..<2050).contains(calendar.year)
    return element(isShort ? 0x17 : 0x18, digits.dropFirst(isShort ? 2 : 0) + [UInt8(ascii: "Z")])
  }

  private static func bigEndian(_ value: UInt64) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt64($0)) }
  }
}
