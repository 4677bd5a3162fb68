/// Prints diagnoses in the format that was asked for.
protocol DiagnoseRenderer {
  mutating func begin()
  mutating func render(_ report: DiagnoseReport)
  mutating func end()
}

extension DiagnoseRenderer {
  mutating func begin() {}
  mutating func end() {}
}
