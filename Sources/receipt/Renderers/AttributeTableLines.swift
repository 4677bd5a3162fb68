internal import ReceiptCore

/// Every attribute of a receipt, one a line: where it stands, what it is called and how sure that is,
/// and its value, whole. Those of a purchase stand under it, indented.
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
    if let integer = attribute.integer {
      guard attribute.definition?.name == "store_release" else { return String(integer) }
      return "\(integer) (\(storeReleaseText(integer)))"
    }
    if attribute.path.purchaseIndex != nil, attribute.path.inAppType == nil {
      return "\(attribute.value.count) bytes"
    }
    return hexadecimal(attribute.value)
  }

  func lines(_ style: Style) -> [String] {
    var table = TextTable(
      header: ["OFFSET", "TYPE", "VERSION", "NAME", "CONFIDENCE", "KIND", "VALUE"])
    let offsetWidth = rows.reduce(0) { max($0, $1.offset.utf8.count) }
    table.rows = rows.map {
      let padding = String(repeating: " ", count: offsetWidth - $0.offset.utf8.count)
      return [padding + $0.offset, $0.type, $0.version, $0.name, $0.confidence, $0.kind, $0.value]
    }
    // Values are as long as they are. On a terminal that is too narrow for the longest, each value
    // stands on a line of its own, so that the columns before it stay columns.
    guard let width, table.width + 2 > width else {
      return table.lines(indent: "  ", decorateHeader: style.faint)
    }
    return rows.flatMap { row -> [String] in
      let isInApp = row.type.hasPrefix(" ")
      let indent = isInApp ? "    " : "  "
      let type = isInApp ? String(row.type.dropFirst(2)) : row.type
      let head = "\(row.offset)  \(type) \(row.version) \(row.name), \(row.confidence), \(row.kind)"
      return [indent + style.faint(head)] + chunks(row.value, width - 8).map { "      " + $0 }
    }
  }

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
