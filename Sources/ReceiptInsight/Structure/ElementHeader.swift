internal import ReceiptCore

/// The header of an ASN.1 element in any BER form (X.690 §8.1). It also reads forms that no receipt uses:
/// tags of several bytes and lengths of any size.
struct ElementHeader {
  /// The first byte: class, constructed bit, and a tag number below 31.
  let identifier: UInt8
  let tagNumber: UInt64
  let start: Int
  let contentStart: Int
  /// The end of the content: that of the enclosing element if the header gives no length or too large a one.
  package let end: Int
  /// The length of the content by the header; `nil` for an indefinite length, or one of more than 63 bits.
  let declaredLength: Int?
  let isIndefinite: Bool
  let hasMinimalTag: Bool
  let hasMinimalLength: Bool

  var isConstructed: Bool { identifier & 0x20 != 0 }
  var isUniversal: Bool { identifier & 0xC0 == 0 }
  var content: Range<Int> { contentStart..<end }
  /// The header promises more bytes than there are.
  var isCut: Bool { !isIndefinite && declaredLength != end - contentStart }

  /// The universal tag number, if it is below 31; otherwise `nil`.
  var universalTag: UInt8? { isUniversal && tagNumber < 0x1F ? UInt8(tagNumber) : nil }

  /// Why there is no header, in words.
  enum Fault: String, Error {
    case endOfData = "the data ends inside a header"
    case longTag = "a tag's number has more than 63 bits"
    case reservedLength = "the length byte FF is reserved (X.690 §8.1.3.5)"
    case indefinitePrimitive =
      "an element that is not constructed has an indefinite length (X.690 §8.1.3.2)"
  }

  /// Reads the header at `start` of an element that must end by `limit`.
  init(_ bytes: [UInt8], at start: Int, limit: Int) throws(Fault) {
    guard start >= 0, limit <= bytes.count, start < limit else { throw .endOfData }
    var position = start + 1
    let identifier = bytes[start]
    var number = UInt64(identifier & 0x1F)
    var hasMinimalTag = true
    if number == 0x1F {
      // Each byte holds seven bits, and the last one has its highest bit clear (X.690 §8.1.2.4.2).
      number = 0
      let first = position
      while true {
        guard position < limit else { throw .endOfData }
        guard number < 1 << 56 else { throw .longTag }
        let octet = bytes[position]
        position += 1
        number = number << 7 | UInt64(octet & 0x7F)
        if octet & 0x80 == 0 { break }
      }
      hasMinimalTag = number >= 0x1F && bytes[first] != 0x80
    }
    guard position < limit else { throw .endOfData }
    let lengthOctet = bytes[position]
    position += 1
    self.identifier = identifier
    tagNumber = number
    self.start = start
    self.hasMinimalTag = hasMinimalTag
    guard lengthOctet != 0x80 else {
      guard identifier & 0x20 != 0 else { throw .indefinitePrimitive }
      contentStart = position
      end = limit
      declaredLength = nil
      isIndefinite = true
      hasMinimalLength = true
      return
    }
    guard lengthOctet != 0xFF else { throw .reservedLength }
    var length: Int? = Int(lengthOctet)
    var isMinimal = true
    if lengthOctet > 0x80 {
      let count = Int(lengthOctet & 0x7F)
      guard count <= limit - position else { throw .endOfData }
      let octets = bytes[position..<position + count]
      position += count
      let digits = octets.drop { $0 == 0 }
      isMinimal = digits.count == count && (count > 1 || octets[octets.startIndex] >= 0x80)
      length =
        digits.count > 8 || digits.count == 8 && bytes[digits.startIndex] >= 0x80
        ? nil : digits.reduce(0) { $0 << 8 | Int($1) }
    }
    contentStart = position
    end = length.map { $0 <= limit - position ? position + $0 : limit } ?? limit
    declaredLength = length
    isIndefinite = false
    hasMinimalLength = isMinimal
  }
}

extension ElementHeader {
  /// Whether one element of definite length fills a range exactly.
  static func fills(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
    guard range.count >= 2, bytes[range.lowerBound] != 0,
      let header = try? ElementHeader(bytes, at: range.lowerBound, limit: range.upperBound)
    else { return false }
    return !header.isIndefinite && !header.isCut && header.end == range.upperBound
  }
}
