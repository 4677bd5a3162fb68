/// What one step of a walk gives.
enum WalkStep {
  case node(StructureNode)
  /// What the field before this holds, once something is taken off; walked before the rest.
  case part(_ name: String, layers: [String], _ count: Int, StructureWalker)
}

/// Walks one part of a file, by what it is.
enum StructureWalker {
  case elements(ElementWalker)
  case lines(LineWalker)

  /// The next step; `nil` at the end.
  mutating func next() -> WalkStep? {
    // Each takes its walker out and puts it back, so that nothing is copied.
    switch consume self {
    case .elements(var walker):
      let step = walker.next()
      self = .elements(walker)
      return step
    case .lines(var walker):
      let step = walker.next()
      self = .lines(walker)
      return step
    }
  }
}
