/// Makes text from a receipt or a file name safe to show: nothing in it can move a terminal's cursor,
/// change its colours, start a line of its own or turn the direction of the text around it.
func escapedForTerminal(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isUnsafeToShow) else { return text }
  return text.unicodeScalars.reduce(into: "") { result, scalar in
    if isUnsafeToShow(scalar) {
      result += visible(scalar)
    } else {
      result.unicodeScalars.append(scalar)
    }
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
func shortened(_ text: String, to width: Int) -> String {
  guard displayWidth(text) > width, width > 1 else { return text }
  var head = Substring(text)
  var tail = Substring(text)
  while displayWidth(String(head)) > width / 2 { head.removeLast() }
  while displayWidth(String(tail)) > width - 1 - displayWidth(String(head)) { tail.removeFirst() }
  return head + "…" + tail
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
