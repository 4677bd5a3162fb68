/// Base64 in groups of four characters (RFC 4648 §4), where nearly all of a text is that.
enum Base64Groups {
  /// The characters that stand for 0 to 63.
  static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Decodes groups of four characters in the standard alphabet from `offset` on, as many as follow one
  /// another without anything else, and stores their bytes from `place` on. Gives their number.
  ///
  /// This is a short cut for all but a few characters of a text: what it takes, one character after
  /// the other is read alike. With every index checked it takes more than twice as long.
  package static func decode(
    _ text: [UInt8], from offset: Int, into octets: inout [UInt8], at place: Int
  ) -> Int {
    precondition(offset >= 0 && offset <= text.count && place >= 0 && place <= octets.count)
    // A group is stored as four bytes, the last of which the next one overwrites.
    let count = min((text.count - offset) / 4, max(0, octets.count - place - 1) / 3)
    return unsafe text.withUnsafeBufferPointer { text in
      unsafe octets.withUnsafeMutableBytes { octets in
        unsafe groupTable.withUnsafeBufferPointer { table in
          for number in 0..<count {
            let first = offset + number * 4
            let group =
              unsafe table[Int(text[first])] | table[0x100 + Int(text[first + 1])]
              | table[0x200 + Int(text[first + 2])] | table[0x300 + Int(text[first + 3])]
            guard group & noGroup == 0 else { return number }
            unsafe octets.storeBytes(
              of: (group << 8).bigEndian, toByteOffset: place + number * 3, as: UInt32.self)
          }
          return count
        }
      }
    }
  }

  /// For each of a group's four places and each byte, its six bits where they belong in the group; or
  /// `noGroup` for a byte that is not in the standard alphabet.
  private static let groupTable: [UInt32] = {
    var table = [UInt32](repeating: noGroup, count: 4 * 0x100)
    for (value, character) in alphabet.enumerated() {
      for place in 0..<4 {
        table[place * 0x100 + Int(character)] = UInt32(value) << UInt32(18 - 6 * place)
      }
    }
    return table
  }()

  private static let noGroup: UInt32 = 1 << 24
}
