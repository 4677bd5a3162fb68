/// Byte-order marks and UTF-16, as editors on Windows save text.
package enum TextEncoding {
  /// Whether the bytes begin like a text in UTF-16.
  static func isUTF16(_ bytes: [UInt8]) -> Bool {
    bytes.count.isMultiple(of: 2)
      && (bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]))
  }

  /// The byte-order mark of UTF-8.
  package static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func unwrap(_ wrapped: InputUnwrapper.Wrapped) -> InputUnwrapper.Wrapped? {
    let bytes = wrapped.bytes
    if bytes.starts(with: mark) {
      return wrapped.inside(.byteOrderMark, Array(bytes.dropFirst(mark.count)))
    }
    guard isUTF16(bytes) else { return nil }
    let isBigEndian = bytes[0] == 0xFE
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 2, to: bytes.count - 1, by: 2) {
      let high = UInt16(bytes[isBigEndian ? index : index + 1])
      units.append(high << 8 | UInt16(bytes[isBigEndian ? index + 1 : index]))
    }
    guard let text = String(validating: units, as: UTF16.self) else { return nil }
    return wrapped.inside(.utf16, Array(text.utf8))
  }
}
