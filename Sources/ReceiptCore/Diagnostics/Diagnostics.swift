/// The errors and findings of a decode. They are bounded, so that a hostile file cannot fill the memory.
package struct Diagnostics {
  private(set) var errors: [ReceiptError] = []
  private(set) var findings: [Finding] = []
  private let limit: Int
  private var cutEnd: Int?
  private var counts: [Finding.Severity: Int] = [:]
  private var kindsKept: Set<Finding.ID> = []

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
    let count = counts[finding.severity, default: 0]
    if count < limit {
      counts[finding.severity] = count + 1
      findings.append(finding)
      return
    }
    if count == limit {
      counts[finding.severity] = count + 1
      kindsKept.formUnion(findings.map(\.id))
      let id: Finding.ID = finding.severity == .info ? .tooManyFindings : .tooManyWarnings
      findings.append(Finding(id, offset: finding.offset, path: finding.path))
    }
    if kindsKept.insert(finding.id).inserted { findings.append(finding) }
  }
}
