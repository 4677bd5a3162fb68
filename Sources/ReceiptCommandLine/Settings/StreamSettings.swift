/// How many receipts are read and answered.
struct StreamSettings {
  /// How the rows of an input are read; `nil` where an input is not a stream of rows.
  var rows: RowFormat?
  /// The number of threads; as many as there are processors by default.
  var jobs: Int?
  /// Whether the exit code says only if the input could be read.
  var acceptsBadRows = false
  /// Whether receipts that pass get no answer.
  var onlyFailures = false
}
