internal import ReceiptCore

/// Where an expectation file says what it says of some receipts.
struct ExpectationPlaces: Sendable {
  /// The key that an entry has for the receipts that it names: the place of the entry itself.
  static let files = "files"
  /// The key of the list of all entries.
  static let receipts = "receipts"

  private var sayings: [Saying] = []

  /// One key of an entry.
  private struct Saying {
    let key: String
    let line: Int32
    /// The line of the entry before that said something else under this key; 0 if none did.
    var overridden: Int32 = 0
    /// The lines of the values of a list, in their order; empty if they stand in the line of the key.
    var lines: [Int32] = []
    let why: String?
  }

  init() {}

  /// The place of an entry, or of the list of them.
  init(_ key: String, at line: Int, why: String? = nil) { add(key, at: line, why: why) }

  /// The place of the entry alone.
  var ofEntry: ExpectationPlaces {
    var result = self
    result.sayings.removeAll { $0.key != Self.files }
    return result
  }

  /// Adds the place of a key, and those of the values of a list.
  mutating func add(_ key: String, at line: Int, values: [Int] = [], why: String?) {
    let isInOneLine = values.allSatisfy { $0 == line }
    sayings.append(
      Saying(
        key: key, line: Int32(clamping: line),
        lines: isInOneLine ? [] : values.map { Int32(clamping: $0) }, why: why))
  }

  /// Where a later entry says something, it says it instead.
  mutating func add(_ later: ExpectationPlaces) {
    for var saying in later.sayings {
      guard let index = sayings.firstIndex(where: { $0.key == saying.key }) else {
        sayings.append(saying)
        continue
      }
      // Another entry for the same file adds to the first, and takes nothing from it.
      if saying.overridden == 0, saying.key != Self.files {
        saying.overridden = sayings[index].line
      }
      sayings[index] = saying
    }
  }

  /// Where a key is said.
  ///
  /// - Parameter value: Which value of a list is meant.
  func place(of key: String, value: Int? = nil) -> ExpectationPlace? {
    guard let saying = sayings.first(where: { $0.key == key }) else { return nil }
    let line = value.flatMap { saying.lines.indices.contains($0) ? saying.lines[$0] : nil }
    let isOverriding = saying.overridden != 0 && saying.overridden != saying.line
    return ExpectationPlace(
      line: Int(line ?? saying.line), key: key == Self.files ? nil : key,
      overridden: isOverriding ? Int(saying.overridden) : nil, why: saying.why)
  }
}

/// The place in an expectation file that a problem points at.
struct ExpectationPlace {
  var line: Int
  /// What is said there; `nil` for an entry that names the receipt, and says nothing of the problem.
  let key: String?
  /// The line of an entry before, which said something else.
  let overridden: Int?
  /// Why the entry says it.
  var why: String?
}
