/// How many receipts passed, and how many did not.
struct Tally {
  private(set) var passed = 0
  private(set) var failed = 0
  private(set) var unreadable = 0

  var total: Int { passed + failed + unreadable }

  mutating func add(_ verdict: CheckReport.Verdict) {
    switch verdict {
    case .pass: passed += 1
    case .fail: failed += 1
    case .error: unreadable += 1
    }
  }

  /// `3 receipts: 1 failed, 1 could not be read, 1 passed`: what matters first.
  var text: String {
    var parts: [String] = []
    if failed > 0 { parts.append("\(grouped(failed)) failed") }
    if unreadable > 0 { parts.append("\(grouped(unreadable)) could not be read") }
    if passed > 0 { parts.append("\(grouped(passed)) passed") }
    guard parts.count > 1 || passed == 0 else {
      return total == 1 ? "1 receipt passed" : "all \(grouped(total)) receipts passed"
    }
    return "\(counted(total, "receipt")): " + parts.joined(separator: ", ")
  }
}
