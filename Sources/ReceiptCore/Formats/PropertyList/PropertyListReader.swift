/// Reads the property lists of iOS 6 transactions: `{ "key" = "value"; … }` with strings only (Apple,
/// "Old-Style ASCII Property Lists").
package struct PropertyListReader {
  /// A key with its value, and the offset of the key.
  package struct Entry {
    package let key: ReceiptString
    package let value: ReceiptString
    package let offset: Int
  }

  /// Why reading stopped.
  struct Fault: Error {
    let message: String
    package let offset: Int
    var isDuplicate = false
    /// The list ends too early.
    var isCut = false
  }

  /// The largest number of entries. Apple's lists have 19.
  static let maximumEntries = 1_000

  private let bytes: [UInt8]
  private var position = 0
  package private(set) var entries: [Entry] = []
  /// The first fault, if any. The entries before it were read.
  private(set) var fault: Fault?

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    do throws(Fault) {
      try readDictionary()
    } catch {
      fault = fault ?? error
    }
  }

  func value(_ key: String) -> ReceiptString? {
    entries.first { $0.key == ReceiptString(key) }?.value
  }

  private mutating func readDictionary() throws(Fault) {
    try expect("{", "the property list does not begin with a brace")
    var keys: Set<ReceiptString> = []
    while peek() != UInt8(ascii: "}") {
      guard entries.count < Self.maximumEntries else {
        throw Fault(message: "there are more than \(Self.maximumEntries) entries", offset: position)
      }
      let offset = position
      let key = ReceiptString(try string())
      let isNew = keys.insert(key).inserted
      try expect("=", "an equals sign is missing behind a key")
      let value = ReceiptString(try string())
      if isNew {
        entries.append(Entry(key: key, value: value, offset: offset))
      } else if fault == nil {
        // The first value is shown and reading goes on, but the duplicate is an error: readers differ on
        // which counts.
        fault = Fault(
          message: "the key \(key) occurs twice", offset: offset, isDuplicate: true)
      }
      // The last entry needs no semicolon.
      if peek() != UInt8(ascii: "}") { try expect(";", "a semicolon is missing behind a value") }
    }
    try expect("}", "")
    if peek() != nil {
      throw Fault(message: "something follows where the property list ends", offset: position)
    }
  }

  /// The next byte that is not white space.
  private mutating func peek() -> UInt8? {
    while position < bytes.count, Text.isSpace(bytes[position]) { position += 1 }
    return position < bytes.count ? bytes[position] : nil
  }

  private func cut(at offset: Int) -> Fault {
    Fault(message: "the property list breaks off", offset: offset, isCut: true)
  }

  private mutating func expect(_ sign: Unicode.Scalar, _ message: String) throws(Fault) {
    guard let next = peek() else { throw cut(at: position) }
    guard next == UInt8(ascii: sign) else { throw Fault(message: message, offset: position) }
    position += 1
  }

  /// A string in quotation marks, or a bare word.
  private mutating func string() throws(Fault) -> [UInt8] {
    guard let first = peek() else { throw cut(at: position) }
    guard first == UInt8(ascii: "\"") else {
      let word = bytes[position...].prefix {
        Text.isAlphanumeric($0) || "-_.:/$".utf8.contains($0)
      }
      guard !word.isEmpty else {
        throw Fault(message: "there is neither a text nor a word", offset: position)
      }
      position = word.endIndex
      return Array(word)
    }
    let start = position
    position += 1
    var result: [UInt8] = []
    while position < bytes.count {
      let octet = bytes[position]
      position += 1
      switch octet {
      case UInt8(ascii: "\""): return result
      case UInt8(ascii: "\\"): try escape(into: &result)
      default: result.append(octet)
      }
    }
    throw Fault(message: "a text does not end", offset: start, isCut: true)
  }

  /// An escape: `\"`, `\\`, `\n`, `\U00e9`, `\351`. Foundation reads these, and writes them for text outside
  /// ASCII.
  private mutating func escape(into result: inout [UInt8]) throws(Fault) {
    let start = position - 1
    guard position < bytes.count else { throw cut(at: start) }
    let octet = bytes[position]
    position += 1
    switch octet {
    case UInt8(ascii: "U"): result += try unicode(start)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      let digits = bytes[(position - 1)...].prefix(3).prefix { $0 &- 0x30 < 8 }
      let value = digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
      guard let scalar = NeXTSTEP.scalar(value) else {
        throw Fault(message: "an escape cannot be read", offset: start)
      }
      position += digits.count - 1
      result += Array(String(scalar).utf8)
    default: result.append(Escapes.control[octet] ?? octet)
    }
  }

  /// The four hexadecimal digits after `\U`: one UTF-16 code unit. Characters above U+FFFF take two of them.
  private mutating func unicode(_ start: Int) throws(Fault) -> [UInt8] {
    let half = Fault(message: "half of a surrogate pair stands alone", offset: start)
    var value = try codeUnit(start)
    if value & 0xFC00 == 0xD800 {
      guard bytes[position...].starts(with: "\\U".utf8) else {
        throw bytes.count - position >= 2 ? half : cut(at: start)
      }
      position += 2
      let low = try codeUnit(start)
      guard low & 0xFC00 == 0xDC00 else { throw half }
      value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
    }
    guard let scalar = Unicode.Scalar(value) else { throw half }
    return Array(String(scalar).utf8)
  }

  private mutating func codeUnit(_ start: Int) throws(Fault) -> UInt32 {
    let digits = bytes[position...].prefix(4).compactMap(Hexadecimal.value(ofDigit:))
    guard digits.count == 4 else {
      guard bytes.count - position >= 4 else { throw cut(at: start) }
      throw Fault(message: "an escape cannot be read", offset: start)
    }
    position += 4
    return digits.reduce(0) { $0 << 4 | UInt32($1) }
  }
}
