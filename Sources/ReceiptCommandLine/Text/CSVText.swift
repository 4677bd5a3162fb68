/// Text in a cell of CSV (RFC 4180).
enum CSVText: TextFormat {
  enum Place {
    /// A text that the tool writes: no spreadsheet may treat it as a formula.
    case told
    /// A value that was kept from the input, without a change but for NUL. A changed key would find nothing.
    case kept
  }

  static let usualPlace = Place.told

  static func escaped(_ text: String, in place: Place) -> String {
    switch place {
    case .told: csvField(text)
    case .kept: csvKept(withoutNUL(text))
    }
  }

  /// A row: the values kept from the input, and then those that the tool writes.
  static func row(kept: [String?], _ fields: [String?]) -> Escaped<CSVText> {
    var row: Escaped<CSVText> = ""
    var comma: Escaped<CSVText> = ""
    for cell in kept {
      row += comma
      if let cell { row += "\(cell, .kept)" }
      comma = ","
    }
    for cell in fields {
      row += comma
      if let cell { row += "\(cell)" }
      comma = ","
    }
    return row + "\n"
  }
}

/// A field that no spreadsheet treats as a formula: text that begins like one gets an apostrophe. Controls are escaped.
private func csvField(_ text: String) -> String {
  // Standard input. A lone sign is not a formula.
  if text == "-" { return text }
  let field = withoutFormulas(escapedForTerminal(text))
  guard field.utf8.contains(where: { $0 == 0x2C || $0 == 0x22 || $0 == 0x27 }) else { return field }
  // Byte by byte: a combining mark behind it makes a comma or a quotation mark another character, but no less a sign
  // of CSV.
  let parts = field.utf8.split(separator: 0x22, omittingEmptySubsequences: false)
  return "\"" + parts.map { String(Substring($0)) }.joined(separator: "\"\"") + "\""
}

/// A text with an apostrophe before all that a spreadsheet could take for a formula.
///
/// Where a comma is the decimal sign, a semicolon separates cells, and quotation marks within a cell protect nothing.
/// So a formula may begin behind each. Spreadsheets pass over blanks before it, and over quotation marks.
private func withoutFormulas(_ text: String) -> String {
  guard mayHoldFormula(text) else { return text }
  var result = String.UnicodeScalarView()
  // Where the apostrophe goes if a formula begins.
  var start: String.UnicodeScalarIndex? = result.startIndex
  for scalar in text.unicodeScalars {
    if let place = start, formulaSigns.contains(scalar) {
      result.insert("'", at: place)
      start = nil
    } else if start != nil, !scalar.properties.isWhitespace, scalar != "\"" {
      start = nil
    }
    result.append(scalar)
    if scalar == ";" { start = result.endIndex }
  }
  return String(result)
}

/// Whether a formula may begin in a text, at the cost of a look at each byte.
private func mayHoldFormula(_ text: String) -> Bool {
  var isStart = true
  for octet in text.utf8 {
    switch octet {
    case 0x80...: return true
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"):
      if isStart { return true }
    case UInt8(ascii: ";"): isStart = true
    case 0x09...0x0D, 0x20, UInt8(ascii: "\""): break
    default: isStart = false
    }
  }
  return false
}

/// What begins a formula. Spreadsheets in Chinese, Japanese and Korean read the full-width signs like the others.
private let formulaSigns: Set<Unicode.Scalar> = [
  "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
]

/// A field as it is. The empty text has quotation marks, so that databases do not read it as NULL.
func csvKept(_ text: String?, separator: UInt8 = UInt8(ascii: ",")) -> String {
  guard let text else { return "" }
  guard text.isEmpty || text.utf8.contains(where: { $0 == separator || "\"\r\n".utf8.contains($0) })
  else {
    return text
  }
  return "\""
    + text.split(separator: "\"", omittingEmptySubsequences: false)
    .joined(separator: "\"\"") + "\""
}
