/// A row of CSV (RFC 4180): what was kept of the input, as it was, and then what is told.
func csvRow(kept: [String], _ fields: [String?]) -> String {
  (kept.map { csvQuoted($0) } + fields.map { csvField($0 ?? "") }).joined(separator: ",") + "\n"
}

/// A field that no spreadsheet takes for a formula: one that begins like a formula gets an apostrophe,
/// and controls are escaped.
func csvField(_ text: String) -> String {
  var field = escapedForTerminal(text)
  // Spreadsheets pass over blanks before they look for a formula.
  if let first = field.unicodeScalars.first(where: { !$0.properties.isWhitespace }),
    "=+-@".unicodeScalars.contains(first)
  {
    field = "'" + field
  }
  guard field.contains(where: { $0 == "," || $0 == "\"" || $0 == "'" }) else { return field }
  return "\""
    + field.split(separator: "\"", omittingEmptySubsequences: false)
    .joined(separator: "\"\"") + "\""
}

/// A field as it is. A key that was changed would find nothing.
func csvQuoted(_ text: String, separator: UInt8 = UInt8(ascii: ",")) -> String {
  guard text.utf8.contains(where: { $0 == separator || "\"\r\n".utf8.contains($0) }) else {
    return text
  }
  return "\""
    + text.split(separator: "\"", omittingEmptySubsequences: false)
    .joined(separator: "\"\"") + "\""
}
