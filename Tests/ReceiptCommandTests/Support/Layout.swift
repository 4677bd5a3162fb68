import Testing

/// The number of columns of a text with Latin and CJK letters on a terminal.
func columns(of text: String) -> Int {
  text.unicodeScalars.reduce(0) { sum, scalar in
    switch scalar.value {
    case 0x0300...0x036F: sum
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xFF00...0xFF60, 0x2B50,
      0x1F300...0x1FAFF:
      sum + 2
    default: sum + 1
    }
  }
}

/// Expects that no line is wider than the terminal, except for a value that cannot be broken and is alone in
/// its line.
func expectFit(
  _ result: CommandResult, columns width: Int, sourceLocation: SourceLocation = #_sourceLocation
) {
  for line in result.lines where columns(of: line) > width {
    let words = line.split(separator: " ")
    #expect(
      words.count == 1, "a line of \(columns(of: line)) columns, not \(width): \(line)",
      sourceLocation: sourceLocation)
  }
}

/// Expects that a cell begins below each word of the table's header, two blanks after the cell before it.
func expectAlignedTable(
  _ result: CommandResult, sourceLocation: SourceLocation = #_sourceLocation
) {
  let lines = result.lines
  guard let start = lines.firstIndex(where: { $0.hasPrefix("  PRODUCT") }) else {
    Issue.record("there is no table: \(result)", sourceLocation: sourceLocation)
    return
  }
  let header = Array(lines[start])
  let starts = header.indices.filter { $0 >= 2 && header[$0] != " " && header[$0 - 1] == " " }
  for line in lines[(start + 1)...].prefix(while: { !$0.isEmpty }) {
    // One element for each column: the second half of a wide character is empty.
    let cells = line.flatMap { character -> [String] in
      columns(of: String(character)) == 2 ? [String(character), ""] : [String(character)]
    }
    for column in starts where column < cells.count {
      #expect(
        cells[column - 1] == " " && cells[column - 2] == " "
          && (cells[column] != " " || column == starts[0]),
        "column \(column) is not where the header has it: \(line)", sourceLocation: sourceLocation)
    }
  }
}

/// Expects that nothing can move a cursor, change a colour, or reverse the text direction.
func expectNoControls(
  _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
) {
  let text = String(validating: bytes, as: UTF8.self)
  #expect(text != nil, "the output is not UTF-8", sourceLocation: sourceLocation)
  let bad = (text ?? "").unicodeScalars.filter { scalar in
    switch scalar.value {
    case 0x0A: false
    case 0..<0x20, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF: true
    default: false
    }
  }
  #expect(
    bad.isEmpty, "raw controls: \(bad.map { String($0.value, radix: 16) })",
    sourceLocation: sourceLocation)
}
