/// Walks the elements of BER or DER, one after the other: with a stack of its own, in time linear in the
/// octets, and without ever giving up. Octets that are no element are handed over as they are, and the walk
/// goes on behind the element around them.
///
/// Where a field of a receipt holds elements in its octets (the payload, the values of attributes, the
/// extensions of certificates), those are walked in their place.
struct ElementWalker {
  /// The deepest nesting that is taken apart; what is inside is shown as octets. A receipt of Xcode's needs
  /// 20, with what its certificate's extensions hold.
  static let maximumDepth = 96
  /// How many types of attributes that no table has are remembered, to notice a second one of the same.
  static let maximumOtherTypes = 4_096

  let bytes: [UInt8]
  private let baseDepth: Int
  private var position: Int
  private var stack: [Frame]
  private var purchases = 0
  /// What the pieces of a string hold that was met so far; `nil` outside of one.
  private var pieces: [UInt8]?
  /// What is handed over before the walk goes on.
  private var pending: [WalkStep] = []

  /// An element that is open.
  private struct Frame {
    let role: ElementRole
    /// The element's own name.
    let name: String
    /// What the names of the elements inside begin with.
    let prefix: String
    let end: Int
    let isIndefinite: Bool
    /// Its elements must be in order.
    let isSet: Bool
    /// Its end is the end of a string in pieces.
    var gathers = false
    var nextField = 0
    var children = 0
    var previous: Range<Int>?
    var isSorted = true
    var types = SeenTypes()
  }

  /// What the first element of a part is.
  enum Root {
    case receipt
    case payload
    /// A certificate, and what its fields' names begin with.
    case certificate(String)
    case unknown(String)
  }

  private let root: Root

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

  /// How many elements are open around the next one.
  private var depth: Int { baseDepth + stack.count - 1 }

  /// Ends the innermost element at the end of its octets.
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

  /// What the pieces of a string hold, when the string ends.
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

  /// Two zero octets: the end of an indefinite length, or no element at all.
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
    // Files are filled up with zeros; a line for each two of them would help nobody.
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
    // The count of unused bits stands before what a BIT STRING holds (X.690 §8.6.2).
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

  /// Whether a string in pieces has a single one, which then is the string itself, in its place.
  private func holdsOnePiece(_ header: ElementHeader) -> Bool {
    guard let piece = try? ElementHeader(bytes, at: header.contentStart, limit: header.end),
      piece.identifier == 0x04, !piece.isCut
    else { return false }
    let rest = bytes[piece.end..<header.end]
    return header.isIndefinite ? rest.starts(with: [0, 0]) : rest.isEmpty
  }

  // MARK: What is odd

  private func noteForm(of header: ElementHeader, _ anomalies: inout [StructureAnomaly]) {
    if header.isCut {
      let present = header.content.count
      anomalies.append(
        StructureAnomaly(
          .truncated,
          header.declaredLength.map {
            "the length promises \($0) \($0 == 1 ? "octet" : "octets"), but \(present) are there"
          }
            ?? "the length is larger than any file"))
    }
    if !header.hasMinimalTag { anomalies.append(StructureAnomaly(.nonMinimalTag)) }
    if !header.hasMinimalLength { anomalies.append(StructureAnomaly(.nonMinimalLength)) }
    if header.isIndefinite { anomalies.append(StructureAnomaly(.indefiniteLength)) }
    guard let tag = header.universalTag else { return }
    // SEQUENCE, SET, EXTERNAL and EMBEDDED PDV are constructed; strings may be, in BER; the rest never are.
    switch tag {
    case 0x10, 0x11, 0x08, 0x0B:
      if !header.isConstructed { anomalies.append(StructureAnomaly(.wrongForm)) }
    case 0x03, 0x04, 0x07, 0x0C, 0x12...0x1E:
      if header.isConstructed { anomalies.append(StructureAnomaly(.constructedString)) }
    default:
      if header.isConstructed { anomalies.append(StructureAnomaly(.wrongForm)) }
    }
  }

