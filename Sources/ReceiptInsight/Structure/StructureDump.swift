internal import ReceiptCore

/// A walk over everything that an input holds, byte by byte, without judging it.
///
/// ```swift
/// var dump = StructureDump(input)
/// while let event = dump.next() { … }
/// ```
///
/// What a field holds in another encoding follows the field as a part of its own. Memory does not grow with
/// the number of nodes.
package struct StructureDump {
  private var walkers: [StructureWalker]
  private var parts = 0
  /// What could not be told apart in the end.
  package let input: StructureInput

  /// How many parts may be inside one another: more are shown as they stand.
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
