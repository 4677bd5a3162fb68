internal import ReceiptCore

/// Makes text from a receipt or a file name safe to show. It cannot move the cursor, change colours, start a
/// line, or reverse the direction of surrounding text. It cannot give a command to a service that reads the log.
func escapedForTerminal(_ text: String) -> String {
  // Fast path: nearly all texts are plain.
  if isPlain(text) { return text }
  return escaped(text) { $0.unicodeScalars.append($1) }
}

/// A text that a database can keep: it has no NUL. PostgreSQL ends a load at one.
func withoutNUL(_ text: String) -> String {
  text.utf8.contains(0) ? text.replacing("\0", by: "\\u{0}") : text
}

/// Whether a text is printable ASCII in which no sign that begins a command occurs twice in a row.
private func isPlain(_ text: String) -> Bool { isPlain(text.utf8) }

func isPlain(_ octets: some Collection<UInt8>) -> Bool {
  var previous: UInt8 = 0
  for octet in octets {
    guard octet >= 0x20, octet < 0x7F else { return false }
    if octet == previous, LogCommands.mayBegin(octet) { return false }
    previous = octet
  }
  return true
}

/// A text in which unsafe scalars are made visible. `write` appends the others.
func escaped(_ text: String, _ write: (inout String, Unicode.Scalar) -> Void) -> String {
  var result = ""
  result.reserveCapacity(text.utf8.count)
  // Some combining marks belong to a letter, but a hundred would cover the lines above.
  var marks = 0
  var commands = LogCommands()
  for scalar in text.unicodeScalars {
    marks = isMark(scalar) ? marks + 1 : 0
    // Both count, so both are asked.
    let isCommand = commands.isBroken(by: scalar)
    if isCommand || isUnsafeToShow(scalar) || marks > maximumMarks {
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

/// The visible form of an unsafe character.
func visible(_ scalar: Unicode.Scalar) -> String {
  "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
}

/// Whether a scalar is a control (C0, DEL, C1), a line or paragraph separator, a bidirectional control, invisible
/// (Unicode: Default_Ignorable_Code_Point), or no character (Noncharacter_Code_Point).
func isUnsafeToShow(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x20..<0x7F: false
  case 0x00..<0x20, 0x7F...0x9F, 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5,
    0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164, 0xFDD0...0xFDEF,
    0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A,
    0xE0000...0xE0FFF:
    true
  // The last two of each plane.
  case let value: value & 0xFFFE == 0xFFFE
  }
}

/// The number of columns of a text on a terminal.
func displayWidth(_ text: String) -> Int {
  let octets = text.utf8
  // Nearly every text is ASCII.
  if octets.allSatisfy({ $0 < 0x80 }) { return octets.count }
  return text.unicodeScalars.reduce(0) { $0 + displayWidth($1) }
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
  // Each end is walked only once, because a text may be a megabyte.
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

/// Breaks a text at spaces into lines of at most `width` columns, where its words allow.
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
