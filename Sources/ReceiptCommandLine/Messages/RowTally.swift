/// How the rows of a stream ended.
struct RowTally {
  private var passed = 0
  private var failed = 0
  private var unreadable = 0

  mutating func add(_ status: ExitStatus) {
    switch status {
    case .fine: passed += 1
    case .checkFailed: failed += 1
    case .unreadable: unreadable += 1
    }
  }

  /// `3 rows: 1 passed, 1 failed, 1 unreadable`: always the same words, for programs that look for them.
  var text: String {
    "\(counted(passed + failed + unreadable, "row")): \(grouped(passed)) passed, "
      + "\(grouped(failed)) failed, \(grouped(unreadable)) unreadable"
  }
}
