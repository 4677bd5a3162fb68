/// Fast decoding of base64 in groups of four characters (RFC 4648 §4), which covers nearly all of a text.
enum Base64Groups {
  /// The characters for 0 to 63.
  static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// What a text has that only one of the two alphabets has.
  struct Signs: OptionSet {
    let rawValue: UInt8

    /// `+` or `/`.
    static let standard = Signs(rawValue: 1)
    /// `-` or `_`.
    static let urlSafe = Signs(rawValue: 2)
  }

  /// Decodes consecutive groups of four characters in the standard or the URL-safe alphabet, starting at
  /// `offset`, and stores their bytes from `place` on. Returns the number of groups, and what they have that only
  /// one alphabet has.
  ///
  /// This is only a fast path: reading one character after the other gives the same result. With index checks
  /// it takes more than twice as long.
  package static func decode(
    _ text: [UInt8], from offset: Int, into octets: inout [UInt8], at place: Int
  ) -> (count: Int, signs: Signs) {
    precondition(offset >= 0 && offset <= text.count && place >= 0 && place <= octets.count)
    // A group is stored as four bytes, and the next group overwrites the last of them.
    let count = min((text.count - offset) / 4, max(0, octets.count - place - 1) / 3)
    return unsafe text.withUnsafeBytes { text in
      unsafe octets.withUnsafeMutableBytes { octets in
        unsafe groupTable.withUnsafeBufferPointer { table in
          var from = offset
          var to = place
          var all: UInt32 = 0
          for number in 0..<count {
            // One read of memory instead of four.
            let four = UInt32(
              littleEndian: unsafe text.loadUnaligned(fromByteOffset: from, as: UInt32.self))
            let group =
              unsafe table[Int(four & 0xFF)] | table[0x100 | Int(four >> 8 & 0xFF)]
              | table[0x200 | Int(four >> 16 & 0xFF)] | table[0x300 | Int(four >> 24)]
            guard group & noGroup == 0 else { return (number, signs(all)) }
            all |= group
            unsafe octets.storeBytes(of: group.littleEndian, toByteOffset: to, as: UInt32.self)
            from &+= 4
            to &+= 3
          }
          return (count, signs(all))
        }
      }
    }
  }

  /// For each place in a group and each byte: its six bits where they stand in the three bytes of the group.
  /// The first byte is lowest. A byte outside the alphabets has `noGroup`.
  private static let groupTable: [UInt32] = {
    var table = [UInt32](repeating: noGroup, count: 4 * 0x100)
    func add(_ character: UInt8, _ value: Int, _ signs: Signs) {
      for place in 0..<4 {
        let group = UInt32(value) << UInt32(18 - 6 * place)
        table[place * 0x100 + Int(character)] =
          (group << 8).byteSwapped | UInt32(signs.rawValue) << 25
      }
    }
    for (value, character) in alphabet.enumerated() {
      add(character, value, value < 62 ? [] : .standard)
    }
    add(UInt8(ascii: "-"), 62, .urlSafe)
    add(UInt8(ascii: "_"), 63, .urlSafe)
    return table
  }()

  // The fourth byte has this flag and above it the signs. The next group overwrites it.
  private static let noGroup: UInt32 = 1 << 24

  private static func signs(_ group: UInt32) -> Signs {
    Signs(rawValue: UInt8(truncatingIfNeeded: group >> 25))
  }
}
