/// Rows of text in aligned columns.
struct TextTable {
  private(set) var header: [String]
  var rows: [[String]] = []

  /// The width of the widest cell in each column.
  private var widths: [Int] {
    header.indices.map { column in
      rows.reduce(displayWidth(header[column])) { max($0, displayWidth($1[column])) }
    }
  }

  static let gap = 2

  /// The width of the table, without the indent.
  var width: Int { widths.reduce(0, +) + Self.gap * (header.count - 1) }

  /// The lines of the table. `decorateHeader` may add style to the header.
  func lines(indent: String, decorateHeader: (String) -> String) -> [String] {
    let widths = self.widths
    return [decorateHeader(Self.line(header, widths, indent: indent))]
      + rows.map { Self.line($0, widths, indent: indent) }
  }

  static func line(_ cells: [String], _ widths: [Int], indent: String) -> String {
    var result = indent
    // No blanks at the end of a line.
    let last = cells.lastIndex { !$0.isEmpty } ?? 0
    for (column, cell) in cells.enumerated() {
      result += cell
      guard column < last else { break }
      result += String(repeating: " ", count: widths[column] - displayWidth(cell) + gap)
    }
    return result
  }
}

extension TextTable {
  /// Removes a column that has the text `nothing` in every row.
  mutating func removeColumn(_ title: String, ifAll nothing: String) {
    guard let column = header.firstIndex(of: title), rows.allSatisfy({ $0[column] == nothing })
    else { return }
    header.remove(at: column)
    for row in rows.indices { rows[row].remove(at: column) }
  }
}
