/// Fast scanning of text, many bytes at a time.
enum TextScan {
  /// Where the plain part of a JSON text ends (RFC 8259 §7). A quotation mark, a backslash, a control
  /// character or the end of the range ends it.
  ///
  /// A receipt in JSON is one text of thousands of plain characters. With index checks it takes as long to read
  /// as to decode.
  static func endOfPlainJSON(in bytes: [UInt8], _ range: Range<Int>) -> Int {
    range.lowerBound
      + (unsafe bytes[range].withUnsafeBytes { unsafe end(in: $0, of: endsPlainJSON) })
  }

  /// Whether all of a text may stand in a JWS, or is put there by mistake: both base64 alphabets, padding, points.
  static func isOfJWS(_ text: ArraySlice<UInt8>) -> Bool {
    unsafe text.withUnsafeBytes { unsafe end(in: $0, of: isStrangeInJWS) == $0.count }
  }

  /// Where the text ends that may stand in a JWS.
  static func endOfJWS(_ text: ArraySlice<UInt8>) -> Int {
    text.startIndex + (unsafe text.withUnsafeBytes { unsafe end(in: $0, of: isStrangeInJWS) })
  }

  /// Whether a byte may stand in a JWS, or is put there by mistake.
  static func isOfJWS(_ octet: UInt8) -> Bool { isStrangeInJWS(octet) == 0 }

  /// The index of the first byte for which `isEnd` is 1, or the number of bytes. It must have no branch, so that the
  /// compiler can use vector instructions.
  @inline(__always)
  private static func end(
    in bytes: UnsafeRawBufferPointer, of isEnd: (UInt8) -> UInt8
  ) -> Int {
    var index = 0
    while index + blockSize <= bytes.count {
      var hasEnd: UInt8 = 0
      for place in index..<index + blockSize { hasEnd |= unsafe isEnd(bytes[place]) }
      if hasEnd != 0 { break }
      index += blockSize
    }
    while index < bytes.count {
      if unsafe isEnd(bytes[index]) != 0 { break }
      index += 1
    }
    return index
  }

  private static let blockSize = 32

  private static func endsPlainJSON(_ octet: UInt8) -> UInt8 {
    (octet == UInt8(ascii: "\"") ? 1 : 0) | (octet == UInt8(ascii: "\\") ? 1 : 0)
      | (octet < 0x20 ? 1 : 0)
  }

  private static func isStrangeInJWS(_ octet: UInt8) -> UInt8 {
    // The third range is `-./`.
    let isKnown: UInt8 =
      ((octet | 0x20) &- UInt8(ascii: "a") < 26 ? 1 : 0)
      | (octet &- UInt8(ascii: "0") < 10 ? 1 : 0) | (octet &- UInt8(ascii: "-") < 3 ? 1 : 0)
      | (octet == UInt8(ascii: "+") ? 1 : 0) | (octet == UInt8(ascii: "_") ? 1 : 0)
      | (octet == UInt8(ascii: "=") ? 1 : 0)
    return isKnown ^ 1
  }
}
