internal import ReceiptCore

/// How many receipts passed, and how many did not.
struct Tally {
  private(set) var passed = 0
  private(set) var failed = 0
  private(set) var unreadable = 0
  /// Paths and patterns that led to nothing. They are no receipts.
  private(set) var missing = 0

  private var isAborted = false

  var isFine: Bool { failed + unreadable + missing == 0 }

  private var total: Int { passed + failed + unreadable }

  mutating func add(_ report: CheckReport) {
    if report.isAborted { isAborted = true }
    switch report.verdict {
    case .pass: passed += 1
    case .fail: failed += 1
    case .error where report.unreadable?.code == .noReceipt: missing += 1
    case .error: unreadable += 1
    }
  }

  /// `3 receipts: 1 failed, 1 could not be read, 1 passed`: what matters first.
  var text: String {
    if isAborted { return "nothing was checked" }
    let missing = missing == 0 ? [] : ["\(counted(missing, "path")) without a receipt"]
    return ((total == 0 && !missing.isEmpty ? [] : [receipts]) + missing).joined(separator: "; ")
  }

  private var receipts: String {
    var parts: [(count: Int, words: String)] = []
    if failed > 0 { parts.append((failed, "failed")) }
    if unreadable > 0 { parts.append((unreadable, "could not be read")) }
    if passed > 0 { parts.append((passed, "passed")) }
    if parts.count == 1 {
      return (total > 1 ? "all " : "") + "\(counted(total, "receipt")) \(parts[0].words)"
    }
    return "\(counted(total, "receipt")): "
      + parts.map { "\(grouped($0.count)) \($0.words)" }.joined(separator: ", ")
  }
}