  /// DER sorts a SET OF by the octets of its elements (X.690 §11.6). Said once for each SET.
  private mutating func noteOrder(
    of header: ElementHeader, in top: Int, _ anomalies: inout [StructureAnomaly]
  ) {
    guard stack[top].isSet, stack[top].isSorted else { return }
    guard !header.isIndefinite, !header.isCut else {
      stack[top].previous = nil
      return
    }
    let current = header.start..<header.end
    if let previous = stack[top].previous,
      bytes.isOrdered(
        current.lowerBound, before: previous.lowerBound, length: min(current.count, previous.count))
    {
      stack[top].isSorted = false
      anomalies.append(StructureAnomaly(.unsortedSet))
    }
    stack[top].previous = current
  }

  // MARK: Where an element stands

  /// What an element is, by its place among its siblings.
  private mutating func place(
    of header: ElementHeader, in top: Int, _ anomalies: inout [StructureAnomaly]
  ) -> ElementPlace {
    let frame = stack[top]
    switch frame.role {
    case .file:
      guard frame.children == 0 else { return trailing(frame, &anomalies) }
      return rootPlace(of: header, &anomalies)
    case .content:
      guard frame.children == 0 else { return trailing(frame, &anomalies) }
      if header.identifier == 0x04 || header.identifier == 0x24 {
        anomalies.append(StructureAnomaly(.payloadWrapped))
        return ElementPlace("payload.octets", .content)
      }
      if header.identifier != 0x31 { anomalies.append(.unexpected(header, [0x31])) }
      return ElementPlace("payload", .payload)
    case .onlyPiece: return ElementPlace("\(frame.name)[\(frame.children)]", .content)
    case .piece: return ElementPlace("\(frame.name)[\(frame.children)]", .piece)
    case .attributeValue(let path):
      guard frame.children == 0 else { return trailing(frame, &anomalies) }
      return valuePlace(of: header, path, frame, &anomalies)
    case .payload, .purchase: return attributePlace(of: header, in: top, &anomalies)
    default: break
    }
    if let element = frame.role.elements {
      if !element.accepts(header.identifier) {
        anomalies.append(.unexpected(header, element.identifiers))
      }
      return elementPlace(of: header, element.role, frame)
    }
    if let fields = frame.role.fields {
      return fieldPlace(of: header, fields, in: top, &anomalies)
    }
    return ElementPlace("\(frame.name)[\(frame.children)]", .other)
  }

  private func rootPlace(
    of header: ElementHeader, _ anomalies: inout [StructureAnomaly]
  ) -> ElementPlace {
    let place: ElementPlace
    switch root {
    case .receipt: place = ElementPlace("contentInfo", .contentInfo, prefix: "")
    case .certificate(let name): place = ElementPlace(name, .certificate)
    case .payload: place = ElementPlace("payload", .payload)
    case .unknown(let name): return ElementPlace(name, .other)
    }
    if header.identifier != 0x30 { anomalies.append(.unexpected(header, [0x30])) }
    return place
  }

  private func trailing(
    _ frame: Frame, _ anomalies: inout [StructureAnomaly]
  ) -> ElementPlace {
    anomalies.append(StructureAnomaly(.trailingData))
    return ElementPlace("\(frame.name)[\(frame.children)]", .other)
  }

