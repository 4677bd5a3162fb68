internal import ReceiptCore

/// The result of one step of a walk.
enum WalkStep {
  case node(StructureNode)
  /// The decoded content of the field before this. It is walked before the rest.
  case part(_ name: String, layers: [String], _ count: Int, StructureWalker)
}

/// Walks one part of a file, by its kind.
enum StructureWalker {
  case elements(ElementWalker)
  case json(JSONWalker)
  case propertyList(PropertyListWalker)
  case jws(JWSWalker)
  case fields(FieldWalker)
  case lines(LineWalker)

  /// The next step; `nil` at the end.
  mutating func next() -> WalkStep? {
    // Each walker is moved out and back, so that nothing is copied.
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
