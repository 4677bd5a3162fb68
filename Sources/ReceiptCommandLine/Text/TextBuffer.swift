/// A text that grows by short pieces. To write into bytes that are there costs a third of what appending to an array
/// does, and an answer has hundreds of pieces.
struct TextBuffer {
  /// The text, and behind it room for more.
  private var bytes: [UInt8]
  private(set) var count = 0

  init(capacity: Int) { bytes = [UInt8](repeating: 0, count: capacity) }

  var octets: ArraySlice<UInt8> { bytes[..<count] }

  mutating func removeAll() { count = 0 }

  /// Appends a character of ASCII.
  mutating func add(_ character: Unicode.Scalar) {
    makeRoom(1)
    bytes[count] = UInt8(ascii: character)
    count += 1
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { unsafe append($0, quoted: false) }
  }

  /// Appends a text in quotation marks.
  mutating func appendQuoted(_ text: String) {
    var text = text
    text.withUTF8 { unsafe append($0, quoted: true) }
  }

  /// Appends a name in quotation marks with a colon, which a blank may follow, and with a comma before it if one is
  /// missing.
  mutating func appendKey(_ name: String, behindComma: Bool = false, beforeBlank: Bool = false) {
    var name = name
    name.withUTF8 {
      unsafe append(
        $0, quoted: true, behindComma: behindComma, beforeColon: true, beforeBlank: beforeBlank)
    }
  }

  /// Begins a line with so many blanks, behind a comma if one is missing.
  mutating func appendLineBreak(indent: Int, behindComma: Bool = false) {
    makeRoom(indent + 2)
    let start = count
    count = unsafe bytes.withUnsafeMutableBufferPointer { room in
      var place = start
      if behindComma {
        unsafe room[place] = UInt8(ascii: ",")
        place += 1
      }
      unsafe room[place] = UInt8(ascii: "\n")
      let blanks = place + 1..<place + 1 + indent
      unsafe room[blanks].update(repeating: UInt8(ascii: " "))
      return blanks.upperBound
    }
  }

  /// Appends a text in quotation marks if nothing in it needs an escape in JSON. Otherwise appends nothing and returns
  /// `false`.
  mutating func appendQuotedIfPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { octets in
      guard unsafe isPlain(octets) else { return false }
      unsafe append(octets, quoted: true)
      return true
    }
  }

  /// Appends a number that is not negative, with blanks before it up to a width.
  mutating func append(_ number: Int, width: Int) {
    let digits = Self.digits(of: number)
    appendSpaces(width - digits)
    makeRoom(digits)
    var rest = number
    for place in (count..<count + digits).reversed() {
      bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += digits
  }

  /// How many decimal digits a number has that is not negative.
  static func digits(of number: Int) -> Int {
    var digits = 1
    var rest = number / 10
    while rest > 0 {
      digits += 1
      rest /= 10
    }
    return digits
  }

  mutating func appendSpaces(_ number: Int) {
    guard number > 0 else { return }
    makeRoom(number)
    let places = count..<count + number
    unsafe bytes.withUnsafeMutableBufferPointer {
      unsafe $0[places].update(repeating: UInt8(ascii: " "))
    }
    count = places.upperBound
  }

  mutating func append(octets: ArraySlice<UInt8>) {
    unsafe octets.withUnsafeBufferPointer { unsafe append($0, quoted: false) }
  }

  /// Takes off what was appended after `count`.
  mutating func removeAll(after count: Int) { self.count = count }

  /// Asks for the bytes once: each time costs a check that they have one owner.
  private mutating func append(
    _ text: UnsafeBufferPointer<UInt8>, quoted: Bool, behindComma: Bool = false,
    beforeColon: Bool = false, beforeBlank: Bool = false
  ) {
    makeRoom(text.count + 5)
    let start = count
    count = unsafe bytes.withUnsafeMutableBytes { room in
      var place = start
      func put(_ character: UInt8) {
        unsafe room[place] = character
        place += 1
      }
      if behindComma { put(UInt8(ascii: ",")) }
      if quoted { put(UInt8(ascii: "\"")) }
      unsafe UnsafeMutableRawBufferPointer(rebasing: room[place...]).copyMemory(
        from: UnsafeRawBufferPointer(text))
      place += text.count
      if quoted { put(UInt8(ascii: "\"")) }
      if beforeColon { put(UInt8(ascii: ":")) }
      if beforeBlank { put(UInt8(ascii: " ")) }
      return place
    }
  }

  private mutating func makeRoom(_ needed: Int) {
    guard bytes.count - count < needed else { return }
    bytes += [UInt8](repeating: 0, count: max(needed, bytes.count))
  }
}

/// Whether nothing in the text needs an escape: all of it is plain ASCII.
///
/// Looks at eight bytes at once, because every text of an answer is looked at. The last eight may overlap those before.
private func isPlain(_ octets: UnsafeBufferPointer<UInt8>) -> Bool {
  let bytes = UnsafeRawBufferPointer(octets)
  let last = bytes.count - 8
  guard last >= 0 else {
    return unsafe escapes(in: bytes.reduce(each(0x20)) { $0 << 8 | UInt64($1) }) == 0
  }
  var found: UInt64 = 0
  for place in stride(from: 0, to: last, by: 8) {
    found |= unsafe escapes(in: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }
  return unsafe found | escapes(in: bytes.loadUnaligned(fromByteOffset: last, as: UInt64.self)) == 0
}

/// Has the highest bit of each of eight bytes that may need an escape: C0, the quotation mark, `#`, the backslash, DEL
/// and what is not ASCII. No sum reaches the next byte.
private func escapes(in eight: UInt64) -> UInt64 {
  let seven = eight & each(0x7F)
  let isNoControl = seven + each(0x60)
  // The two differ in the lowest bit.
  let isNoMark = (seven ^ each(0x22)) & each(0x7E) + each(0x7F)
  let isNoBackslash = (seven ^ each(0x5C)) + each(0x7F)
  let isDelete = seven + each(0x01)
  return (eight | isDelete | ~(isNoControl & isNoMark & isNoBackslash)) & each(0x80)
}

private func each(_ byte: UInt64) -> UInt64 { byte * 0x0101_0101_0101_0101 }
