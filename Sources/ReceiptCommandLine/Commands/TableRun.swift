internal import ReceiptCore

/// One run of `receipt table`.
struct TableRun {
  var files: [String]
  var format = TableFormat.ndjson
  var stream = StreamSettings()
  /// What the command line expects.
  var expectations: ExpectationOptions?
  var settings: RunSettings

  func run() throws -> ExitStatus {
    let others = expectations?.files ?? []
    return try settings.write(reading: InputList.names(files) + others) { output, messages in
      var expectations = try expectations?.expectations(on: settings.host) ?? Expectations()
      expectations.now = settings.at
      var judges = CheckContextMaker(
        settings: settings, expectations: expectations, clock: settings.host.now, nil)
      let judge = try judges.judge(nil)
      let redactor = try settings.makeRedactor()
      let limits = settings.limits
      let inputs = ReceiptInputs.opening(
        InputList(files, on: settings.host), rows: stream.rows, limits: limits,
        hidesNames: redactor != nil)
      // In databases, where names are the same in upper and lower case. Nothing is left for the renderer to refuse.
      try CSVText.checkTitles(
        inputs.keptNames, beside: TableColumn.all.map(\.name),
        hint: "give the column of the input another name", ignoringCase: true)
      var renderer = try makeRenderer(output, kept: inputs.keptNames)
      var loop = AnswerLoop(inputs, stream, settings, output, messages)
      // A row has the code of its error alone.
      if stream.rows != nil { loop.greatestMessageCount = Self.greatestMessageCount }
      renderer.begin()
      loop.tell(&renderer) { _, source, found in
        TableReport(
          source, found, judge: source.judgedAt.map(judge.at) ?? judge,
          redacting: redactor.map { ($0, limits) })
      }
      renderer.end()
      loop.sumUp(unless: false)
      return loop.status
    }
  }

  /// The errors of the first bad rows are told. Those of the others are as a rule the same.
  private static let greatestMessageCount = 10

  private func makeRenderer(
    _ output: Output, kept: [String]
  ) throws(UsageError) -> any TableRenderer {
    switch format {
    case .ndjson: TableJSONRenderer(output, kept: kept)
    case .csv: try CSVRenderer(output, TableReport.table, kept: kept)
    }
  }
}

enum TableFormat: String, CaseIterable {
  case ndjson, csv
}
