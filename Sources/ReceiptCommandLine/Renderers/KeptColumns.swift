// Columns of the input in the answers.
extension CSVText {
  /// - Throws: If a kept column has the title of a column of the answers, which a reader could not tell apart.
  static func checkTitles(
    _ kept: [String], beside columns: [String],
    hint: String = "name the columns to keep without it: --keep NAME,…; or choose --format ndjson",
    ignoringCase: Bool = false
  ) throws(UsageError) {
    // Databases tell no names apart by their case.
    func key(_ name: String) -> String { ignoringCase ? name.lowercased() : name }
    let taken = Set(columns.map(key))
    guard let title = kept.map(key).first(where: taken.contains) else { return }
    throw UsageError("the answers have a column \(title) too", hint: hint)
  }
}
