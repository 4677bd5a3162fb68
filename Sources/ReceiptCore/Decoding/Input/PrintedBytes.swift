/// Bytes of a receipt as a program prints them, behind words of its own: `receipt data: <Buffer 30 82 …>`,
/// `INFO got b'0\x82…'`.
enum PrintedBytes {
  /// A receipt begins with 30 8x: the numbers 48 and 13x, or the digit 0 as a character.
  private static let beginnings = [
    "<Buffer 30 8", "<30 8", "<308", "b'0\\x8", "b\"0\\x8", "\\x308", "0x308", "[48, 13", "[48,13",
    "[ 48, 13",
  ].map { Array($0.utf8) }

  private static let bracket = UInt8(ascii: "[")

  static func within(
    _ text: ArraySlice<UInt8>, in wrapped: InputUnwrapper.Wrapped
  ) -> InputUnwrapper.Wrapped? {
    guard let start = start(in: text) else { return nil }
    let end = end(from: start, in: text, wrapped.bytes)
    // Each look must be at less than the one before it.
    guard start > text.startIndex || end < text.endIndex else { return nil }
    let line = 1 + text[..<start].count { $0 == 0x0A }
    let content = Array(text[start..<end])
    let inner = wrapped.inside(.text, content, part: line > 1 ? "line \(line)" : nil)
    if content.count <= shortest, content.first != UInt8(ascii: "<"), content.first != bracket {
      return shortened(inner)
    }
    return switch InputUnwrapper.look(at: inner) {
    // Whole lists of numbers are found elsewhere.
    case .wrapped(let found) where content.first != bracket || found.contains { $0.cut != nil }:
      inner
    case .mistake(let error) where error.code == .truncated: inner
    default: nil
    }
  }

  /// The few digits of bytes that were shortened, which would be anything elsewhere.
  private static func shortened(_ wrapped: InputUnwrapper.Wrapped) -> InputUnwrapper.Wrapped? {
    guard
      let octets = Hexadecimal.decode(Array(wrapped.bytes.dropFirst(2))),
      octets.count >= leastBytes
    else { return nil }
    return wrapped.inside(.hexadecimal, octets)
  }

  /// Two signs and the digits of 32 bytes. More are read as hexadecimal anywhere.
  private static let shortest = 66
  private static let leastBytes = 16

  /// Where the first of them begins.
  private static func start(in text: ArraySlice<UInt8>) -> Int? {
    var previous: UInt8 = 0
    for index in text.indices {
      let octet = text[index]
      // Few bytes begin one of them, and those within a word do not.
      if firsts[Int(octet)], !Text.isAlphanumeric(previous),
        beginnings.contains(where: text[index...].starts(with:))
      {
        return index
      }
      previous = octet
    }
    return nil
  }

  private static let firsts: [Bool] = (0...UInt8.max).map { octet in
    beginnings.contains { $0.first == octet }
  }

  private static func end(from start: Int, in text: ArraySlice<UInt8>, _ bytes: [UInt8]) -> Int {
    switch text[start] {
    case UInt8(ascii: "<"):
      return text[start...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? text.endIndex
    case UInt8(ascii: "b"):
      var cursor = TextCursor(bytes, start..<text.endIndex)
      return PythonBytes.read(&cursor) == nil ? text.endIndex : cursor.position
    case bracket:
      return text[start...].firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? text.endIndex
    default:
      let digits = text[(start + 2)...].prefix { Hexadecimal.value(ofDigit: $0) != nil }
      return digits.endIndex
    }
  }
}
