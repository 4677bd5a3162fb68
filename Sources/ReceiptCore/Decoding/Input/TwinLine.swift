/// A line of a receipt that stands twice, because a text was copied part by part.
///
/// What carried the text may have broken its lines anew, so characters are compared, and not lines.
struct TwinLine {
  /// The characters of base64.
  private let characters: [UInt8]
  /// How many of them are too many for the receipt that they are of.
  private let surplus: Int

  /// - Parameter spacesArePlus: whether each space stands for a `+`.
  /// - Returns: `nil` for a text that is not too long.
  init?(_ text: ArraySlice<UInt8>, spacesArePlus: Bool) {
    let plus = UInt8(ascii: "+")
    let isDropped = { (octet: UInt8) in
      octet == UInt8(ascii: "=") || Text.isSpace(octet) && !(spacesArePlus && octet == 0x20)
    }
    let head = text.lazy.filter { !isDropped($0) }.prefix(64).map { $0 == 0x20 ? plus : $0 }
    guard let bytes = try? Base64.decode(Array(head)).bytes, InputUnwrapper.looksLikeDER(bytes),
      let total = bytes.outerLength
    else { return nil }
    let whole = Base64.lengthOfText(min(total, DecodingLimits.largestInputSize))
    surplus = text.count { !isDropped($0) } - whole
    // A whole receipt that stands twice is two of them.
    guard surplus > 0, surplus < whole else { return nil }
    var characters: [UInt8] = []
    characters.reserveCapacity(whole + surplus)
    for octet in text where !isDropped(octet) { characters.append(octet == 0x20 ? plus : octet) }
    self.characters = characters
  }

  /// The characters without a second copy that has just as many as are too many.
  var whole: [UInt8]? {
    guard surplus >= Self.shortest else { return nil }
    var equal = 0
    for index in surplus..<characters.count {
      equal = characters[index] == characters[index - surplus] ? equal + 1 : 0
      if equal == surplus { return without(index - surplus + 1...index) }
    }
    return nil
  }

  /// The characters without a second copy that has more, for another line is missing. That is found when the rest is
  /// read.
  var shortened: [UInt8]? {
    let least = max(surplus, Self.shortest)
    // Where the same eight characters ended last, by a hash of them: so each is compared once, whatever the distance.
    var ends = [Int32](repeating: -1, count: 1 << Self.hashBits)
    var eight: UInt64 = 0
    var distance = 0
    var equal = 0
    for (index, octet) in characters.enumerated() {
      eight = eight << 8 | UInt64(octet)
      let hash = Int((eight &* Self.hashFactor) >> (64 - Self.hashBits))
      let before = Int(ends[hash])
      ends[hash] = Int32(truncatingIfNeeded: index)
      if distance > 0, octet == characters[index - distance] {
        equal += 1
      } else {
        distance = 0
        guard before >= 0, index - before >= least else { continue }
        // Others may have had the same hash in between.
        equal =
          (0..<min(Self.hidden, before + 1)).prefix {
            characters[before - $0] == characters[index - $0]
          }.count
        guard equal >= 8 else { continue }
        distance = index - before
      }
      if equal >= distance { return without(index - distance + 1...index) }
    }
    return nil
  }

  private func without(_ copy: ClosedRange<Int>) -> [UInt8] {
    var result = characters
    result.removeSubrange(copy)
    return result
  }

  /// Lines of base64 are longer, and so few equal characters may stand in any receipt.
  static let shortest = 24
  private static let hashBits = 14
  /// So many characters at the beginning of a copy may be hidden by others.
  private static let hidden = 24
  /// The golden ratio of 2^64 (Knuth, The Art of Computer Programming 3, §6.4).
  private static let hashFactor: UInt64 = 0x9E37_79B9_7F4A_7C15
}
