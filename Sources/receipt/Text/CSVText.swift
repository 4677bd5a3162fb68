/// Text in a cell of CSV (RFC 4180).
enum CSVText: TextFormat {
  enum Place {
    /// What is told: no spreadsheet may take it for a formula.
    case told
    /// What was kept of the input, as it was. A key that was changed would find nothing.
    case kept
  }

  static let usualPlace = Place.told

  static func escaped(_ text: String, in place: Place) -> String {
    switch place {
    case .told: csvField(text)
    case .kept: csvQuoted(text)
    }
  }

  /// A row: what was kept of the input, and then what is told.
  static func row(kept: [String], _ fields: [String?]) -> Escaped<CSVText> {
    var row: Escaped<CSVText> = ""
    var comma: Escaped<CSVText> = ""
    for cell in kept {
      row += "\(comma)\(cell, .kept)"
      comma = ","
    }
    for cell in fields {
      row += "\(comma)\(cell ?? "")"
      comma = ","
    }
    return row + "\n"
  }
}

/// A field that no spreadsheet takes for a formula: what begins like a formula gets an apostrophe, and controls are
/// escaped.
private func csvField(_ text: String) -> String {
  let field = withoutFormulas(escapedForTerminal(text))
  guard field.contains(where: { $0 == "," || $0 == "\"" || $0 == "'" }) else { return field }
  return "\""
    + field.split(separator: "\"", omittingEmptySubsequences: false)
    .joined(separator: "\"\"") + "\""
}

/// A text with an apostrophe before all that a spreadsheet could take for a formula.
///
/// Where a comma is the decimal sign, a semicolon separates cells, and quotation marks within a cell protect nothing.
/// So a formula may begin behind each. Spreadsheets pass over blanks before it, and over quotation marks.
private func withoutFormulas(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: formulaSigns.contains) else { return text }
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

/// What begins a formula. Spreadsheets in Chinese, Japanese and Korean read the full-width signs like the others.
private let formulaSigns: Set<Unicode.Scalar> = [
  "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
]

/// A field as it is.
func csvQuoted(_ text: String, separator: UInt8 = UInt8(ascii: ",")) -> String {
  guard text.utf8.contains(where: { $0 == separator || "\"\r\n".utf8.contains($0) }) else {
    return text
  }
  return "\""
    + text.split(separator: "\"", omittingEmptySubsequences: false)
    .joined(separator: "\"\"") + "\""
}
