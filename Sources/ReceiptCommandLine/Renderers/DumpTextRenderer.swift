internal import ReceiptCore
internal import ReceiptInsight

/// A dump for people: a line for each node with offset, tag, name and value. Below it are its anomalies and,
/// with `showsHex`, its bytes.
struct DumpTextRenderer: DumpRenderer {
  private let output: Output
  private let width: Int?
  private let style: Style
  private let showsAll: Bool
  private let showsHex: Bool
  private var columns = Columns(count: 0)
  /// The column widths of the enclosing parts, and the names of the parts inside them.
  private var outer: [(columns: Columns, name: String)] = []
  private var nodes = 0
  private var counts: [StructureAnomaly.ID: Int] = [:]
  private var isFirst = true
  /// The line that is put together.
  private var plain = TextBuffer(capacity: 256)
  /// The last message of an anomaly, and the text that shows it.
  private var told = (message: "", text: "")

  private static let indent = 8
  /// The largest width of a value if the terminal's width is not known.
  private static let valueWidth = 96
  /// If less room than this remains next to the name, the value is printed below it.
  private static let leastRoom = 20

  /// The widths of the numbers of a part.
  private struct Columns {
    let offset: Int
    let length: Int

    init(count: Int) {
      offset = max(6, String(count).utf8.count)
      length = 3 + String(count).utf8.count
    }
  }

  init(_ output: Output, width: Int?, style: Style, showsAll: Bool, showsHex: Bool) {
    self.output = output
    self.width = width
    self.style = style
    self.showsAll = showsAll
    self.showsHex = showsHex
  }

  mutating func begin(_ source: Source, _ input: StructureInput) {
    if !isFirst { line("") }
    isFirst = false
    nodes = 0
    counts.removeAll()
    columns = Columns(count: input.bytes.count)
    let layers = input.layers.reversed().reduce(input.form.text) { "\($0) in \($1.text)" }
    var title = "\(source.text): \(layers), \(counted(input.bytes.count, "byte"))"
    if !input.layers.isEmpty { title += "; offsets count from the start of the receipt" }
    for text in wrapped(title, to: width) { line(fitted(text, 0)) }
    line("")
    let header =
      "\(padded("OFFSET", columns.offset)) DEPTH \(padded("LENGTH", columns.length)) "
      + "TAG               NAME"
    line(style.faint(fitted(header, 0)))
  }

  mutating func render(_ event: StructureEvent) {
    switch event {
    case .node(let node): render(node)
    case .begin(let part):
      let name = escapedForTerminal(part.name)
      outer.append((columns, name))
      columns = Columns(count: part.count)
      let layers = part.layers.reversed().joined(separator: " in ")
      let title = "-- \(name), \(layers): \(counted(part.count, "byte")), with offsets of their own"
      for text in wrapped(title, to: width) { line(style.strong(fitted(text, 0))) }
    case .end:
      guard let last = outer.popLast() else { return }
      columns = last.columns
      line(style.strong(fitted("-- end of \(last.name)", 0)))
    }
  }

  mutating func end(_ input: StructureInput) {
    line("")
    let total = counts.reduce(0) { $0 + $1.value }
    var text =
      "\(counted(nodes, "element")), \(total == 0 ? "nothing odd" : "\(grouped(total)) odd")"
    let kinds = counts.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
    if !kinds.isEmpty {
      text += ": " + kinds.map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
    }
    for text in wrapped(text, to: width) { line(text) }
    output.flush()
  }

  // MARK: One node

  private mutating func render(_ node: StructureNode) {
    nodes += 1
    if !writePlainly(node) { writeLine(of: node) }
    for anomaly in node.anomalies {
      counts[anomaly.id, default: 0] += 1
      // Most say the same as the last one.
      if told.message != anomaly.message {
        told = (anomaly.message, escapedForTerminal(anomaly.message))
      }
      let text = "! \(anomaly.id.rawValue): \(told.text)"
      for part in wrapped(text, to: width.map { max(20, $0 - Self.indent) }) {
        line(indented(anomaly.isFault ? style.bad(part) : style.warning(part)))
      }
    }
    if showsHex { renderOctets(of: node) }
  }

  /// Writes the line of a node, and its value below it if there is no room.
  private func writeLine(of node: StructureNode) {
    let length =
      node.isIndefinite ? "\(node.headerLength)+…" : "\(node.headerLength)+\(node.contentLength)"
    // No number is wider than its column, except depths above 99.
    let left =
      "\(padded(String(node.offset), columns.offset)) \(padded(String(node.depth), 5)) "
      + "\(padded(length, columns.length)) "
    let tag = node.tag.name
    let name = escapedForTerminal(node.name)
    let leftWidth = displayWidth(left)
    let tagColumn = tag + String(repeating: " ", count: max(1, 18 - displayWidth(tag)))
    let nameEnd = leftWidth + displayWidth(tagColumn) + displayWidth(name)
    let room = (width ?? nameEnd + 2 + Self.valueWidth) - nameEnd - 2
    let faintLeft = style.faint(left)
    if room < 0 {
      line(faintLeft + tag)
      for piece in chunked(name, (width ?? Self.valueWidth) - Self.indent) {
        line(indented(style.strong(piece)))
      }
      renderValue(of: node)
    } else {
      let text = DumpValueText(node)
      let isShort = text.fits(room)
      if isShort || !showsAll && text.canBeShortened && room >= Self.leastRoom {
        let value = text.shortened(to: room)
        let gap = value.isEmpty ? "" : "  "
        line(
          name.isEmpty && value.isEmpty
            ? faintLeft + tag : faintLeft + tagColumn + style.strong(name) + gap + value)
      } else {
        line(faintLeft + tagColumn + style.strong(name))
        renderValue(of: node)
      }
    }
  }

