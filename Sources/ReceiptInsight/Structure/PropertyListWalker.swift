internal import ReceiptCore

/// Walks the entries of an iOS 6 property list. Each is a node with its key and equals sign as header.
/// Anything else is returned as it is.
struct PropertyListWalker {
  private let bytes: [UInt8]
  private let prefix: String
  private let depth: Int
  private var position = 0
  private var isOpen = false
  private var isDone = false
  private var pending: [WalkStep] = []

  init(_ bytes: [UInt8], prefix: String = "", depth: Int = 0) {
    self.bytes = bytes
    self.prefix = prefix
    self.depth = depth
  }

  mutating func next() -> WalkStep? {
    if !pending.isEmpty { return pending.removeFirst() }
    guard !isDone else { return nil }
    guard isOpen else { return readOpening() }
    let start = position
    guard position < bytes.count else {
      isDone = true
      return fault("the property list breaks off", from: start)
    }
    guard let key = readWord() else { return fault("a key is missing", from: start) }
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
      return fault("an equals sign is missing behind a key", from: start)
    }
    position += 1
    skipSpace()
    let valueStart = position
    guard let value = readWord() else { return fault("a value is missing", from: start) }
    let valueEnd = position
    skipSpace()
    if position < bytes.count, bytes[position] == UInt8(ascii: ";") { position += 1 }
    close()
    let name = prefix.isEmpty ? pathPart(bytes[key]) : "\(prefix).\(pathPart(bytes[key]))"
    var anomalies: [StructureAnomaly] = []
    pending += parts(in: value, key, name, &anomalies)
    return .node(
      StructureNode(
        bytes[start..<position], header: valueStart - start, content: valueEnd - valueStart,
        depth: depth + 1, tag: .string, name: name, value: .literal, anomalies: anomalies))
  }

  private mutating func readOpening() -> WalkStep? {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "{") else {
      return fault("the property list does not begin with a brace", from: 0)
    }
    position += 1
    isOpen = true
    let end = position
    close()
    return .node(
      StructureNode(
        bytes[..<position], header: end, content: 0, depth: depth, tag: .object, name: prefix))
  }

  /// Reads the end of the list, if it comes next. What follows does not belong to the list.
  private mutating func close() {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "}") else { return }
    position += 1
    skipSpace()
    guard position < bytes.count else {
      isDone = true
      return
    }
    pending.append(fault("something follows where the property list ends", from: position))
  }

  /// The content of the two base64 entries: the signed list, and the signature with its certificate.
  private func parts(
    in value: Range<Int>, _ key: Range<Int>, _ name: String,
    _ anomalies: inout [StructureAnomaly]
  ) -> [WalkStep] {
    let isSigned = bytes[key].elementsEqual("purchase-info".utf8)
    guard isSigned || bytes[key].elementsEqual("signature".utf8) else { return [] }
    guard let decoded = try? Base64.decode(Array(bytes[value])), !decoded.isCut else {
      anomalies.append(StructureAnomaly(.invalidBase64))
      return []
    }
    let walker: StructureWalker =
      isSigned
      ? .propertyList(PropertyListWalker(decoded.bytes, prefix: name, depth: depth + 2))
      : .fields(FieldWalker(transactionSignature: decoded.bytes, prefix: name, depth: depth + 2))
    return [.part(name, layers: ["base64"], decoded.bytes.count, walker)]
  }

  private mutating func fault(_ message: String, from start: Int) -> WalkStep {
    isDone = true
    position = bytes.count
    return .node(
      StructureNode(
        bytes[start...], depth: depth + 1, tag: .unreadable, name: prefix, value: .literal,
        anomalies: [StructureAnomaly(.invalidPropertyList, message)]))
  }

  // MARK: Bytes

  /// Reads a text in quotation marks, or a bare word. Returns its range without the marks.
  private mutating func readWord() -> Range<Int>? {
    guard position < bytes.count else { return nil }
    let start = position
    if bytes[position] == UInt8(ascii: "\"") {
      var index = position + 1
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard index < bytes.count else { return nil }
      position = index + 1
      return start + 1..<index
    }
    while position < bytes.count,
      Text.isAlphanumeric(bytes[position]) || "-_.:/$".utf8.contains(bytes[position])
    {
      position += 1
    }
    return position > start ? start..<position : nil
  }

  private mutating func skipSpace() {
    while position < bytes.count, Text.isSpace(bytes[position]) { position += 1 }
  }
}
