/// Reads bytes as Python prints them: `b'0\x82\x15A'`. Ruby prints them without the letter.
enum PythonBytes {
  /// Reads the bytes that begin at the cursor; `nil` if none do, or they cannot be read.
  static func read(_ cursor: inout TextCursor) -> [UInt8]? {
    let text = cursor.rest
    guard text.first == UInt8(ascii: "b"), let mark = text.dropFirst().first,
      mark == UInt8(ascii: "'") || mark == UInt8(ascii: "\"")
    else { return nil }
    cursor.position += 1
    return quoted(&cursor)
  }

  /// Reads the bytes between the marks that stand here. Python writes neither `\e` nor `\#` nor `\u`.
  static func quoted(_ cursor: inout TextCursor) -> [UInt8]? {
    let text = cursor.rest
    guard let mark = text.first else { return nil }
    var result: [UInt8] = []
    var index = text.startIndex + 1
    while index < text.endIndex, text[index] != mark {
      guard text[index] == UInt8(ascii: "\\") else {
        result.append(text[index])
        index += 1
        continue
      }
      guard index + 1 < text.endIndex else { return nil }
      let letter = text[index + 1]
      index += 2
      if letter == UInt8(ascii: "x") {
        guard let octet = Hexadecimal.octet(text, at: index) else { return nil }
        result.append(octet)
        index += 2
      } else if letter == UInt8(ascii: "u") {
        let digits = String(decoding: text[index...].prefix(4), as: UTF8.self)
        guard let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
          return nil
        }
        result += String(scalar).utf8
        index += digits.utf8.count
      } else if letter == UInt8(ascii: "e") {
        result.append(0x1B)
      } else if let octet = Escapes.control[letter] {
        result.append(octet)
      } else {
        if letter != mark, !"\\#".utf8.contains(letter) { result.append(UInt8(ascii: "\\")) }
        result.append(letter)
      }
    }
    guard index < text.endIndex else { return nil }
    cursor.position = index + 1
    return result
  }
}