  /// Writes a node whose line is plain ASCII and fits: nearly every one. To put bytes into one buffer costs a tenth of
  /// joining texts.
  private mutating func writePlainly(_ node: StructureNode) -> Bool {
    guard !style.isEnabled, !node.isIndefinite else { return false }
    plain.removeAll()
    plain.append(node.offset, width: columns.offset)
    plain.add(" ")
    plain.append(node.depth, width: 5)
    plain.add(" ")
    let contentWidth = TextBuffer.digits(of: node.contentLength)
    plain.append(node.headerLength, width: columns.length - 1 - contentWidth)
    plain.add("+")
    plain.append(node.contentLength, width: 0)
    plain.add(" ")
    let tag = node.tag.name
    plain.append(tag)
    let tagEnd = plain.count
    plain.appendSpaces(max(1, 18 - tag.utf8.count))
    let nameStart = plain.count
    plain.append(node.name)
    let nameEnd = plain.count
    let room = (width ?? nameEnd + 2 + Self.valueWidth) - nameEnd - 2
    guard room >= 0 else { return false }
    plain.appendSpaces(2)
    guard appendValue(of: node, room), isPlain(plain.octets[nameStart...]) else { return false }
    if plain.count == nameEnd + 2 { plain.removeAll(after: nameEnd) }
    // No blanks at the end of a line without a name and a value.
    if plain.count == nameStart { plain.removeAll(after: tagEnd) }
    plain.add("\n")
    output.write(octets: plain.octets)
    return true
  }

  /// Appends the whole value to the plain line, if it fits.
  private mutating func appendValue(of node: StructureNode, _ room: Int) -> Bool {
    let start = plain.count
    let content = node.content
    switch node.value {
    case .none: break
    case .octets:
      guard content.count * 2 <= room else { return false }
      plain.append(Hexadecimal.encode(content))
    case .text:
      guard content.count <= room else { return false }
      plain.add("\"")
      plain.append(octets: content)
      plain.add("\"")
    case .literal:
      guard content.count <= room else { return false }
      plain.append(octets: content)
    case .integer(let number, note: nil):
      guard number >= 0 else { return false }
      plain.append(Int(number), width: 0)
    case .time(let date): plain.append(date.description)
    case .boolean(let value): plain.append(value ? "TRUE" : "FALSE")
    case .objectIdentifier(let dotted, let name):
      plain.append(dotted)
      if let name {
        plain.add(" ")
        plain.append(name)
      }
    default: return false
    }
    return plain.count - start <= room
  }

  /// A value in separate lines.
  private func renderValue(of node: StructureNode) {
    var text = DumpValueText(node)
    let room = max(8, (width ?? Self.valueWidth + Self.indent) - Self.indent)
    guard showsAll, !text.fits(room) else {
      let value = text.shortened(to: room)
      if !value.isEmpty { line(indented(value)) }
      return
    }
    while let piece = text.next(room) { line(indented(piece)) }
  }

  private func renderOctets(of node: StructureNode) {
    renderOctets(node.header, mark: "h")
    renderOctets(node.content, mark: "c")
    renderOctets(node.separator, mark: "s")
  }

  /// Bytes in lines that begin with their offset.
  private func renderOctets(_ octets: ArraySlice<UInt8>, mark: String) {
    guard !octets.isEmpty else { return }
    let room = (width ?? 80) - Self.indent - columns.offset - 3
    let count = min(16, max(1, (room + 1) / 3 / 4 * 4))
    var rest = octets
    while !rest.isEmpty, output.failure == 0 {
      let piece = rest.prefix(count)
      rest = rest.dropFirst(count)
      var digits: [UInt8] = []
      Hexadecimal.append(piece, to: &digits, separator: UInt8(ascii: " "))
      let offset = padded(String(piece.startIndex), columns.offset)
      output.write(indented(style.faint("\(offset) \(mark) ")))
      output.write(octets: digits)
      output.write("\n")
    }
  }

  // MARK: Lines

  private func line(_ text: String) {
    output.write(text)
    output.write("\n")
  }

  private func indented(_ text: String) -> String {
    String(repeating: " ", count: Self.indent) + text
  }

  /// The part that fits after `used` columns.
  private func fitted(_ text: String, _ used: Int) -> String {
    width.map { shortened(text, to: max(2, $0 - used)) } ?? text
  }

  /// A name in pieces that fit.
  private func chunked(_ text: String, _ width: Int) -> [String] {
    var pieces: [String] = []
    var rest = text[...]
    let width = max(8, width)
    while rest.utf8.count > width {
      let head = rest.prefix(width)
      // Breaks after a dot, if there is one.
      let end = head.lastIndex(of: ".").map { rest.index(after: $0) } ?? head.endIndex
      pieces.append(String(rest[..<end]))
      rest = rest[end...]
    }
    return pieces + [String(rest)]
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - displayWidth(text))) + text
  }
}

extension StructureInput.Form {
  /// The form for display.
  var text: String {
    switch self {
    case .pkcs7: "PKCS#7"
    case .attributes: "attributes without a signature"
    case .certificate: "a certificate"
    case .elements: "ASN.1"
    case .jws: "JWS"
    case .json: "JSON"
    case .propertyList: "property list"
    case .text: "text"
    case .octets: "octets"
    }
  }
}
