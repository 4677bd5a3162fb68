internal import CReceiptCrypto

/// The header of one ASN.1 element and the place of its content, as read by `ASN1_get_object`.
///
/// All positions are offsets in the bytes from which the element was read.
package struct ASN1Element {
  /// The identifier byte: class, constructed bit and tag number (X.690 §8.1.2).
  let identifier: UInt8
  /// The offset of the identifier byte.
  let start: Int
  /// Where the content begins.
  package let contentStart: Int
  /// Where the content ends. If the header promises more than there is, or the length is indefinite, this is
  /// the end of the enclosing element.
  package let end: Int
  /// The length of the content by the header; 0 for an indefinite length.
  let declaredLength: Int
  /// The length byte was 80: the content ends with an end-of-contents marker (X.690 §8.1.3.6).
  let isIndefinite: Bool

  /// The header promises more bytes than the enclosing element holds.
  package var isCut: Bool { declaredLength > end - contentStart }

  /// The length is written in the fewest bytes, as DER requires (X.690 §10.1).
  var hasMinimalLength: Bool {
    let lengthOctets = (Int.bitWidth - declaredLength.leadingZeroBitCount + 7) / 8
    return contentStart - start == (declaredLength < 0x80 ? 2 : 2 + lengthOctets)
  }

  /// Nothing about the header needs a finding: it is definite, complete, and its length of one byte is always
  /// minimal.
  var isPlain: Bool { contentStart - start == 2 && !isIndefinite && !isCut }

  /// The content is a series of elements (X.690 §8.1.2.5).
  var isConstructed: Bool { identifier & 0x20 != 0 }

  /// The range of the content's bytes.
  package var content: Range<Int> { contentStart..<end }
}

/// Why there is no readable element.
package enum ASN1Fault: Error {
  /// The enclosing element ends before the header is complete.
  case endOfData
  /// The tag number takes several bytes. Receipts never need that.
  case highTagNumber
  /// The length bytes are invalid: reserved, too many, or indefinite on a primitive element.
  case invalidLength
}

extension [UInt8] {
  /// Reads the header of the element at `start`, inside an enclosing element that ends at `limit`. It reads
  /// no byte at or after `limit`, whatever the header promises.
  @inline(__always)
  package func element(at start: Int, limit: Int) throws(ASN1Fault) -> ASN1Element {
    guard start >= 0, limit <= count, limit - start >= 2 else { throw .endOfData }
    let identifier = self[start]
    guard identifier & 0x1F != 0x1F else { throw .highTagNumber }
    // Reserved (X.690 §8.1.3.5 c). OpenSSL reads it as a length of 127 bytes.
    guard self[start + 1] != 0xFF else { throw .invalidLength }
    let header = objectHeader(at: start, limit: limit)
    // In the result of ASN1_get_object, bit 0 means an indefinite form and bit 7 an error.
    guard header.flags & 0x81 == 0 else {
      return try unusualElement(header, at: start, limit: limit)
    }
    let contentStart = start + header.length
    return ASN1Element(
      identifier: identifier, start: start, contentStart: contentStart,
      end: contentStart + header.contentLength, declaredLength: header.contentLength,
      isIndefinite: false)
  }

  /// The result of `ASN1_get_object`: its flags, the length of the header, and the length of the content.
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

  /// Reads an element of indefinite length or with truncated content, or reports the fault.
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
    // The cursor has moved, so the header is valid and only the content is truncated.
    if header.length > 0 {
      return ASN1Element(
        identifier: self[start], start: start, contentStart: contentStart, end: limit,
        declaredLength: header.contentLength, isIndefinite: false)
    }
    // The number of length bytes in the long form (X.690 §8.1.3.5).
    let count = Int(self[start + 1] & 0x7F)
    guard self[start + 1] >= 0x80, count <= limit - start - 2 else { throw .endOfData }
    // OpenSSL refuses a long form with nothing after it, even when zero.
    if start + 2 + count == limit, (1...8).contains(count),
      let length = Int(exactly: self[start + 2..<limit].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    {
      return ASN1Element(
        identifier: self[start], start: start, contentStart: limit, end: limit,
        declaredLength: length, isIndefinite: false)
    }
    throw .invalidLength
  }
}
