internal import CReceiptCrypto

/// Where the parts of one attribute stand: `SEQUENCE { type INTEGER, version INTEGER, value OCTET
/// STRING }`.
struct AttributeParts {
  let start: Int
  let end: Int
  let type: Int32
  let version: Int32
  /// The content of the OCTET STRING.
  let value: Range<Int>
}

extension [UInt8] {
  /// Reads the attribute at `start` in one go, if it has the shape that nearly every attribute has:
  /// lengths of one octet, numbers of one or two, nothing left over and nothing missing.
  ///
  /// `nil` for any other shape, which is then read step by step, to say what is odd about it. This is
  /// a short cut for the innermost loop and decides nothing by itself.
  @inline(__always)
  func plainAttribute(at start: Int, limit: Int) -> AttributeParts? {
    // The least an attribute can have: four headers and two numbers of one octet.
    guard start >= 0, limit <= count, limit - start >= 10 else { return nil }
    return unsafe withUnsafeBufferPointer { buffer -> AttributeParts? in
      guard let base = buffer.baseAddress else { return nil }
      var reader = unsafe PlainReader(cursor: base + start, limit: base + limit)
      guard let length = unsafe reader.header(0x30) else { return nil }
      unsafe reader.limit = reader.cursor + length
      guard let type = unsafe reader.number(), let version = unsafe reader.number(),
        let valueLength = unsafe reader.header(0x04),
        unsafe reader.cursor + valueLength == reader.limit
      else { return nil }
      let valueStart = unsafe reader.cursor - base
      let end = valueStart + valueLength
      return AttributeParts(
        start: start, end: end, type: type, version: version, value: valueStart..<end)
    }
  }
}

/// Reads plain headers and numbers one after the other.
@unsafe private struct PlainReader {
  var cursor: UnsafePointer<UInt8>
  var limit: UnsafePointer<UInt8>

  /// The content's length after a header of two octets with this identifier; the cursor moves to the
  /// content.
  @inline(__always)
  mutating func header(_ identifier: UInt8) -> Int? {
    let room = unsafe limit - cursor
    guard room >= 2, unsafe cursor[0] == identifier, unsafe cursor[1] < 0x80 else { return nil }
    var next: UnsafePointer<UInt8>? = unsafe cursor
    var length = 0
    var tag: Int32 = 0
    var tagClass: Int32 = 0
    let flags = unsafe ASN1_get_object(&next, &length, &tag, &tagClass, room)
    guard flags & 0x81 == 0, let content = unsafe next else {
      ERR_clear_error()
      return nil
    }
    unsafe cursor = content
    return length
  }

  /// An INTEGER from 0 to 32767 in as few octets as it needs.
  @inline(__always)
  mutating func number() -> Int32? {
    guard let length = unsafe header(0x02), length == 1 || length == 2 else { return nil }
    let first = unsafe cursor[0]
    guard first < 0x80 else { return nil }
    defer { unsafe cursor += length }
    if length == 1 { return Int32(first) }
    return first > 0 ? unsafe Int32(first) << 8 | Int32(cursor[1]) : nil
  }
}
