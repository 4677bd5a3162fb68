internal import ReceiptCore
internal import ReceiptInsight

/// Many diagnoses as one line each, the worst first, under their totals.
struct DiagnoseListRenderer: DiagnoseRenderer, TextRenderer {
  let output: Output
  let width: Int?
  let style: Style
  private var groups: [Triage: Group] = [:]

  private struct Group {
    var count = 0
    var rows: [[String]] = []
  }

  /// The largest number of rows of one kind, so that memory stays bounded. CSV and JSON have all of them.
  private static let maximumRows = 10_000

  init(_ output: Output, width: Int?, style: Style) {
    self.output = output
    self.width = width
    self.style = style
  }

  mutating func render(_ report: DiagnoseReport) {
    let card = report.card
    var group = groups[card.triage] ?? Group()
    group.count += 1
    if group.rows.count < Self.maximumRows {
      group.rows.append([
        card.triage.text, report.source.text, escapedForTerminal(card.brief),
        card.actions.first?.brief ?? "",
      ])
    }
    groups[card.triage] = group
  }

  func end() {
    let kinds = Triage.allCases.compactMap { kind in groups[kind].map { (kind, $0) } }
    let total = kinds.reduce(0) { $0 + $1.1.count }
    let parts = kinds.map { "\(grouped($1.count)) \($0.text(of: $1.count))" }
    let headline = "\(counted(total, "receipt")): \(parts.joined(separator: ", "))"
    paragraph(total == 0 ? counted(total, "receipt") : headline, style.strong)
    guard total > 0 else { return }
    line()
    write(kinds.flatMap(\.1.rows))
    let omitted = kinds.reduce(0) { $0 + $1.1.count - $1.1.rows.count }
    if omitted > 0 {
      line(style.faint("\(grouped(omitted)) more are not listed; --format csv has all of them"))
    }
  }

  /// The columns that may be shortened, and the least width of each.
  private static let flexible = [1, 2]
  private static let leastWidth = 18

  private func write(_ rows: [[String]]) {
    var table = TextTable(header: ["STATE", "RECEIPT", "OWNED", "DO"])
    table.rows = rows
    if let width, table.width > width {
      guard let widths = Self.widths(of: rows, total: width - Self.gaps) else {
        writeParagraphs(rows)
        return
      }
      table.rows = rows.map { row in
        var row = row
        for (column, width) in zip(Self.flexible, widths) {
          row[column] = shortened(row[column], to: width)
        }
        return row
      }
    }
    for text in table.lines(indent: "", decorateHeader: style.strong) { line(text) }
  }

  /// The room between four columns.
  private static let gaps = 6

  /// The widths of the flexible columns on a line of `total` characters; `nil` if there is no room for them.
  private static func widths(of rows: [[String]], total: Int) -> [Int]? {
    func width(_ column: Int) -> Int { rows.reduce(7) { max($0, displayWidth($1[column])) } }
    let room = total - width(0) - width(3)
    guard room >= 2 * leastWidth else { return nil }
    let wanted = flexible.map(width)
    // The narrower one is shown whole if it fits in its half.
    if wanted[0] <= room / 2 { return [wanted[0], room - wanted[0]] }
    if wanted[1] <= room / 2 { return [room - wanted[1], wanted[1]] }
    return [room - room / 2, room / 2]
  }

  /// On a narrow terminal each receipt has a paragraph.
  private func writeParagraphs(_ rows: [[String]]) {
    for row in rows {
      paragraph("\(row[0]): \(row[1])")
      paragraph(row[2].isEmpty ? row[3] : "\(row[2]); do: \(row[3])", indent: 2)
    }
  }
}
