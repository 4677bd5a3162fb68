internal import Foundation
internal import Synchronization
internal import Testing

/// One kind of disagreement with another verifier: who says what of which form.
package struct Difference: Hashable, Comparable {
  private let cells: [String]

  package init(form: String, ours: String, verifier: String, theirs: String) {
    cells = [form, ours, verifier, theirs]
  }

  /// This library accepts what the other refuses.
  package var isAcceptedHere: Bool { cells[1] == OurVerdict.accepted }

  package static func < (left: Self, right: Self) -> Bool {
    left.cells.lexicographicallyPrecedes(right.cells)
  }

  // MARK: The list

  private static let list = Fixture.root.appending(path: "Tests/TestSupport/differences.tsv")

  /// Rounds of one test record at the same time.
  private static let recording = Mutex(())

  /// The differences that are known, with their reasons.
  package static func known() throws -> [Difference: String] {
    let text = try String(contentsOf: list, encoding: .utf8)
    var result: [Difference: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(cells.count == 5, "\(line)")
      result[Difference(form: cells[0], ours: cells[1], verifier: cells[2], theirs: cells[3])] =
        cells[4]
    }
    return result
  }

  /// Every difference that was found must be known. `found` has the name of an input for each.
  package static func expectKnown(_ found: [Difference: String]) throws {
    let known = try known()
    let new = found.filter { known[$0.key] == nil }
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1", !new.isEmpty {
      try record(new.keys)
      Issue.record("recorded differences.tsv; write a reason for each line that ends with ?")
    }
    for (difference, name) in new.sorted(by: { $0.key < $1.key }) {
      Issue.record("a new difference: \(difference.cells), first in \(name)")
    }
  }

  private static func record(_ new: some Sequence<Difference>) throws {
    try recording.withLock { _ in
      let all = try known().merging(new.map { ($0, "?") }) { old, _ in old }
      let lines = all.sorted { $0.key < $1.key }
        .map { ($0.key.cells + [$0.value]).joined(separator: "\t") + "\n" }
      try ("# form\tours\tverifier\ttheirs\twhy\n" + lines.joined())
        .write(to: list, atomically: true, encoding: .utf8)
    }
  }
}
