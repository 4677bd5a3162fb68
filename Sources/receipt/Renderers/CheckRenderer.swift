/// Prints what the checks said, one format each.
protocol CheckRenderer {
  mutating func begin()
  mutating func render(_ report: CheckReport)
  mutating func end()
}

extension CheckRenderer {
  mutating func begin() {}
  mutating func end() {}
}
