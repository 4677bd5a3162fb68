internal import ReceiptCore

/// The text format of PostgreSQL's COPY: a line for each row, a tab between fields, a backslash before what would be
/// taken for one (PostgreSQL, "COPY", "Text Format").
enum CopyText {
  /// The line after the last row. A file may end without it.
  static let end = Array("\\.".utf8)

  private static let backslash = UInt8(ascii: "\\")
  private static let tab = UInt8(ascii: "\t")
  private static let null = Array("\\N".utf8)
  /// The letters of the controls from backspace to carriage return.
  private static let letters = Array("btnvfr".utf8)
  private static let controls: ClosedRange<UInt8> = 0x08...0x0D

  /// A tab that is text has a backslash and a letter, so each tab separates.
  static func fields(of record: [UInt8], limit: Int) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var start = 0
    while fields.count < limit {
      let end = record.firstIndex(of: tab, in: start..<record.count) ?? record.count
      fields.append(start..<end)
      if end == record.count { break }
      start = end + 1
    }
    return fields
  }

  /// The text of a field without escapes; `nil` for NULL.
  static func value(of field: ArraySlice<UInt8>) -> [UInt8]? {
    if field.elementsEqual(null) { return nil }
    guard field.contains(backslash) else { return Array(field) }
    var value: [UInt8] = []
    value.reserveCapacity(field.count)
    var rest = field
    while let octet = rest.popFirst() {
      guard octet == backslash, let sign = rest.popFirst() else {
        value.append(octet)
        continue
      }
      switch sign {
      case UInt8(ascii: "x"):
        value.append(number(&rest, base: 16, digits: 2) ?? sign)
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        rest = field[(rest.startIndex - 1)...]
        value.append(number(&rest, base: 8, digits: 3) ?? sign)
      default: value.append(letters.firstIndex(of: sign).map { 0x08 + UInt8($0) } ?? sign)
      }
    }
    return value
  }

  /// The byte that the digits at the beginning say, which are removed; `nil` if there are none.
  private static func number(
    _ rest: inout ArraySlice<UInt8>, base: UInt8, digits: Int
  ) -> UInt8? {
    var number: UInt8?
    for _ in 0..<digits {
      guard let digit = rest.first.flatMap(Hexadecimal.value), digit < base else { break }
      // Of three octal digits PostgreSQL takes the lower eight bits.
      number = (number ?? 0) &* base &+ digit
      rest.removeFirst()
    }
    return number
  }

  /// A text with escapes; `\N` for NULL.
  static func escaped(_ text: String?) -> String {
    guard let text else { return "\\N" }
    guard text.utf8.contains(where: { $0 == backslash || controls.contains($0) }) else {
      return text
    }
    let octets = text.utf8.flatMap { octet in
      octet == backslash
        ? [backslash, backslash]
        : controls.contains(octet) ? [backslash, letters[Int(octet - 0x08)]] : [octet]
    }
    return String(decoding: octets, as: UTF8.self)
  }
}
