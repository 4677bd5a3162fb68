internal import ReceiptCore

/// Walks unstructured input: text by line, other bytes in one piece.
struct LineWalker {
  private let bytes: [UInt8]
  private let depth: Int
  private let isText: Bool
  private let anomalies: [StructureAnomaly]
  private var position = 0
  private var number = 0

  init(_ bytes: [UInt8], depth: Int = 0, isText: Bool, anomalies: [StructureAnomaly] = []) {
    self.bytes = bytes
    self.depth = depth
    self.isText = isText
    self.anomalies = anomalies
  }

  mutating func next() -> WalkStep? {
    guard position < bytes.count else { return nil }
    let start = position
    number += 1
    guard isText else {
      position = bytes.count
      return .node(
        StructureNode(
          bytes[start...], depth: depth, tag: .unreadable, name: "", value: .octets,
          anomalies: anomalies.isEmpty ? [StructureAnomaly(.unreadable)] : anomalies))
    }
    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    position = min(end + 1, bytes.count)
    if end == start, bytes[position...].first == 0x0A { return .node(emptyLines(from: start)) }
    return .node(
      StructureNode(
        bytes[start..<position], content: end - start, depth: depth, tag: .text,
        name: "line " + String(number), value: .text))
  }

  /// Several empty lines. A file may have nothing else, and each on a line of its own would be sixty times as long.
  private mutating func emptyLines(from start: Int) -> StructureNode {
    let first = number
    while position < bytes.count, bytes[position] == 0x0A {
      position += 1
      number += 1
    }
    return StructureNode(
      bytes[start..<position], content: 0, depth: depth, tag: .text,
      name: "lines \(first) to \(number)", value: .text)
  }
}
