/// Bytes in hexadecimal, with or without separators, or as `hexdump -C` and `xxd` print them.
enum HexWrapping {
  static func unwrap(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    let text = withoutEscape(text)
    // Looks for digits first, because this quickly rules out other text.
    guard text.prefix(512).contains(where: { Hexadecimal.value(ofDigit: $0) != nil }) else {
      return nil
    }
    if let (octets, isCut) = plain(text), isPlausible(octets) {
      let cut = InputUnwrapper.Cut(
        code: .truncated, message: "the hexadecimal text breaks off in the middle of a byte",
        offset: text.endIndex)
      return wrapped.inside(.hexadecimal, octets, cut: isCut ? cut : nil)
    }
    if let octets = dump(text), isPlausible(octets) { return wrapped.inside(.hexDump, octets) }
    return nil
  }

  /// No bytes at all, as PostgreSQL writes them: `\x`.
  static func isEmpty(_ text: ArraySlice<UInt8>) -> Bool {
    text.count < 4 && withoutEscape(text).isEmpty
  }

  /// The digits after `\x`, as PostgreSQL writes bytes (also `\\x` in a dump, and `E'\\x…'`).
  private static func withoutEscape(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = text
    if rest.starts(with: "E'".utf8) || rest.starts(with: "e'".utf8) || rest.starts(with: "x'".utf8)
      || rest.starts(with: "X'".utf8)
    {
      let isDigits = rest.first.map { $0 | 0x20 } == UInt8(ascii: "x")
      rest = rest.dropFirst(2)
      if let end = rest.firstIndex(of: UInt8(ascii: "'")) { rest = rest[..<end] }
      if isDigits { return rest }
    }
    let digits = rest.drop { $0 == UInt8(ascii: "\\") }
    guard digits.startIndex > rest.startIndex, digits.first == UInt8(ascii: "x") else {
      return text
    }
    return digits.dropFirst()
  }

  // MARK: NSData

  /// `{length = 5445, bytes = 0x30821541 … 7e9d1c04}`, as `NSData` describes itself since iOS 13. It leaves
  /// out most of the bytes.
  static func isDescription(_ text: ArraySlice<UInt8>) -> Bool {
    hidesBytes(text) || Text.begins(text, with: "{length = ") && octets(ofDescription: text) != nil
  }

  private static func octets(ofDescription text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    Text.range(of: "bytes = 0x", in: text.prefix(64), from: text.startIndex).map {
      text[$0.upperBound...]
    }
  }

  /// `{length: 56, bytes: < ... >}`, as Godot prints it.
  private static func hidesBytes(_ text: ArraySlice<UInt8>) -> Bool {
    Text.begins(text, with: "{length: ") && Text.contains("bytes: <", in: text.prefix(64))
  }

  static func description(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Look? {
    if hidesBytes(text) { return .mistake(.shortenedDescription) }
    guard isDescription(text), let octets = octets(ofDescription: text) else { return nil }
    return unwrap(octets, in: wrapped).map { .wrapped([$0]) } ?? .mistake(.shortenedDescription)
  }

  // MARK: Digits

  /// Reads digits, with spaces, colons, commas or `0x` between bytes, or in the angle brackets of `NSData`. A
  /// missing last digit counts as a cut. A text that begins like a receipt is read as far as possible.
  private static func plain(
    _ text: ArraySlice<UInt8>
  ) -> (octets: [UInt8], isCut: Bool)? {
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
          let octet = first << 4 | value
          // Stops as soon as the bytes are neither a receipt nor text, perhaps with a byte-order mark of UTF-16.
          guard
            octet < 0x80 || result.first.map(beginnings.contains) == true
              || result.count < 2 && octet >= 0xFE
          else { return nil }
          result.append(octet)
          high = nil
        } else {
          high = value
        }
      } else {
        guard high == nil, Text.isSpace(octet) || separators.contains(octet) else { return nil }
      }
    }
    guard high == nil || InputUnwrapper.looksLikeDER(result) else { return nil }
    return (result, high != nil)
  }

  /// The first byte of a receipt, and of the content of one without its signature.
  private static let beginnings = [ASN1Kind.sequence, .set, .octetString].map(\.rawValue)
  private static let separators = Array(":,;-<>{}[]".utf8)

  // MARK: Dumps

  /// Reads lines of an offset, bytes, and usually the same bytes as text. Words of 16 bits, as `hexdump` and
  /// `od -x` print them, are in the processor's order: on most, the second byte first.
  private static func dump(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var index = text.startIndex
    var last: ArraySlice<UInt8> = []
    while index < text.endIndex {
      let line = text[index...].prefix { !Text.isLineBreak($0) }
      index = line.endIndex + 1
      guard !line.isEmpty else { continue }
      // A star stands for repeated lines. Their bytes are missing.
      guard let octets = octets(inDumpLine: line) else { return nil }
      result += octets
      last = octets.isEmpty ? line : []
    }
    guard result.count >= 2, result[1] == ASN1Kind.sequence.rawValue, result[0] >= 0x80 else {
      return result
    }
    for place in stride(from: 0, to: result.count - 1, by: 2) { result.swapAt(place, place + 1) }
    // A word with a single byte is printed with an added zero. The offset in the last line shows it.
    if !last.isEmpty, isOffset(last, of: result.count - 1) { result.removeLast() }
    return result
  }

  /// Whether a line is this offset, as `hexdump` or (in octal) `od` writes it.
  private static func isOffset(_ line: ArraySlice<UInt8>, of count: Int) -> Bool {
    let digits = String(decoding: Text.trimmed(line), as: UTF8.self)
    return Int(digits, radix: 16) == count || Int(digits, radix: 8) == count
  }

  /// Whether a dump begins with this line: one with offset zero.
  static func isFirstDumpLine(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: "0000".utf8) else { return false }
    let line = text.prefix(128).prefix { !Text.isLineBreak($0) }
    return line.drop { $0 == UInt8(ascii: "0") }.first.map { $0 == 0x20 || $0 == UInt8(ascii: ":") }
      ?? false && (octets(inDumpLine: line)?.count ?? 0) >= 8
  }

  /// The end of the dump that begins here: after its last line.
  static func endOfDump(_ text: ArraySlice<UInt8>) -> Int {
    var index = text.startIndex
    while index < text.endIndex {
      let line = text[index...].prefix { !Text.isLineBreak($0) }
      guard octets(inDumpLine: line) != nil else { break }
      index = line.endIndex
      if index < text.endIndex, text[index] == 0x0D { index += 1 }
      if index < text.endIndex, text[index] == 0x0A { index += 1 }
    }
    return index
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
      // Two spaces end the bytes, except for hexdump's gaps in the middle and after the offset. After them,
      // anything but two digits is text.
      guard let octet = Hexadecimal.octet(line, at: index),
        !(spaces >= 2 && result.count >= 16), spaces < 4
      else { break }
      result.append(octet)
      spaces = 0
      index += 2
    }
    return result
  }

  private static func isPlausible(_ octets: [UInt8]) -> Bool {
    octets.count >= 32
      && (InputUnwrapper.looksLikeDER(octets) || InputUnwrapper.looksLikeAttributes(octets)
        || TextEncoding.isUTF16(octets)
        || Text.isText(octets) && octets.allSatisfy { $0 < 0x80 })
  }
}

extension ReceiptError {
  static let shortenedDescription = ReceiptError(
    .truncated, "this is the short description of NSData: most of the bytes are left out",
    offset: 0, hint: "print base64EncodedString() of the data instead")
}
