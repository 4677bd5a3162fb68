internal import ReceiptCore

/// Walks the values of JSON without building them. Each value is a node, with its name and colon as header,
/// and with the following commas, brackets and white space. Invalid JSON is returned as it is.
struct JSONWalker {
  /// The number of names in an object that are remembered, to report duplicates.
  static let maximumNames = 65_536

  private var bytes: [UInt8]
  private let prefix: String
  private let baseDepth: Int
  private var position = 0
  private var stack: [Container] = []
  private var isDone = false
  /// A value must follow, because a comma or an opening bracket precedes.
  private var mayGoOn = true
  private var pending: [WalkStep] = []
  /// Whether the value that follows is the account's shared secret, which is never shown.
  private var isSecret = false

  private struct Container {
    let isObject: Bool
    let name: String
    var count = 0
    var names: Set<String> = []
  }

  /// - Parameter prefix: the beginning of the names of all values.
  init(_ bytes: [UInt8], prefix: String = "", depth: Int = 0) {
    self.bytes = bytes
    self.prefix = prefix
    baseDepth = depth
  }

  mutating func next() -> WalkStep? {
    if !pending.isEmpty { return pending.removeFirst() }
    guard !isDone else { return nil }
    let start = position
    skipSpace()
    let depth = baseDepth + stack.count
    guard position < bytes.count else {
      isDone = true
      guard mayGoOn || !stack.isEmpty else { return nil }
      return fault("the JSON breaks off", from: start, depth)
    }
    guard mayGoOn else {
      return fault(
        stack.isEmpty ? "something follows where the JSON ends" : "a comma or a bracket is missing",
        from: start, depth)
    }
    var anomalies: [StructureAnomaly] = []
    guard let name = readName(&anomalies) else {
      return fault("a name in quotation marks is missing, or its colon", from: start, depth)
    }
    return readValue(name, from: start, depth, anomalies)
  }

  /// The path of the next value. It also reads the name and colon, if any.
  private mutating func readName(_ anomalies: inout [StructureAnomaly]) -> String? {
    guard let top = stack.indices.last else { return prefix }
    let index = stack[top].count
    stack[top].count += 1
    guard stack[top].isObject else { return stack[top].name + "[" + String(index) + "]" }
    guard bytes[position] == UInt8(ascii: "\""), let end = endOfString(position) else { return nil }
    let octets = bytes[(position + 1)..<(end - 1)]
    position = end
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { return nil }
    position += 1
    skipSpace()
    isSecret = octets.elementsEqual("password".utf8)
    let name = pathPart(octets)
    // Longer names are cut, so they cannot be compared.
    if octets.count <= maximumNameLength {
      if stack[top].names.contains(name) {
        anomalies.append(StructureAnomaly(.duplicateName))
      } else if stack[top].names.count < Self.maximumNames {
        stack[top].names.insert(name)
      }
    }
    return stack[top].name.isEmpty ? name : stack[top].name + "." + name
  }

  private mutating func readValue(
    _ name: String, from start: Int, _ depth: Int, _ anomalies: [StructureAnomaly]
  ) -> WalkStep? {
    guard position < bytes.count else { return fault("the JSON breaks off", from: start, depth) }
    let valueStart = position
    let tag: StructureNode.Tag
    var value = StructureValue.literal
    switch bytes[position] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard stack.count < JSONReader.maximumDepth else {
        return fault(
          "it is nested more than \(JSONReader.maximumDepth) deep", from: start, depth, .tooDeep)
      }
      let isObject = bytes[position] == UInt8(ascii: "{")
      tag = isObject ? .object : .array
      value = .none
      position += 1
      stack.append(Container(isObject: isObject, name: name))
      mayGoOn = true
    case UInt8(ascii: "\""):
      guard let end = endOfString(position) else {
        return fault("a text does not end", from: start, depth)
      }
      if isSecret {
        for place in (valueStart + 1)..<(end - 1) { bytes[place] = UInt8(ascii: "*") }
        isSecret = false
      }
      tag = .string
      position = end
      mayGoOn = false
    default:
      while position < bytes.count, Self.isPartOfWord(bytes[position]) { position += 1 }
      let word = bytes[valueStart..<position]
      let isLiteral = ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
      guard isLiteral || (try? JSONReader.read(Array(word))) != nil else {
        return fault("this is no JSON value", from: start, depth)
      }
      tag = isLiteral ? .literal : .number
      mayGoOn = false
    }
    // An opening bracket belongs to the header, because the inner values are separate nodes.
    let isOpen = tag == .object || tag == .array
    let valueEnd = position
    skipSeparators()
    if tag == .string { pending += parts(in: valueStart..<valueEnd, name, depth) }
    return .node(
      StructureNode(
        bytes[start..<position], header: (isOpen ? valueEnd : valueStart) - start,
        content: isOpen ? 0 : valueEnd - valueStart, depth: depth, tag: tag, name: name,
        value: value, anomalies: anomalies))
  }

  /// Skips what separates a value from the next, including closing brackets.
  private mutating func skipSeparators() {
    while true {
      skipSpace()
      guard position < bytes.count, let top = stack.last else { return }
      let octet = bytes[position]
      if octet == UInt8(ascii: ","), !mayGoOn {
        position += 1
        mayGoOn = true
        skipSpace()
        return
      }
      // A bracket closes the open container, unless it follows a comma.
      let isFresh = mayGoOn && top.count == 0
      guard octet == UInt8(ascii: top.isObject ? "}" : "]"), !mayGoOn || isFresh else { return }
      position += 1
      stack.removeLast()
      mayGoOn = false
    }
  }

  /// The content of a text that is a receipt or a certificate of a chain.
  private func parts(in range: Range<Int>, _ name: String, _ depth: Int) -> [WalkStep] {
    guard range.count >= StructureInput.minimumTextLength,
      let (value, _) = try? JSONReader.readPrefix(bytes, range), let text = value.string
    else { return [] }
    return StructureInput.parts(in: Array(text.utf8), of: name, depth: depth + 1)
  }

  /// The rest of the input, which cannot be read.
  private mutating func fault(
    _ message: String, from start: Int, _ depth: Int, _ id: StructureAnomaly.ID = .invalidJSON
  ) -> WalkStep {
    isDone = true
    position = bytes.count
    return .node(
      StructureNode(
        bytes[start...], depth: depth, tag: .unreadable, name: stack.last?.name ?? prefix,
        value: .literal, anomalies: [StructureAnomaly(id, message)]))
  }

  // MARK: Bytes

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  /// The end of the text whose opening quotation mark is at `start`.
  private func endOfString(_ start: Int) -> Int? {
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }

  private static func isPartOfWord(_ octet: UInt8) -> Bool {
    Text.isAlphanumeric(octet) || octet == UInt8(ascii: "-") || octet == UInt8(ascii: "+")
      || octet == UInt8(ascii: ".")
  }
}

/// The longest name that is shown.
private let maximumNameLength = 80

/// A name in the file as a part of a path. It is shortened, because it may be as long as the file.
func pathPart(_ octets: ArraySlice<UInt8>) -> String {
  guard octets.count > maximumNameLength else { return ReceiptString(octets).description }
  return ReceiptString(octets.prefix(maximumNameLength)).description + "…"
}
