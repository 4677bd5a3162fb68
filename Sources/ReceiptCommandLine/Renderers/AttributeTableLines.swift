internal import ReceiptCore

/// Every attribute of a receipt in one line: its place, its name and how certain that is, and its whole
/// value. Attributes of a purchase are indented below it.
///
/// No row is kept: one of a hundred thousand short attributes takes many times its own bytes.
struct AttributeTableLines {
  private let attributes: AttributeList
  private let width: Int?

  private static let header = [
    "OFFSET", "TYPE", "VERSION", "NAME", "CONFIDENCE", "KIND", "VALUE",
  ]

  init(_ attributes: AttributeList, width: Int?) {
    self.attributes = attributes
    self.width = width
  }

  /// The columns before the value.
  private static func head(of attribute: Attribute) -> [String] {
    let isInApp = attribute.path.inAppType != nil
    let type =
      isInApp
      ? "  " + String(attribute.type)
      : attribute.path.purchaseIndex != nil
        ? attribute.path.description : String(attribute.type)
    return [
      String(attribute.offset), type, "v" + String(attribute.version),
      attribute.definition?.name ?? "-",
      (attribute.definition?.confidence ?? .unknown).rawValue, attribute.kind.name,
    ]
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

  func write(_ style: Style, _ line: (String) -> Void) {
    var widths = Self.header.map(displayWidth)
    // Offsets are aligned by their last digits.
    var offsetWidth = 0
    for attribute in attributes {
      for (column, cell) in Self.head(of: attribute).enumerated() {
        widths[column] = max(widths[column], displayWidth(cell))
        if column == 0 { offsetWidth = max(offsetWidth, cell.utf8.count) }
      }
    }
    // The width that remains for the last column, the value.
    let room = widths.dropLast().reduce(0) { $0 + $1 + TextTable.gap }
    let valueWidth = width.map { $0 - room - 2 }
    if let valueWidth, valueWidth < Self.leastValueWidth {
      for attribute in attributes { writeItem(attribute, style, line) }
      return
    }
    line(style.faint(TextTable.line(Self.header, widths, indent: "  ")))
    for attribute in attributes {
      var head = Self.head(of: attribute)
      head[0] = String(repeating: " ", count: offsetWidth - head[0].utf8.count) + head[0]
      let value = Self.value(of: attribute)
      for piece in valueWidth.map({ chunks(value, $0) }) ?? [value] {
        line(TextTable.line(head + [piece], widths, indent: "  "))
        head = Array(repeating: "", count: head.count)
      }
    }
  }

  /// An attribute where there is no room for a table.
  private func writeItem(_ attribute: Attribute, _ style: Style, _ line: (String) -> Void) {
    let head = Self.head(of: attribute)
    let isInApp = head[1].hasPrefix(" ")
    let indent = isInApp ? "    " : "  "
    let type = isInApp ? String(head[1].dropFirst(2)) : head[1]
    let text = "\(type) \(head[3]), \(head[2]), \(head[4]), \(head[5]), at byte \(head[0])"
    for text in wrapped(text, to: width.map { $0 - indent.utf8.count }) {
      line(indent + style.faint(text))
    }
    for piece in chunks(Self.value(of: attribute), (width ?? 80) - 8) { line("      " + piece) }
  }

  /// Below this width of the values, it is not laid out as a table.
  private static let leastValueWidth = 34

  /// A value in pieces of at most `width` columns.
  private func chunks(_ value: String, _ width: Int) -> [String] {
    if displayWidth(value) <= width { return [value] }
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
