internal import CReceiptCrypto

/// The header of one ASN.1 element and the place of its content, as `ASN1_get_object` reads them.
///
/// All positions are offsets into the bytes the element was read from.
package struct ASN1Element {
  /// The identifier byte: class, constructed bit and tag number (X.690 §8.1.2).
  let identifier: UInt8
  /// Where the identifier byte stands.
  let start: Int
  /// Where the content begins.
  package let contentStart: Int
  /// Where the content ends. When the header promises more than there is, this is where the
  /// enclosing element ends; for an indefinite length too.
  package let end: Int
  /// How many content bytes the header promises; 0 for an indefinite length.
  let declaredLength: Int
  /// The length byte was 80: the content runs to an end-of-contents mark (X.690 §8.1.3.6).
  let isIndefinite: Bool

  /// The header promises more bytes than the enclosing element holds.
  package var isCut: Bool { declaredLength > end - contentStart }

  /// The length is written in as few bytes as can hold it, as DER asks (X.690 §10.1).
  var hasMinimalLength: Bool {
    let lengthOctets = (Int.bitWidth - declaredLength.leadingZeroBitCount + 7) / 8
    return contentStart - start == (declaredLength < 0x80 ? 2 : 2 + lengthOctets)
  }

  /// Nothing about the header is worth a note: definite, whole, and with a length of one byte, which
  /// cannot be other than minimal.
  var isPlain: Bool { contentStart - start == 2 && !isIndefinite && !isCut }

  /// The content is itself a series of elements (X.690 §8.1.2.5).
  var isConstructed: Bool { identifier & 0x20 != 0 }

  /// The bytes of the content.
  package var content: Range<Int> { contentStart..<end }
}

/// Why no element could be read at a place.
package enum ASN1Fault: Error {
  /// The enclosing element ends before the header is complete.
  case endOfData
  /// The tag number is written in several bytes. Nothing in a receipt needs that.
  case highTagNumber
  /// The length bytes cannot be a length: reserved, too many, or indefinite on a primitive element.
  case invalidLength
}

extension [UInt8] {
  /// Reads the header of the element at `start`, which must lie within an enclosing element that
  /// ends at `limit`. Reads no byte at or after `limit`, whatever the header promises.
  @inline(__always)
  package func element(at start: Int, limit: Int) throws(ASN1Fault) -> ASN1Element {
    guard start >= 0, limit <= count, limit - start >= 2 else { throw .endOfData }
    let identifier = self[start]
    guard identifier & 0x1F != 0x1F else { throw .highTagNumber }
    // Reserved (X.690 §8.1.3.5 c); OpenSSL takes it for a length of 127 bytes.
    guard self[start + 1] != 0xFF else { throw .invalidLength }
    let header = objectHeader(at: start, limit: limit)
    // In the result of ASN1_get_object bit 0 stands for the indefinite form and bit 7 for an error.
    guard header.flags & 0x81 == 0 else {
      return try unusualElement(header, at: start, limit: limit)
    }
    let contentStart = start + header.length
    return ASN1Element(
      identifier: identifier, start: start, contentStart: contentStart,
      end: contentStart + header.contentLength, declaredLength: header.contentLength,
      isIndefinite: false)
  }

  /// What `ASN1_get_object` says: its flags, how long the header is, how long the content should be.
  @inline(__always)
  private func objectHeader(
    at start: Int, limit: Int
  ) -> (flags: Int32, length: Int, contentLength: Int) {
    unsafe withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return (0x80, 0, 0) }
      let first = unsafe base + start
      var cursor: UnsafePointer<UInt8>? = unsafe first
      var contentLength = 0
      var tag: Int32 = 0
      var tagClass: Int32 = 0
      let flags = unsafe ASN1_get_object(&cursor, &contentLength, &tag, &tagClass, limit - start)
      let length = unsafe cursor.map { unsafe $0 - first } ?? 0
      return (flags, length, contentLength)
    }
  }

  /// An element of indefinite length, one whose content is cut short, or none.
  @inline(never)
  private func unusualElement(
    _ header: (flags: Int32, length: Int, contentLength: Int), at start: Int, limit: Int
  ) throws(ASN1Fault) -> ASN1Element {
    let contentStart = start + header.length
    if header.flags & 0x80 == 0 {
      return ASN1Element(
        identifier: self[start], start: start, contentStart: contentStart, end: limit,
        declaredLength: 0, isIndefinite: true)
    }
    ERR_clear_error()
    // With the cursor moved, the header itself was fine and only its content is cut short.
    if header.length > 0 {
      return ASN1Element(
        identifier: self[start], start: start, contentStart: contentStart, end: limit,
        declaredLength: header.contentLength, isIndefinite: false)
    }
    // The number of length bytes that follow, for the long form (X.690 §8.1.3.5).
    let count = Int(self[start + 1] & 0x7F)
    guard self[start + 1] >= 0x80, count <= limit - start - 2 else { throw .endOfData }
    // OpenSSL refuses a long form with nothing behind it, were it even a length of 0.
    if count > 0, start + 2 + count == limit, let length = integer(start + 2..<limit), length >= 0 {
      return ASN1Element(
        identifier: self[start], start: start, contentStart: limit, end: limit,
        declaredLength: Int(length), isIndefinite: false)
    }
    throw .invalidLength
  }
}