  /// The next field of a SEQUENCE that an element can be. One of another type is taken for the next field
  /// that must be there.
  private mutating func fieldPlace(
    of header: ElementHeader, _ fields: [ElementField], in top: Int,
    _ anomalies: inout [StructureAnomaly]
  ) -> ElementPlace {
    let frame = stack[top]
    let rest = fields.indices.dropFirst(frame.nextField)
    var index = rest.first { fields[$0].accepts(header.identifier) || !fields[$0].isOptional }
    if index == nil, rest.count == 1 { index = rest.first }
    guard let index else {
      guard fields.count > 1 else { return trailing(frame, &anomalies) }
      anomalies.append(StructureAnomaly(.unexpectedElement))
      return ElementPlace("\(frame.name)[\(frame.children)]", .other)
    }
    let field = fields[index]
    stack[top].nextField = index + 1
    if !field.accepts(header.identifier) {
      anomalies.append(.unexpected(header, field.identifiers))
    }
    let name = frame.prefix.isEmpty ? field.label : "\(frame.prefix).\(field.label)"
    switch (frame.role, field.label) {
    case (.attribute(let path?), "value"):
      // Octets that are not taken apart are the field itself.
      let isWhole = !holdsElements(header, .attributeValue(path))
      return ElementPlace(
        isWhole ? path.fieldName : name, .attributeValue(path), prefix: frame.prefix)
    case (.extension, "extnValue"):
      let type = frame.prefix.split(separator: ".").last.map(String.init) ?? ""
      return ElementPlace(name, .extensionValue(type), prefix: frame.prefix)
    case (.contentInfo, "content"), (.explicitSignedData, _):
      return ElementPlace(name, field.role, prefix: "")
    default:
      return ElementPlace(
        name, field.role, prefix: field.role.isTransparent ? frame.prefix : name)
    }
  }

  /// One of a list, which is called by its number, or by what it says it is.
  private func elementPlace(
    of header: ElementHeader, _ role: ElementRole, _ frame: Frame
  ) -> ElementPlace {
    let numbered = "\(frame.prefix)[\(frame.children)]"
    switch role {
    case .relativeName: return ElementPlace(numbered, role, prefix: frame.prefix)
    case .extension, .namePart:
      guard let type = firstIdentifier(in: header) else { return ElementPlace(numbered, role) }
      return ElementPlace(
        "\(frame.prefix).\(ObjectIdentifierNames.name(of: type) ?? type.replacingPoints)", role)
    default: return ElementPlace(numbered, role)
    }
  }

  /// The object identifier that an element begins with, in its dotted form.
  private func firstIdentifier(in header: ElementHeader) -> String? {
    guard let type = try? ElementHeader(bytes, at: header.contentStart, limit: header.end),
      type.identifier == 0x06
    else { return nil }
    return ObjectIdentifierText.dotted(bytes[type.content])
  }

  // MARK: Attributes of receipts

  private mutating func attributePlace(
    of header: ElementHeader, in top: Int, _ anomalies: inout [StructureAnomaly]
  ) -> ElementPlace {
    let frame = stack[top]
    if header.identifier != 0x30 { anomalies.append(.unexpected(header, [0x30])) }
    guard header.isConstructed, let type = attributeType(in: header) else {
      return ElementPlace("\(frame.name)[\(frame.children)]", .attribute(nil))
    }
    let path: AttributePath
    if case .purchase(let number) = frame.role {
      path = AttributePath(purchase: number, inAppType: type)
    } else if type == AttributeType.inApp {
      path = AttributePath(purchase: purchases)
      purchases += 1
    } else {
      path = AttributePath(type: type)
    }
    if path.purchaseIndex == nil || path.inAppType != nil, !stack[top].types.insert(type) {
      anomalies.append(StructureAnomaly(.duplicateAttribute))
    }
    return ElementPlace("payload \(path)", .attribute(path))
  }

  /// The type that an attribute begins with: a number from 0 to 2³¹−1.
  private func attributeType(in attribute: ElementHeader) -> Int? {
    guard
      let type = try? ElementHeader(bytes, at: attribute.contentStart, limit: attribute.end),
      type.identifier == ASN1Kind.integer.rawValue, !type.isCut,
      let value = bytes.integer(type.content), (0...Int64(Int32.max)).contains(value)
    else { return nil }
    return Int(value)
  }

