/// Fast scanning of text, many bytes at a time.
enum TextScan {
  /// Where the plain part of a JSON text ends (RFC 8259 §7): at a quotation mark, a backslash, a control
  /// character, or the end of the range.
  ///
  /// A receipt in JSON is one text of thousands of plain characters. With index checks it takes as long to read
  /// as to decode.
  static func endOfPlainJSON(in bytes: [UInt8], _ range: Range<Int>) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    return unsafe bytes.withUnsafeBytes { bytes in
      var index = range.lowerBound
      while index + blockSize <= range.upperBound {
        // Has no branch, so that the compiler can use vector instructions.
        var isEnd: UInt8 = 0
        for place in index..<index + blockSize { isEnd |= unsafe endsPlainJSON(bytes[place]) }
        if isEnd != 0 { break }
        index += blockSize
      }
      while index < range.upperBound {
        if unsafe endsPlainJSON(bytes[index]) != 0 { break }
        index += 1
      }
      return index
    }
  }

  private static let blockSize = 32

  private static func endsPlainJSON(_ octet: UInt8) -> UInt8 {
    (octet == UInt8(ascii: "\"") ? 1 : 0) | (octet == UInt8(ascii: "\\") ? 1 : 0)
      | (octet < 0x20 ? 1 : 0)
  }
}
