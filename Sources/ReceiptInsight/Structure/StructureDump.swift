internal import ReceiptCore

/// A walk over everything in an input, byte by byte, without checking it.
///
/// ```swift
/// var dump = StructureDump(input)
/// while let event = dump.next() { … }
/// ```
///
/// If a field holds data in another encoding, the decoded data follows it as a separate part. Memory does not
/// grow with the number of nodes.
package struct StructureDump {
  private var walkers: [StructureWalker]
  private var parts = 0
  /// The input of the walk.
  package let input: StructureInput

  /// The deepest nesting of parts. Deeper ones are shown as they are.
  package static let maximumParts = 8

  package init(_ input: StructureInput) {
    self.input = input
    walkers = [input.walker]
  }

  /// The next event; `nil` at the end.
  package mutating func next() -> StructureEvent? {
    while let top = walkers.indices.last {
      switch walkers[top].next() {
      case .node(let node): return .node(node)
      case .part(let name, let layers, let count, let walker):
        guard walkers.count <= Self.maximumParts else { continue }
        walkers.append(walker)
        parts += 1
        return .begin(
          StructurePart(
            number: parts, name: name, layers: layers, count: count, depth: walkers.count - 1))
      case nil:
        walkers.removeLast()
        if !walkers.isEmpty { return .end }
      }
    }
    return nil
  }
}
