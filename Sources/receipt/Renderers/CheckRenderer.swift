/// Prints check results. There is one renderer for each format.
protocol CheckRenderer {
  mutating func begin()
  mutating func render(_ report: CheckReport)
  mutating func end()
}

extension CheckRenderer {
  mutating func begin() {}
  mutating func end() {}
}
