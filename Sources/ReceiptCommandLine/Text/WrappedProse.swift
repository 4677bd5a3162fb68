/// Breaks a text as `wrapped` does, and also between Chinese or Japanese characters, which stand without
/// spaces.
func wrappedProse(_ text: String, to width: Int?) -> [String] {
  guard let width, displayWidth(text) > width else { return [text] }
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    for (index, piece) in pieces(of: word).enumerated() {
      let space = index == 0 && !line.isEmpty ? " " : ""
      if line.isEmpty || displayWidth(line + space + piece) <= width {
        line += space + piece
      } else {
        lines.append(line)
        line = piece
      }
    }
  }
  return lines + [line]
}

/// The parts of a word between which a line may end.
private func pieces(of word: Substring) -> [String] {
  var pieces: [String] = []
  var previous: Character?
  for character in word {
    if let previous, mayBreak(previous, character) {
      pieces.append(String(character))
    } else {
      pieces.append((pieces.popLast() ?? "") + String(character))
    }
    previous = character
  }
  return pieces
}

/// Numbers keep their counters, and marks stay with what they close or open (W3C, Requirements for Japanese
/// Text Layout, 3.1.7 and 3.1.8).
private func mayBreak(_ left: Character, _ right: Character) -> Bool {
  guard displayWidth(String(left)) == 2 || displayWidth(String(right)) == 2 else { return false }
  return !opening.contains(left) && !closing.contains(right) && !left.isASCIIDigit
    && !right.isASCIIDigit
}

private let opening: Set<Character> = ["「", "（", "“", "("]
private let closing: Set<Character> = [
  "」", "）", "”", ")", "。", "、", "，", "：", "；", "ー", "ッ", "ャ", "ュ", "ョ", "ィ", "ェ",
]

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
