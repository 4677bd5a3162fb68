/// Makes text from a receipt or a file name safe to show: nothing in it can move a terminal's cursor,
/// change its colours, start a line of its own or turn the direction of the text around it.
func escapedForTerminal(_ text: String) -> String {
  // Nearly all texts are plain.
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
  return escaped(text) { $0.unicodeScalars.append($1) }
}

/// A text in which every scalar that cannot be shown is made visible, and the others are written as the
/// caller has it.
func escaped(_ text: String, _ write: (inout String, Unicode.Scalar) -> Void) -> String {
  var result = ""
  result.reserveCapacity(text.utf8.count)
  // Some marks over each other are a letter; a hundred reach over the lines above.
  var marks = 0
  for scalar in text.unicodeScalars {
    marks = isMark(scalar) ? marks + 1 : 0
    if isUnsafeToShow(scalar) || marks > maximumMarks {
      result += visible(scalar)
    } else {
      write(&result, scalar)
    }
  }
  return result
}

/// No letter of any language has more.
private let maximumMarks = 4

private func isMark(_ scalar: Unicode.Scalar) -> Bool {
  guard scalar.value >= 0x300 else { return false }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark: return true
  default: return false
  }
}

/// What is shown in the place of a character that cannot be.
func visible(_ scalar: Unicode.Scalar) -> String {
  "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
}

/// Controls (C0, DEL, C1), line and paragraph separators, bidirectional controls, and characters that
/// cannot be seen at all.
func isUnsafeToShow(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x20..<0x7F: false
  case 0x00..<0x20, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E,
    0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
    true
  default: false
  }
}

/// How many columns a text takes on a terminal.
func displayWidth(_ text: String) -> Int {
  text.unicodeScalars.reduce(0) { $0 + displayWidth($1) }
}

private func displayWidth(_ scalar: Unicode.Scalar) -> Int {
  if scalar.isASCII { return 1 }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark: return 0
  default: break
  }
  // The blocks that terminals show in two columns (Unicode Standard Annex #11).
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
    0x1F900...0x1F9FF,
    0x1FA70...0x1FAFF, 0x2B50, 0x2B55,
    0x20000...0x3FFFD:
    return 2
  default: return 1
  }
}

/// Shortens a text in its middle to at most `width` columns.
func shortened(_ text: String, to width: Int, ellipsis: String = "…") -> String {
  let room = width - displayWidth(ellipsis)
  guard displayWidth(text) > width, room > 0 else { return text }
  // Each end is walked once: a text may be a megabyte.
  let head = prefix(of: text, upTo: width / 2)
  let tail = prefix(of: text.reversed(), upTo: room - displayWidth(String(head)))
  return String(head) + ellipsis + String(tail.reversed())
}

/// As many characters as fit.
private func prefix(of text: some Sequence<Character>, upTo width: Int) -> [Character] {
  var used = 0
  return Array(
    text.prefix { character in
      used += displayWidth(String(character))
      return used <= width
    })
}

/// Breaks a text at its spaces into lines of at most `width` columns, where its words allow.
func wrapped(_ text: String, to width: Int?) -> [String] {
  guard let width, displayWidth(text) > width else { return [text] }
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if line.isEmpty {
      line = String(word)
    } else if displayWidth(line) + 1 + displayWidth(String(word)) <= width {
      line += " " + String(word)
    } else {
      lines.append(line)
      line = String(word)
    }
  }
  return lines + [line]
}

/// A number with a comma between its thousands.
func grouped(_ number: Int) -> String {
  let digits = String(number.magnitude)
  var result = number < 0 ? "-" : ""
  var remaining = digits.utf8.count
  for digit in digits.unicodeScalars {
    result.unicodeScalars.append(digit)
    remaining -= 1
    if remaining > 0, remaining % 3 == 0 { result += "," }
  }
  return result
}

/// `1 purchase`, `2 purchases`.
func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}
