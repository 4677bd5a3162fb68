/// Prints reports. There is one renderer for each format, and none of them decodes.
protocol DecodeRenderer {
  mutating func begin()
  mutating func render(_ report: DecodeReport)
  mutating func end()
}

extension DecodeRenderer {
  mutating func begin() {}
  mutating func end() {}
}
