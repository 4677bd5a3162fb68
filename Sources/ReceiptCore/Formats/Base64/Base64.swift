/// Reads and writes base64 (RFC 4648). Reading takes one pass.
package enum Base64 {
  /// Why a text is not base64, and at which offset.
  package enum Fault: Error, Equatable {
    /// A byte that is neither in the alphabet nor white space.
    case invalidOctet(offset: Int)
    /// Data after the padding.
    case dataAfterPadding(offset: Int)
    /// More or less padding than the data needs.
    case wrongPadding(offset: Int)
  }

  /// The decoded content of a base64 text.
  package struct Decoded {
    package fileprivate(set) var bytes: [UInt8] = []
    /// The text ends in the middle of a byte. Its last character is dropped.
    package fileprivate(set) var isCut = false
    fileprivate var signs: Base64Groups.Signs = []
    /// The text is nothing but characters of the alphabets, and the bits of the last one that are in no byte are 0.
    fileprivate var isExact = false
    fileprivate var padding = 0

    /// The text uses `-` or `_` (RFC 4648 §5).
    var isURLSafe: Bool { signs.contains(.urlSafe) }

    /// The text is the one that encoding these bytes gives (RFC 4648 §4).
    var isCanonical: Bool {
      isExact && !isURLSafe && padding == (3 - bytes.count % 3) % 3
    }

    /// The text is the one that encoding these bytes gives in the URL-safe alphabet without padding, as JWS
    /// requires (RFC 7515 §2). So a signature has only one spelling.
    package var isCanonicalURL: Bool { isExact && !signs.contains(.standard) && padding == 0 }
  }

  /// Decodes a text in the standard or the URL-safe alphabet, with or without padding. White space between
  /// the characters is ignored.
  package static func decode(_ text: [UInt8]) throws(Fault) -> Decoded {
    var result = Decoded()
    // The largest size that the text could decode to. The rest is removed at the end.
    result.bytes = [UInt8](repeating: 0, count: text.count / 4 * 3 + 3)
    var offset = 0
    var length = 0
    var group: UInt32 = 0
    var groupLength = 0
    var padding = 0
    while true {
      if groupLength == 0 {
        let groups = Base64Groups.decode(text, from: offset, into: &result.bytes, at: length)
        offset += groups.count * 4
        length += groups.count * 3
        result.signs.formUnion(groups.signs)
      }
      // Reads one character; after it, the next group may be a plain one again.
      guard offset < text.count else { break }
      let symbol = table[Int(text[offset])]
      if symbol < 64 {
        guard padding == 0 else { throw .dataAfterPadding(offset: offset) }
        group = group << 6 | UInt32(symbol)
        groupLength += 1
        if groupLength == 4 {
          result.bytes.store(group, at: length, count: 3)
          length += 3
          group = 0
          groupLength = 0
        }
        if symbol >= 62 {
          let isStandard = text[offset] == UInt8(ascii: "+") || text[offset] == UInt8(ascii: "/")
          result.signs.insert(isStandard ? .standard : .urlSafe)
        }
      } else if symbol == pad {
        padding += 1
        guard groupLength + padding <= 4, groupLength >= 2 else {
          throw .wrongPadding(offset: offset)
        }
      } else if symbol != space {
        throw .invalidOctet(offset: offset)
      }
      offset += 1
    }
    guard padding == 0 || groupLength + padding == 4 else {
      throw .wrongPadding(offset: text.count)
    }
    result.padding = padding
    result.isExact = text.count == length / 3 * 4 + groupLength + padding
    switch groupLength {
    case 0: break
    case 1:
      result.isCut = true
      result.isExact = false
    default:
      let last = group << UInt32(6 * (4 - groupLength))
      result.bytes.store(last, at: length, count: groupLength - 1)
      // Otherwise another text would give the same bytes (RFC 4648 §3.5).
      result.isExact = result.isExact && last & (0xFFFF >> UInt32(8 * (groupLength - 2))) == 0
      length += groupLength - 1
    }
    result.bytes.removeLast(result.bytes.count - length)
    return result
  }

  private static let pad: UInt8 = 64
  private static let space: UInt8 = 65
  private static let invalid: UInt8 = 66

  /// Encodes bytes with the standard alphabet, padded (RFC 4648 §4).
  package static func encode(_ octets: some Collection<UInt8>) -> String {
    String(validating: characters(Array(octets)), as: UTF8.self) ?? ""
  }

  /// The characters of bytes in the standard alphabet, padded.
  static func characters(_ octets: [UInt8]) -> [UInt8] {
    let alphabet = alphabet
    var result = [UInt8](repeating: UInt8(ascii: "="), count: (octets.count + 2) / 3 * 4)
    var end = 0
    for index in stride(from: 0, to: octets.count, by: 3) {
      let length = min(3, octets.count - index)
      let group =
        UInt32(octets[index]) << 16 | (length > 1 ? UInt32(octets[index + 1]) << 8 : 0)
        | (length > 2 ? UInt32(octets[index + 2]) : 0)
      result[end] = alphabet[Int(group >> 18)]
      result[end + 1] = alphabet[Int(group >> 12 & 0x3F)]
      if length > 1 { result[end + 2] = alphabet[Int(group >> 6 & 0x3F)] }
      if length > 2 { result[end + 3] = alphabet[Int(group & 0x3F)] }
      end += 4
    }
    return result
  }

  /// The bytes of a base64 text; `nil` if the text has any fault.
  package static func octets(_ text: String) -> [UInt8]? {
    guard let decoded = try? decode(Array(text.utf8)), !decoded.isCut else { return nil }
    return decoded.bytes
  }

  /// The base64 of bytes with a line break after it, for output of many receipts.
  package static func line(_ octets: [UInt8]) -> [UInt8] {
    characters(octets) + [UInt8(ascii: "\n")]
  }

  /// The number of characters for so many bytes, without padding.
  static func lengthOfText(_ octets: Int) -> Int {
    octets / 3 * 4 + (octets.isMultiple(of: 3) ? 0 : octets % 3 + 1)
  }

  private static let alphabet = Base64Groups.alphabet

  /// The six-bit value of each byte, or the class of a byte outside the alphabet.
  private static let table: [UInt8] = {
    var table = [UInt8](repeating: invalid, count: 256)
    for (value, character) in alphabet.enumerated() {
      table[Int(character)] = UInt8(truncatingIfNeeded: value)
    }
    table[Int(UInt8(ascii: "-"))] = 62
    table[Int(UInt8(ascii: "_"))] = 63
    table[Int(UInt8(ascii: "="))] = pad
    for character in " \t\r\n".utf8 { table[Int(character)] = space }
    return table
  }()
}

extension [UInt8] {
  /// Stores the first `count` of the three bytes in a group of 24 bits.
  fileprivate mutating func store(_ group: UInt32, at place: Int, count: Int) {
    for number in 0..<count {
      self[place + number] = UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * number))
    }
  }
}
