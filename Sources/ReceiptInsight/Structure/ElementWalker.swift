internal import ReceiptCore

/// Walks the elements of BER or DER in order, with its own stack, in time linear in the size. It never gives
/// up: bytes that are not an element are returned as they are, and the walk continues after the enclosing
/// element.
///
/// Fields of a receipt whose bytes hold elements are walked in place: the payload, the values of attributes,
/// the extensions of certificates.
struct ElementWalker {
  /// The deepest nesting that is walked; deeper content is shown as bytes. A receipt from Xcode needs 20,
  /// including its certificate's extensions.
  static let maximumDepth = 96
  /// The number of unknown attribute types that are remembered, to report duplicates.
  static let maximumOtherTypes = 4_096

  package let bytes: [UInt8]
  private let baseDepth: Int
  private var position: Int
  var stack: [Frame]
  var purchases = 0
  /// The content of the string's pieces so far; `nil` outside such a string.
  private var pieces: [UInt8]?
  /// The steps to return before the walk continues.
  private var pending: [WalkStep] = []

  /// An open element.
  struct Frame {
    let role: ElementRole
    /// The element's own name.
    let name: String
    /// The beginning of the names of inner elements.
    let prefix: String
    package let end: Int
    let isIndefinite: Bool
    /// Its elements must be sorted.
    let isSet: Bool
    /// A string in pieces ends where it ends.
    var gathers = false
    var nextField = 0
    var children = 0
    var previous: Range<Int>?
    var isSorted = true
    var types = SeenTypes()

    /// The name of its next element by its number. An interpolation would take three times as long.
    var numbered: String { name + "[" + String(children) + "]" }
  }

  /// The kind of the first element of a part.
  enum Root {
    case receipt
    case payload
    /// A certificate, with the prefix of its fields' names.
    case certificate(String)
    case unknown(String)
  }

  let root: Root

  init(_ bytes: [UInt8], in range: Range<Int>? = nil, as root: Root, depth: Int = 0) {
    self.bytes = bytes
    self.root = root
    let range = range ?? bytes.indices
    baseDepth = depth
    position = range.lowerBound
    let (role, prefix): (ElementRole, String) =
      switch root {
      case .receipt: (.file, "")
      case .payload: (.content, "payload")
      case .certificate(let name), .unknown(let name): (.file, name)
      }
    stack = [
      Frame(
        role: role, name: prefix, prefix: prefix, end: range.upperBound, isIndefinite: false,
        isSet: false)
    ]
  }

  /// The next node or part; `nil` at the end.
  mutating func next() -> WalkStep? {
    if !pending.isEmpty { return pending.removeFirst() }
    while let top = stack.indices.last {
      guard position >= stack[top].end else { return .node(nextNode(top)) }
      if let step = close() { return step }
    }
    return nil
  }

  /// The number of elements around the next one.
  private var depth: Int { baseDepth + stack.count - 1 }

  /// Closes the innermost element at the end of its bytes.
  private mutating func close() -> WalkStep? {
    guard let frame = stack.popLast() else { return nil }
    let content = endOfString(frame)
    guard frame.isIndefinite else { return content }
    if let content { pending.append(content) }
    return .node(
      StructureNode(
        bytes[position..<position], depth: depth, tag: .endOfContents, name: frame.name,
        anomalies: [StructureAnomaly(.missingEndOfContents)]))
  }

  /// The joined content of a string in pieces, when the string ends.
  private mutating func endOfString(_ frame: Frame) -> WalkStep? {
    guard frame.gathers, let octets = pieces else { return nil }
    pieces = nil
    let walker = ElementWalker(octets, as: .payload, depth: depth)
    return .part("payload", layers: ["pieces"], octets.count, .elements(walker))
  }

  private mutating func nextNode(_ top: Int) -> StructureNode {
    let end = stack[top].end
    if bytes[position] == 0, position + 1 < end, bytes[position + 1] == 0 { return zeros(top) }
    let header: ElementHeader
    do {
      header = try ElementHeader(bytes, at: position, limit: end)
    } catch {
      let octets = bytes[position..<end]
      position = end
      return StructureNode(
        octets, depth: depth, tag: .unreadable, name: stack[top].name, value: .octets,
        anomalies: [
          StructureAnomaly(
            .unreadable, "\(StructureAnomaly.ID.unreadable.message): \(error.rawValue)")
        ])
    }
    return node(header, top)
  }

