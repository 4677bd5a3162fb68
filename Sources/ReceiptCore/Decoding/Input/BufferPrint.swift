/// Bytes as a program prints them, of which it mostly shows few: Node's `<Buffer 30 82 … 5395 more bytes>`, Swift's
/// `5445 bytes`, Python's `b'0\x82\x15A…'`, Ruby's `"0\x82\x15A…"`.
enum BufferPrint {
  static func look(
    at text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Look? {
    if isCountOfBytes(text) { return .mistake(.countOfBytes) }
    let isArray = text.starts(with: "bytearray(".utf8)
    if text.first == UInt8(ascii: "b") {
      let range = text.dropFirst(isArray ? 10 : 0).dropLast(isArray ? 1 : 0).indices
      var cursor = TextCursor(wrapped.bytes, range)
      guard let octets = PythonBytes.read(&cursor), cursor.isAtEnd else { return nil }
      return .wrapped([wrapped.inside(.pythonPrint, octets)])
    }
    // A receipt begins with 30, which is the digit 0.
    if text.starts(with: "\"0".utf8) {
      var cursor = TextCursor(wrapped.bytes, text.indices)
      guard let octets = PythonBytes.quoted(&cursor), cursor.isAtEnd,
        InputUnwrapper.looksLikeDER(octets)
      else { return nil }
      return .wrapped([wrapped.inside(.rubyPrint, octets)])
    }
    let isBuffer = text.starts(with: "<Buffer ".utf8)
    // NSData describes itself without the word. Where it is whole, it is read as hexadecimal.
    guard isBuffer || text.first == UInt8(ascii: "<") && text.last == UInt8(ascii: ">") else {
      return nil
    }
    let digits = text.dropFirst(isBuffer ? 8 : 1)
    var octets: [UInt8] = []
    var index = digits.startIndex
    while index + 1 < digits.endIndex {
      if Text.isSpace(digits[index]) {
        index += 1
        continue
      }
      guard let octet = Hexadecimal.octet(digits, at: index) else { break }
      octets.append(octet)
      index += 2
    }
    let rest = digits[index...]
    if isBuffer, rest.first == UInt8(ascii: ">") {
      return .wrapped([wrapped.inside(.nodePrint, octets)])
    }
    return Ellipsis.begins(rest) && !octets.isEmpty
      ? .mistake(.shortenedBytes(octets, at: index, rest: rest)) : nil
  }

  private static let maximumLine = 128

  /// `5445 bytes` or `receipt: 5445 bytes`, as Swift prints `Data`.
  private static func isCountOfBytes(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= maximumLine, !text.contains(0x0A),
      text.suffix(6).elementsEqual(" bytes".utf8)
    else { return false }
    let line = text.dropLast(6)
    let words = line.dropLast(line.reversed().prefix(while: Text.isDigit).count)
    // What the app printed before it.
    return words.count < line.count
      && (words.isEmpty || words.suffix(2).elementsEqual(": ".utf8)
        || words.suffix(2).elementsEqual("= ".utf8))
  }
}

extension ReceiptError {
  fileprivate static let countOfBytes = ReceiptError(
    .truncated, "this is how Swift prints Data: only how many bytes it has", offset: 0,
    hint: "print base64EncodedString() of the data instead")
}
