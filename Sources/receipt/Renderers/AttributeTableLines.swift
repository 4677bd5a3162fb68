internal import ReceiptCore

/// Every attribute of a receipt in one line: its place, its name and how certain that is, and its whole
/// value. Attributes of a purchase are indented below it.
struct AttributeTableLines {
  private let rows: [Row]
  private let width: Int?

  private struct Row {
    let offset: String
    let type: String
    let version: String
    let name: String
    let confidence: String
    let kind: String
    let value: String
  }

  init(_ attributes: AttributeList, width: Int?) {
    self.width = width
    rows = attributes.map { attribute in
      let isInApp = attribute.path.inAppType != nil
      let type =
        isInApp
        ? "  \(attribute.type)"
        : attribute.path.purchaseIndex != nil
          ? attribute.path.description : "\(attribute.type)"
      return Row(
        offset: String(attribute.offset), type: type, version: "v\(attribute.version)",
        name: attribute.definition?.name ?? "-",
        confidence: (attribute.definition?.confidence ?? .unknown).rawValue,
        kind: attribute.kind.name, value: Self.value(of: attribute))
    }
  }

  private static func value(of attribute: Attribute) -> String {
    if let text = attribute.text { return "\"\(escapedForTerminal(text.description))\"" }
    if let decimal = attribute.decimal {
      guard let integer = attribute.integer else { return decimal }
      guard attribute.definition?.name == "store_release" else { return String(integer) }
      return "\(integer) (\(storeReleaseText(integer)))"
    }
    if attribute.path.purchaseIndex != nil, attribute.path.inAppType == nil {
      return "\(attribute.value.count) bytes"
    }
    return Hexadecimal.encode(attribute.value)
  }

  func lines(_ style: Style) -> [String] {
    var table = TextTable(
      header: ["OFFSET", "TYPE", "VERSION", "NAME", "CONFIDENCE", "KIND", "VALUE"])
    let offsetWidth = rows.reduce(0) { max($0, $1.offset.utf8.count) }
    func cells(_ row: Row, value: String) -> [String] {
      let padding = String(repeating: " ", count: offsetWidth - row.offset.utf8.count)
      return [
        padding + row.offset, row.type, row.version, row.name, row.confidence, row.kind, value,
      ]
    }
    table.rows = rows.map { cells($0, value: "") }
    // The width that remains for the last column, the value.
    let valueWidth = width.map { $0 - table.width - 2 + "VALUE".utf8.count }
    guard let valueWidth, valueWidth < Self.leastValueWidth else {
      table.rows = rows.flatMap { row in
        let pieces = valueWidth.map { chunks(row.value, $0) } ?? [row.value]
        return pieces.enumerated().map { index, piece in
          index == 0
            ? cells(row, value: piece) : Array(repeating: "", count: 6) + [piece]
        }
      }
      return table.lines(indent: "  ", decorateHeader: style.faint)
    }
    return rows.flatMap { row -> [String] in
      let isInApp = row.type.hasPrefix(" ")
      let indent = isInApp ? "    " : "  "
      let type = isInApp ? String(row.type.dropFirst(2)) : row.type
      let head =
        "\(type) \(row.name), \(row.version), \(row.confidence), \(row.kind), at byte \(row.offset)"
      let lines = wrapped(head, to: width.map { $0 - indent.utf8.count })
      return lines.map { indent + style.faint($0) }
        + chunks(row.value, (width ?? 80) - 8).map { "      " + $0 }
    }
  }

  /// Below this width of the values, it is not laid out as a table.
  private static let leastValueWidth = 34

  /// A value in pieces of at most `width` columns.
  private func chunks(_ value: String, _ width: Int) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var pieceWidth = 0
    for character in value {
      let columns = displayWidth(String(character))
      if pieceWidth + columns > width, !piece.isEmpty {
        pieces.append(piece)
        piece = ""
        pieceWidth = 0
      }
      piece.append(character)
      pieceWidth += columns
    }
    return pieces + [piece]
  }
}
