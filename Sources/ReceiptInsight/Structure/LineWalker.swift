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
    return .node(
      StructureNode(
        bytes[start..<position], content: end - start, depth: depth, tag: .text,
        name: "line \(number)", value: .text))
  }
}