  /// Two zero bytes: the end of an indefinite length, or not an element.
  private mutating func zeros(_ top: Int) -> StructureNode {
    let start = position
    let name = stack[top].name
    if stack[top].isIndefinite {
      position += 2
      let frame = stack.removeLast()
      if let content = endOfString(frame) { pending.append(content) }
      return StructureNode(
        bytes[start..<position], header: 2, depth: depth, tag: .endOfContents, name: name)
    }
    // Files may be padded with zeros, so they are all shown in one line.
    while position + 1 < stack[top].end, bytes[position] == 0, bytes[position + 1] == 0 {
      position += 2
    }
    stack[top].children += 1
    return StructureNode(
      bytes[start..<position], depth: depth, tag: .endOfContents, name: name, value: .octets,
      anomalies: [StructureAnomaly(.unexpectedEndOfContents)])
  }

  private mutating func node(_ header: ElementHeader, _ top: Int) -> StructureNode {
    let depth = depth
    var anomalies: [StructureAnomaly] = []
    let place = place(of: header, in: top, &anomalies)
    noteForm(of: header, &anomalies)
    noteOrder(of: header, in: top, &anomalies)
    stack[top].children += 1

    var isOpen = header.isConstructed || holdsElements(header, place.role)
    if isOpen, stack.count > Self.maximumDepth, !header.content.isEmpty {
      anomalies.append(
        StructureAnomaly(
          .tooDeep,
          "elements are nested more than \(Self.maximumDepth) deep; this is not taken apart"))
      isOpen = false
    }
    let tag = StructureNode.Tag.element(identifier: header.identifier, number: header.tagNumber)
    guard isOpen else {
      if place.role == .piece, pieces != nil { pieces?.append(contentsOf: bytes[header.content]) }
      position = header.end
      let value = ElementValue(bytes, header, place.role)
      return StructureNode(
        bytes[header.start..<header.end], header: header.contentStart - header.start,
        depth: depth, tag: tag, name: place.name, value: value.value,
        isIndefinite: header.isIndefinite, anomalies: anomalies + value.anomalies)
    }
    push(header, place)
    position = header.contentStart
    // The content of a BIT STRING follows the count of unused bits (X.690 §8.6.2).
    if header.universalTag == 0x03, !header.isConstructed {
      let octet = bytes[position..<position + 1]
      position += 1
      pending.append(
        .node(
          StructureNode(
            octet, depth: depth + 1, tag: .octets, name: place.name + ".unusedBits",
            value: .octets)))
    }
    return StructureNode(
      bytes[header.start..<header.contentStart], header: header.contentStart - header.start,
      content: header.content.count, depth: depth, tag: tag, name: place.name,
      isIndefinite: header.isIndefinite, anomalies: anomalies)
  }

  private mutating func push(_ header: ElementHeader, _ place: ElementPlace) {
    var role = place.role
    var gathers = false
    if header.identifier == 0x24, role == .content {
      if holdsOnePiece(header) {
        role = .onlyPiece
      } else {
        role = .piece
        gathers = pieces == nil
        pieces = pieces ?? []
      }
    }
    stack.append(
      Frame(
        role: role, name: place.name, prefix: place.prefix, end: header.end,
        isIndefinite: header.isIndefinite,
        isSet: header.identifier == 0x31, gathers: gathers))
  }

  /// Whether a string in pieces has only one, which then stands for the string.
  private func holdsOnePiece(_ header: ElementHeader) -> Bool {
    guard let piece = try? ElementHeader(bytes, at: header.contentStart, limit: header.end),
      piece.identifier == 0x04, !piece.isCut
    else { return false }
    let rest = bytes[piece.end..<header.end]
    return header.isIndefinite ? rest.starts(with: [0, 0]) : rest.isEmpty
  }

  /// Whether a field's bytes are elements that are walked.
  func holdsElements(_ header: ElementHeader, _ role: ElementRole) -> Bool {
    let content = header.content
    guard let first = content.first.map({ bytes[$0] }) else { return false }
    switch (header.universalTag, role) {
    case (0x04, .content): return [0x30, 0x31, 0x04, 0x24].contains(first)
    case (0x04, .attributeValue(let path)):
      if path.purchaseIndex == nil, AttributeTable.isRaw(receiptType: Int32(clamping: path.type)) {
        return false
      }
      // A known attribute is always walked as an element, as far as possible. An unknown one is walked only
      // if it is an element.
      return path.isKnown || ElementHeader.fills(content, of: bytes)
    case (0x04, .extensionValue): return ElementHeader.fills(content, of: bytes)
    case (0x03, .publicKey), (0x03, .signature):
      guard first == 0, content.count > 1, bytes[content.lowerBound + 1] == 0x30 else {
        return false
      }
      return ElementHeader.fills(content.dropFirst(), of: bytes)
    default: return false
    }
  }
}
