internal import ReceiptCore

/// What an import of rows will meet: how many are whole, genuine and of the right place, and which are not.
struct ImportRenderer: CheckRenderer {
  private let output: Output
  private let format: Format
  private var aside: AsideRows?
  var ledger: ImportLedger

  private var counts: ImportCounts
  private var summary = CheckSummary()

  enum Format {
    case text(width: Int?, Style)
    case json
  }

  init(
    _ output: Output, _ format: Format, name: String, ledger: ImportLedger, aside: AsideRows?
  ) {
    self.output = output
    self.format = format
    counts = ImportCounts(name: name)
    self.ledger = ledger
    self.aside = aside
  }

  mutating func render(_ report: CheckReport) {
    counts.rows += 1
    if case .checked(let checked) = report.outcome {
      if checked.decoded.errors.isEmpty { counts.whole += 1 }
      if checked.verification.isTrusted {
        counts.genuine += 1
        for id in Self.questions { count(id, in: checked.results) }
      }
    }
    if report.results.contains(where: { $0.reason == .duplicateTransaction }) {
      counts.duplicates += 1
    }
    if report.verdict == .pass {
      counts.ready += 1
    } else {
      summary.add(report)
      aside?.write(report)
    }
  }

  private static let questions: [CheckID] = [.environment, .bundleID]

  /// What a receipt says counts only if it is genuine.
  private mutating func count(_ id: CheckID, in results: [CheckResult]) {
    for result in results where result.id == id && result.status != .notRun {
      counts.passed[id, default: 0] += result.status == .pass ? 1 : 0
    }
  }

  mutating func end() {
    counts.older = ledger.olderCount
    switch format {
    case .text(let width, let style): writeText(width, style)
    case .json: writeJSON()
    }
  }

  private func writeText(_ width: Int?, _ style: Style) {
    line(style.strong("\(Source(name: counts.name).text): \(counted(counts.rows, "row"))"))
    line()
    row("whole", counts.whole)
    row("genuine", counts.genuine)
    if let count = counts.passed[.environment] { row("right environment", count) }
    if let count = counts.passed[.bundleID] { row("right app", count) }
    row("newest", counts.newest, "of their original transaction and user")
    row("shared", counts.duplicates, "with the original transaction of another user")
    line()
    row("ready", counts.ready)
    if let aside {
      row("set aside", counts.rows - counts.ready, "in \(escapedForTerminal(aside.path))")
    }
    if counts.ready < counts.rows {
      line()
      for text in summary.table(width: width, style: style) { line(text) }
    }
  }

  private func row(_ label: String, _ count: Int, _ remark: String = "") {
    let digits = grouped(count)
    let indent = String(repeating: " ", count: max(1, 30 - label.utf8.count - digits.utf8.count))
    line("  \(label)\(indent)\(digits)" + (remark.isEmpty ? "" : "  \(remark)"))
  }

  private func writeJSON() {
    var json = JSONSequence(output, .object)
    json.add(counts, ImportCounts.shape)
  }

  private func line(_ text: String = "") { output.write(text + "\n") }
}

/// The file of the rows that are not ready: the same table, with the line and the reason.
struct AsideRows {
  let path: String
  private let output: Output
  private let header: TableHeader?
  /// How many columns of the table stay: an earlier run may have added its own two.
  private let columnCount: Int

  private static let added = ["line", "reason"]

  init(_ path: String, _ header: TableHeader?) throws(OutputError) {
    self.path = path
    self.header = header
    output = try Output(path: path)
    let own = (header?.names.count ?? 0) - Self.added.count
    let isAgain =
      header.map { $0.receipt < own && $0.names.dropFirst(own) == Self.added[...] } ?? false
    columnCount = isAgain ? own : own + Self.added.count
    if let header { output.write(header.titles(of: columnCount, adding: Self.added)) }
  }

  func write(_ report: CheckReport) {
    let record = report.source.record
    guard let header else {
      output.write(octets: record + [UInt8(ascii: "\n")])
      return
    }
    let count = header.names.count
    let problem = report.problems.first
    let added = [report.source.line.map(String.init), problem?.title ?? report.verdict.rawValue]
    // A row that does not fit stands whole in the first column.
    guard let fields = try? header.syntax.fields(of: record, limit: count + 1),
      fields.count <= count
    else {
      let missing = [String?](repeating: nil, count: columnCount - 1)
      output.write(
        header.syntax.line([ReceiptString(record).description] + missing + added))
      return
    }
    // The bytes as they were: they may be text in another encoding.
    let own = fields.prefix(columnCount)
    let missing = [String?](repeating: nil, count: columnCount - own.count)
    output.write(octets: record[..<(own.last?.upperBound ?? 0)] + [header.syntax.separator])
    output.write(header.syntax.line(missing + added))
  }

  func finish() throws(OutputError) { try output.finish() }
}
