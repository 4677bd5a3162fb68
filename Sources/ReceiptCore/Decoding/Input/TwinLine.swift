/// A line of a receipt that stands twice, because a text was copied part by part.
enum TwinLine {
  /// The characters of base64 without the second copy, if the text has just that many more than the receipt in it
  /// says. What carried the text may have broken its lines anew, so characters are compared, and not lines.
  ///
  /// - Parameter spacesArePlus: whether each space stands for a `+`.
  static func removed(from text: ArraySlice<UInt8>, spacesArePlus: Bool) -> [UInt8]? {
    let plus = UInt8(ascii: "+")
    let isDropped = { (octet: UInt8) in
      octet == UInt8(ascii: "=") || Text.isSpace(octet) && !(spacesArePlus && octet == 0x20)
    }
    let head = text.lazy.filter { !isDropped($0) }.prefix(64).map { $0 == 0x20 ? plus : $0 }
    guard let bytes = try? Base64.decode(Array(head)).bytes, InputUnwrapper.looksLikeDER(bytes),
      let total = bytes.outerLength
    else { return nil }
    let whole = Base64.lengthOfText(min(total, DecodingLimits.largestInputSize))
    let surplus = text.count { !isDropped($0) } - whole
    // A whole receipt that stands twice is two of them.
    guard surplus >= shortest, surplus < whole else { return nil }
    var characters: [UInt8] = []
    characters.reserveCapacity(whole + surplus)
    for octet in text where !isDropped(octet) { characters.append(octet == 0x20 ? plus : octet) }
    var equal = 0
    for index in surplus..<characters.count {
      equal = characters[index] == characters[index - surplus] ? equal + 1 : 0
      guard equal == surplus else { continue }
      characters.removeSubrange(index - surplus + 1...index)
      return characters
    }
    return nil
  }

  /// Lines of base64 are longer, and so few equal characters may stand in any receipt.
  static let shortest = 24
}
