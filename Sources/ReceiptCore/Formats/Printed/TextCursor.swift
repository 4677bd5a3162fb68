/// A place in a text that is read from the left.
struct TextCursor {
  /// How many brackets of lists may come before the first dictionary.
  static let maximumLists = 8

  /// What the first element of a list within lists begins with; `lists` are the brackets that open one.
  static func first(in text: ArraySlice<UInt8>, lists: String) -> ArraySlice<UInt8> {
    var rest = text
    for _ in 0..<maximumLists {
      guard let next = rest.first, lists.utf8.contains(next) else { break }
      rest = Text.trimmedStart(rest.dropFirst())
    }
    return rest
  }

  let bytes: [UInt8]
  var position: Int
  let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { position >= end }
  var next: UInt8? { position < end ? bytes[position] : nil }
  /// What was not read yet.
  var rest: ArraySlice<UInt8> { bytes[position..<end] }

  mutating func skipSpace() {
    while position < end, Text.isSpace(bytes[position]) { position += 1 }
  }

  func begins(with words: String) -> Bool {
    var place = position
    for octet in words.utf8 {
      guard place < end, bytes[place] == octet else { return false }
      place += 1
    }
    return true
  }

  /// Whether a byte may stand in a value without quotation marks, between commas and brackets.
  static func isInWord(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x0A: false
    default: true
    }
  }

  /// Steps over the words, if they stand here.
  mutating func take(_ words: String) -> Bool {
    guard begins(with: words) else { return false }
    position += words.utf8.count
    return true
  }

  mutating func take(while isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let part = rest.prefix(while: isPart)
    position = part.endIndex
    return part
  }

  /// Steps over everything before `words`, and over the words.
  mutating func take(to words: String, within limit: Int = .max) -> ArraySlice<UInt8>? {
    guard let found = Text.range(of: words, in: rest.prefix(limit), from: position) else {
      return nil
    }
    let part = bytes[position..<found.lowerBound]
    position = found.upperBound
    return part
  }

  func text(_ octets: some Collection<UInt8>, at offset: Int) throws(JSONFault) -> String {
    // Nearly all texts are ASCII, and to validate them takes longer.
    if octets.reduce(0, |) < 0x80 { return String(decoding: octets, as: UTF8.self) }
    guard let text = String(validating: octets, as: UTF8.self) else {
      throw JSONFault("a text is not valid UTF-8", offset)
    }
    return text
  }

  /// The fault of a text that ends too early, or has something else here.
  func fault(_ message: String) -> JSONFault {
    isAtEnd ? JSONFault("it breaks off", position, .cut) : JSONFault(message, position)
  }
}

/// What stands after a backslash in quoted text, as a programming language writes it.
struct Escapes: Sendable {
  /// The byte that each letter stands for.
  var letters: [UInt8: UInt8] = [:]
  /// How many hexadecimal digits of a character's code follow each letter; 0 for digits in braces.
  var codes: [UInt8: Int] = [:]
  /// Up to three octal digits are a code of the NeXTSTEP character set.
  var hasOctal = false
  /// A backslash before any other character is part of the text.
  var keepsOthers = false
  /// Two quotation marks stand for one.
  var doublesQuotes = false

  static let control: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "v"): 0x0B, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "r"): 0x0D, UInt8(ascii: "0"): 0x00,
  ]
}

extension TextCursor {
  /// Reads the text between two of the quotation marks that stand here.
  mutating func quoted(_ escapes: Escapes) throws(JSONFault) -> String {
    let start = position
    guard let mark = next else { throw fault("a text is missing") }
    position += 1
    var octets: [UInt8] = []
    while let octet = next {
      if octet == mark {
        position += 1
        guard escapes.doublesQuotes, next == mark else { return try text(octets, at: start) }
        octets.append(mark)
        position += 1
      } else if octet == UInt8(ascii: "\\"), !escapes.doublesQuotes {
        position += 1
        try escape(escapes, in: mark, into: &octets)
      } else {
        octets += take { $0 != mark && ($0 != UInt8(ascii: "\\") || escapes.doublesQuotes) }
      }
    }
    throw JSONFault("it breaks off in a text", start, .cut)
  }

  private mutating func escape(
    _ escapes: Escapes, in mark: UInt8, into octets: inout [UInt8]
  ) throws(JSONFault) {
    let start = position - 1
    guard let letter = next else { throw JSONFault("it breaks off in a text", start, .cut) }
    if escapes.hasOctal, letter &- 0x30 < 8 {
      let digits = rest.prefix(3).prefix { $0 &- 0x30 < 8 }
      position = digits.endIndex
      guard let scalar = NeXTSTEP.scalar(digits.reduce(0) { $0 << 3 | Int($1 &- 0x30) }) else {
        throw JSONFault("an escape cannot be read", start)
      }
      octets += String(scalar).utf8
      return
    }
    position += 1
    if let count = escapes.codes[letter] {
      octets += try character(letter, digits: count, at: start)
    } else if let octet = escapes.letters[letter] {
      octets.append(octet)
    } else {
      if escapes.keepsOthers, letter != mark, letter != UInt8(ascii: "\\") {
        octets.append(UInt8(ascii: "\\"))
      }
      octets.append(letter)
    }
  }

  /// The character whose code stands here. One above U+FFFF may be written as two UTF-16 code units.
  private mutating func character(
    _ letter: UInt8, digits: Int, at start: Int
  ) throws(JSONFault) -> String.UTF8View {
    var code = try self.code(digits, at: start)
    if code & 0xFFFF_FC00 == 0xD800, next == UInt8(ascii: "\\"), rest.dropFirst().first == letter {
      position += 2
      let low = try self.code(digits, at: start)
      guard low & 0xFFFF_FC00 == 0xDC00 else {
        throw JSONFault("half of a surrogate pair stands alone", start)
      }
      code = 0x10000 + (code & 0x3FF) << 10 + (low & 0x3FF)
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw JSONFault("an escape cannot be read", start)
    }
    return String(scalar).utf8
  }

  private mutating func code(_ digits: Int, at start: Int) throws(JSONFault) -> UInt32 {
    let isInBraces = digits == 0
    guard !isInBraces || take("{") else { throw JSONFault("an escape cannot be read", start) }
    let text = rest.prefix(isInBraces ? 8 : digits).prefix { Hexadecimal.value(ofDigit: $0) != nil }
    position = text.endIndex
    guard isInBraces ? !text.isEmpty && take("}") : text.count == digits else {
      throw JSONFault("an escape cannot be read", start)
    }
    return text.reduce(0) { $0 << 4 | UInt32(Hexadecimal.value(ofDigit: $1) ?? 0) }
  }
}
