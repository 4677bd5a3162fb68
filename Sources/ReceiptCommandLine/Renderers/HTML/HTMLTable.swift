/// A table with a caption and a head. Paper repeats the head on each page; small screens show each
/// row as a block.
struct HTMLTable {
  let caption: String
  let columns: [String]
  /// The column whose cells name their rows; `nil` if none does.
  var headColumn: Int?
  /// The class for its style.
  var style = "plain"
  var rows: [[Markup]] = []

  var markup: Markup {
    let head = columns.map { "<th scope=\"col\">\($0)</th>" as Markup }
    let body = rows.map { cells -> Markup in
      "<tr>\(zip(columns, cells).enumerated().map { cell($0, $1.0, $1.1) })</tr>\n"
    }
    return """
      <table class="\(style)"><caption>\(HTMLText.wrapping(caption))</caption>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(body)</tbody></table>

      """
  }

  private func cell(_ index: Int, _ name: String, _ content: Markup) -> Markup {
    index == headColumn
      ? "<th scope=\"row\">\(content)</th>" : "<td data-name=\"\(name)\">\(content)</td>"
  }

  /// Fields with their values and notes.
  init(_ rows: [ReceiptFields.Row], caption: String) {
    self.caption = caption
    columns = ["Field", "Value"]
    headColumn = 0
    style = "fields"
    self.rows = rows.map { row in
      let note: Markup? = row.note.map {
        " <span class=\"faint\">(\(HTMLText.wrapping($0)))</span>"
      }
      return [HTMLText.wrapping(row.label), "\(HTMLText.wrapping(row.value))\(note)"]
    }
  }

  init(caption: String, columns: [String], headColumn: Int? = nil, style: String) {
    self.caption = caption
    self.columns = columns
    self.headColumn = headColumn
    self.style = style
  }
}
