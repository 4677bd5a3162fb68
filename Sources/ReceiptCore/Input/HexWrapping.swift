/// Octets in hexadecimal, with or without separators, or as `hexdump -C` and `xxd` print them.
enum HexWrapping {
  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputDetective.Wrapped
  ) -> InputDetective.Wrapped? {
    // Digits of eight octets tell hexadecimal from other text quickly.
    guard text.prefix(512).contains(where: { Hexadecimal.value(ofDigit: $0) != nil }) else {
      return nil
    }
    if let octets = plain(text), isPlausible(octets) {
      return wrapped.inside(.hexadecimal, octets)
    }
    if let octets = dump(text), isPlausible(octets) { return wrapped.inside(.hexDump, octets) }
    return nil
  }

  /// Digits, and between octets spaces, colons, commas, `0x`; angle brackets as `NSData` has them.
  private static func plain(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var high: UInt8?
    var index = text.startIndex
    while index < text.endIndex {
      let octet = text[index]
      index += 1
      if octet == UInt8(ascii: "0"), high == nil, index < text.endIndex,
        text[index] | 0x20 == UInt8(ascii: "x")
      {
        index += 1
      } else if let value = Hexadecimal.value(ofDigit: octet) {
        if let first = high {
          result.append(first << 4 | value)
          high = nil
        } else {
          high = value
        }
      } else {
        guard high == nil, Text.isSpace(octet) || separators.contains(octet) else { return nil }
      }
    }
    return high == nil ? result : nil
  }

  private static let separators = Array(":,;-<>{}[]".utf8)

  /// Lines of an offset, octets, and the same as text.
  private static func dump(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let octets = octets(inDumpLine: line) else { return nil }
      // A star stands for lines that are all the same: those octets are not there.
      result += octets
    }
    return result
  }

  /// `00000000: 3082 1541 …  0..A` or `00000000  30 82 15 41 …  |0..A|`.
  private static func octets(inDumpLine line: ArraySlice<UInt8>) -> [UInt8]? {
    let offset = line.prefix { Hexadecimal.value(ofDigit: $0) != nil }
    guard offset.count >= 4, offset.count <= 16 else { return nil }
    var index = offset.endIndex
    if index < line.endIndex, line[index] == UInt8(ascii: ":") { index += 1 }
    var result: [UInt8] = []
    var spaces = 0
    while index < line.endIndex, result.count < 32 {
      if line[index] == 0x20 || line[index] == 0x09 {
        spaces += 1
        index += 1
        continue
      }
      // Two spaces end the octets, except for hexdump's gap in the middle and the one behind its
      // offset; what follows them is text as soon as it is not two digits.
      guard index + 1 < line.endIndex, let high = Hexadecimal.value(ofDigit: line[index]),
        let low = Hexadecimal.value(ofDigit: line[index + 1]),
        !(spaces >= 2 && result.count >= 16), spaces < 4
      else { break }
      result.append(high << 4 | low)
      spaces = 0
      index += 2
    }
    return result
  }

  private static func isPlausible(_ octets: [UInt8]) -> Bool {
    octets.count >= 32
      && (InputDetective.looksLikeDER(octets)
        || Text.isText(octets) && octets.allSatisfy { $0 < 0x80 })
  }
}
