/// Prints reports, one format each. Renderers decode nothing.
protocol DecodeRenderer {
  mutating func begin()
  mutating func render(_ report: DecodeReport)
  mutating func end()
}

extension DecodeRenderer {
  mutating func begin() {}
  mutating func end() {}
}
