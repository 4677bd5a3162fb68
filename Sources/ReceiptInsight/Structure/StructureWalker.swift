internal import ReceiptCore

/// What one step of a walk gives.
enum WalkStep {
  case node(StructureNode)
  /// What the field before this holds, once something is taken off; walked before the rest.
  case part(_ name: String, layers: [String], _ count: Int, StructureWalker)
}

/// Walks one part of a file, by what it is.
enum StructureWalker {
  case elements(ElementWalker)
  case json(JSONWalker)
  case propertyList(PropertyListWalker)
  case jws(JWSWalker)
  case fields(FieldWalker)
  case lines(LineWalker)

  /// The next step; `nil` at the end.
  mutating func next() -> WalkStep? {
    // Each walker is taken out and put back, so that nothing of it is copied.
    switch consume self {
    case .elements(var walker):
      let step = walker.next()
      self = .elements(walker)
      return step
    case .json(var walker):
      let step = walker.next()
      self = .json(walker)
      return step
    case .propertyList(var walker):
      let step = walker.next()
      self = .propertyList(walker)
      return step
    case .jws(var walker):
      let step = walker.next()
      self = .jws(walker)
      return step
    case .fields(var walker):
      let step = walker.next()
      self = .fields(walker)
      return step
    case .lines(var walker):
      let step = walker.next()
      self = .lines(walker)
      return step
    }
  }
}
