/// Fast scanning of text, sixteen bytes at a time.
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
      while index + 16 <= range.upperBound {
        let block = unsafe bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        let ends =
          (block .== UInt8(ascii: "\"")) .| (block .== UInt8(ascii: "\\")) .| (block .< 0x20)
        if any(ends) { break }
        index += 16
      }
      while index < range.upperBound {
        let octet = unsafe bytes[index]
        if octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "\\") || octet < 0x20 { break }
        index += 1
      }
      return index
    }
  }
}
