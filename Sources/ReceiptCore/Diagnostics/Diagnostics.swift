/// The errors and findings of a decode. They are bounded, so that a hostile file cannot fill the memory.
package struct Diagnostics {
  private(set) var errors: [ReceiptError] = []
  private(set) var findings: [Finding] = []
  private let limit: Int
  private var cutEnd: Int?
  // Not a dictionary and a set: the first of a kind of key costs as much as decoding a small receipt. The program is
  // searched then for the code that makes the key hashable.
  private var counts = [Int](repeating: 0, count: Finding.Severity.allCases.count)
  private var kindsKept: [Finding.ID] = []

  package init(limit: Int) { self.limit = limit }

  var isFull: Bool { errors.count > limit }

  mutating func add(_ error: ReceiptError) {
    guard errors.count < limit else {
      guard errors.count == limit else { return }
      errors.append(
        ReceiptError(
          .tooManyErrors, "reading stopped after \(limit) faults", offset: error.offset,
          path: error.path, hint: "the file is badly damaged; get it again from the device"))
      return
    }
    errors.append(error)
  }

  /// Records that an element is cut short at `end`. Where a file breaks off, all enclosing elements are cut
  /// at the same place, and only the outermost one is worth an error.
  mutating func add(_ error: @autoclosure () -> ReceiptError, ofCutAt end: Int) {
    guard cutEnd != end else { return }
    cutEnd = end
    add(error())
  }

  /// Records a finding. Those for information and warnings are counted apart, because only warnings decide
  /// anything. Beyond the limit, the first of each kind is still kept.
  mutating func add(_ finding: Finding) {
    let place = finding.severity.rank
    guard counts[place] >= limit else {
      counts[place] += 1
      findings.append(finding)
      return
    }
    if counts[place] == limit {
      counts[place] += 1
      for kept in findings { keep(kept.id) }
      let id: Finding.ID = finding.severity == .info ? .tooManyFindings : .tooManyWarnings
      findings.append(Finding(id, offset: finding.offset, path: finding.path))
    }
    if keep(finding.id) { findings.append(finding) }
  }

  /// Whether this is the first of its kind. There are few kinds.
  @discardableResult
  private mutating func keep(_ kind: Finding.ID) -> Bool {
    guard !kindsKept.contains(kind) else { return false }
    kindsKept.append(kind)
    return true
  }
}

extension Finding.Severity {
  fileprivate var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    }
  }
}
