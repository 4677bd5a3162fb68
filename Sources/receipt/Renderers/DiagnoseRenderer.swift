/// Prints diagnoses. There is one renderer for each format.
protocol DiagnoseRenderer {
  mutating func begin()
  mutating func render(_ report: DiagnoseReport)
  mutating func end()
}

extension DiagnoseRenderer {
  mutating func begin() {}
  mutating func end() {}
}