  private func valuePlace(
    of header: ElementHeader, _ path: AttributePath, _ frame: Frame,
    _ anomalies: inout [StructureAnomaly]
  ) -> ElementPlace {
    if let purchase = path.purchaseIndex, path.inAppType == nil {
      if header.identifier != 0x31 { anomalies.append(.unexpected(header, [0x31])) }
      return ElementPlace(path.fieldName, .purchase(purchase), prefix: frame.prefix)
    }
    if let expected = path.definition?.encoding.identifier, header.identifier != expected {
      let isText =
        ASN1Kind(rawValue: header.identifier).isText && ASN1Kind(rawValue: expected).isText
      anomalies.append(
        isText
          ? StructureAnomaly(.wrongStringType)
          : .unexpected(header, [expected]))
    }
    return ElementPlace(path.fieldName, .fieldValue(path))
  }

  /// Whether a field's octets are elements themselves, and taken apart.
  private func holdsElements(_ header: ElementHeader, _ role: ElementRole) -> Bool {
    let content = header.content
    guard let first = content.first.map({ bytes[$0] }) else { return false }
    switch (header.universalTag, role) {
    case (0x04, .content): return [0x30, 0x31, 0x04, 0x24].contains(first)
    case (0x04, .attributeValue(let path)):
      if path.purchaseIndex == nil, AttributeTable.isRaw(receiptType: Int32(clamping: path.type)) {
        return false
      }
      // What should be an element is shown as one, as far as it goes; what nobody knows, if it is one.
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

/// Where an element stands: its name, and what is known of it.
private struct ElementPlace {
  let name: String
  let role: ElementRole
  /// What the names of the elements inside begin with.
  let prefix: String

  init(_ name: String, _ role: ElementRole, prefix: String? = nil) {
    self.name = name
    self.role = role
    self.prefix = prefix ?? name
  }
}

/// The types of attributes that were met in one set, as far as they are remembered.
private struct SeenTypes {
  private var known: UInt64 = 0
  private var others: Set<Int> = []

  /// Whether the type was not met before.
  mutating func insert(_ type: Int) -> Bool {
    // Those that tables have lie below 64, or from 1700 on.
    let bit = type >= 1700 ? type - 1700 + 36 : type
    if bit < 36 || type >= 1700, bit < 64 {
      let mask: UInt64 = 1 << UInt64(bit)
      defer { known |= mask }
      return known & mask == 0
    }
    guard others.count < ElementWalker.maximumOtherTypes else { return !others.contains(type) }
    return others.insert(type).inserted
  }
}

extension StructureAnomaly {
  /// An element of another type than its field has.
  fileprivate static func unexpected(
    _ header: ElementHeader, _ expected: [UInt8]
  ) -> StructureAnomaly {
    let names = expected.map { elementName($0, UInt64($0 & 0x1F)) }.joined(separator: " or ")
    let name = elementName(header.identifier, header.tagNumber)
    return StructureAnomaly(.unexpectedTag, "this should be \(names), and is \(name)")
  }
}

extension AttributePath {
  fileprivate var definition: AttributeDefinition? {
    inAppType.map { AttributeTable.inApp($0) } ?? AttributeTable.receipt(type)
  }

  fileprivate var isKnown: Bool { definition != nil }

  /// `payload 17[2]/1708 expires_date`; without a name where the type has none.
  fileprivate var fieldName: String {
    "payload \(self)" + (definition.map { " \($0.name)" } ?? "")
  }
}

extension AttributeDefinition.Encoding {
  /// The identifier octet of the element that the value is; `nil` for plain octets.
  fileprivate var identifier: UInt8? {
    switch self {
    case .utf8String: 0x0C
    case .ia5String, .date: 0x16
    case .integer: 0x02
    case .set: 0x31
    case .raw: nil
    }
  }
}

extension String {
  /// With `_` for every point, so that a dotted identifier is one part of a name.
  fileprivate var replacingPoints: String { split(separator: ".").joined(separator: "_") }
}
