// Columns of the input in the answers.
extension CSVText {
  /// - Throws: If a kept column has the title of a column of the answers, which a reader could not tell apart.
  static func checkTitles(
    _ kept: [String], beside columns: [String],
    hint: String = "name the columns to keep without it: --keep NAME,…; or choose --format ndjson"
  ) throws(UsageError) {
    // Databases tell no names apart by their case.
    let taken = Set(columns.map { $0.lowercased() })
    guard let title = kept.first(where: { taken.contains($0.lowercased()) }) else { return }
    throw UsageError("the answers have a column \(title.lowercased()) too", hint: hint)
  }
}
