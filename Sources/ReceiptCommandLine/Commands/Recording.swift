internal import ReceiptCore

/// An expectation file that says of every receipt what it is now: a baseline for later runs.
struct Recording {
  private static let firstLine =
    "# Written by receipt check --record. Read what changes here before you accept it."

  static let beginning = "\(firstLine)\nreceipts:\n"

  private let settings: RunSettings
  private let expectations: Expectations
  private let folder: String
  private let workingFolder: String
  private(set) var fileCount = 0
  private var lastName: String?

  /// What is written of one receipt.
  struct Entry: Sendable {
    fileprivate let name: String
    fileprivate let text: String
  }

  /// - Parameter path: Where the file will be; its paths are relative to that.
  init(_ settings: RunSettings, _ expectations: Expectations, path: String) {
    self.settings = settings
    self.expectations = expectations
    folder = PathText.folder(of: path)
    workingFolder = settings.host.workingFolder
  }

  /// Whether a file may be replaced: only one that was recorded.
  static func mayReplace(_ path: FilePath) -> Bool {
    let beginning = try? FileReader.beginning(of: path, count: firstLine.utf8.count)
    return beginning.map { $0.elementsEqual(firstLine.utf8) } ?? false
  }

  /// The text of an entry, which is to be written at once: memory does not grow with the number of entries.
  mutating func add(_ entry: Entry) -> String {
    if entry.name != lastName {
      fileCount += 1
      lastName = entry.name
    }
    return entry.text
  }

  /// The entry of a receipt, made in any thread.
  func entry(_ report: CheckReport) throws -> Entry {
    var entry: [(String, YAMLNode)] = []
    let path = PathText.relative(
      report.source.name, to: folder, workingFolder: workingFolder)
    entry.append(("files", .text(Glob.escaped(path))))
    add("part", report.source.part, to: &entry)
    add("profile", settings.profile?.rawValue, to: &entry)
    let roots = settings.trustRoots.map {
      YAMLNode.text(PathText.relative($0, to: folder, workingFolder: workingFolder))
    }
    if !roots.isEmpty { entry.append(("trust-root", .list(roots))) }
    add("form", settings.form?.rawValue, to: &entry)
    for parameter in Checks.parameters {
      let values = parameter.texts(in: expectations).map(YAMLNode.text)
      guard let first = values.first else { continue }
      entry.append((parameter.name, parameter.isRepeatable ? .list(values) : first))
    }
    add("sha256", report.source.sha256, to: &entry)
    if case .checked(let checked) = report.outcome {
      var receipt = checked.decoded.receipt
      receipt.inApp = checked.decoded.listed
      entry.append(("receipt", node(receipt.json)))
    }
    if let fails = fails(report) { entry.append(("fails", fails)) }
    return Entry(name: report.source.name, text: try YAMLNode.list([.table(entry)]).encoded())
  }

  // MARK: Nodes

  private func fails(_ report: CheckReport) -> YAMLNode? {
    let faults = report.faults
    guard !faults.isEmpty else { return nil }
    var checks: [(String, YAMLNode)] = []
    for fault in faults {
      // The same check may fail more than once, for several products or in nested receipts: then the
      // reasons alone are named.
      guard let check = fault.check, !checks.contains(where: { $0.0 == check.rawValue }) else {
        var seen: Set<String> = []
        let reasons = faults.map(\.reason).filter { seen.insert($0).inserted }
        return .list(reasons.map(YAMLNode.text))
      }
      checks.append((check.rawValue, .text(fault.reason)))
    }
    return .table(checks)
  }

  private func add(_ key: String, _ value: String?, to entry: inout [(String, YAMLNode)]) {
    if let value { entry.append((key, .text(value))) }
  }

  private func node(_ value: JSONValue) -> YAMLNode {
    switch value {
    case .object(let members): .table(members.map { ($0.name, node($0.value)) })
    case .array(let elements): .list(elements.map(node))
    case .string(let value): .text(value)
    case .number(let digits): .word(digits)
    case .bool(let value): .word(value ? "true" : "false")
    case .null: .word("null")
    }
  }
}
