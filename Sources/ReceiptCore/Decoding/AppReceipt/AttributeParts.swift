/// The places of the parts of one attribute: `SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING
/// }`.
struct AttributeParts: Equatable {
  let start: Int
  package let end: Int
  let type: Int32
  let version: Int32
  /// The content of the OCTET STRING.
  let value: Range<Int>
}

extension [UInt8] {
  /// Reads the attribute at `start` in one step, if it has the usual shape: headers of two bytes, numbers of
  /// one or two, and exact lengths.
  ///
  /// Returns `nil` for any other shape, which is then read step by step to report what is unusual. This is
  /// only a fast path for the innermost loop: reading step by step gives the same result.
  @inline(__always)
  func plainAttribute(at start: Int, limit: Int) -> AttributeParts? {
    // The smallest size of an attribute: four headers, and two numbers of one byte. Two numbers of two bytes fit too.
    guard limit - start >= 10, limit <= count, self[start] == ASN1Kind.sequence.rawValue,
      self[start + 1] < 0x80,
      let element = try? element(at: start, limit: limit), !element.isCut
    else { return nil }
    let end = element.end
    var index = start + 2
    // Where the numbers go beyond the end, so does the value, which has an exact length.
    guard let type = plainNumber(at: &index), let version = plainNumber(at: &index),
      end - index >= 2, self[index] == ASN1Kind.octetString.rawValue,
      Int(self[index + 1]) == end - index - 2
    else { return nil }
    return AttributeParts(
      start: start, end: end, type: type, version: version, value: index + 2..<end)
  }

  /// An INTEGER from 0 to 127, or from 256 to 32767, in the fewest bytes (X.690 §8.3.2). The numbers between
  /// need a leading zero byte, and no known type is one of them.
  @inline(__always)
  private func plainNumber(at index: inout Int) -> Int32? {
    guard self[index] == ASN1Kind.integer.rawValue else { return nil }
    let length = self[index + 1]
    let first = Int32(self[index + 2])
    guard first < 0x80 else { return nil }
    if length == 1 {
      index += 3
      return first
    }
    guard length == 2, first > 0 else { return nil }
    index += 4
    return first << 8 | Int32(self[index - 1])
  }
}
