/// Fast decoding of base64 in groups of four characters (RFC 4648 §4), which covers nearly all of a text.
enum Base64Groups {
  /// The characters for 0 to 63.
  static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Decodes consecutive groups of four characters in the standard alphabet, starting at `offset`, and stores
  /// their bytes from `place` on. Returns the number of groups.
  ///
  /// This is only a fast path: reading one character after the other gives the same result. With index checks
  /// it takes more than twice as long.
  package static func decode(
    _ text: [UInt8], from offset: Int, into octets: inout [UInt8], at place: Int
  ) -> Int {
    precondition(offset >= 0 && offset <= text.count && place >= 0 && place <= octets.count)
    // A group is stored as four bytes, and the next group overwrites the last of them.
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

  /// For each place in a group and each byte: its six bits, shifted to that place, or `noGroup` for a byte
  /// outside the standard alphabet.
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
