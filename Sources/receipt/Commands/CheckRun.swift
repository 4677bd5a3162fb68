internal import ArgumentParser
internal import ReceiptCore

/// One run of `receipt check`. The defaults are those of the command without an option.
struct CheckRun {
  var files: [String]
  var format = CheckFormat.text
  /// How each row of the input is read as a receipt; `nil` where an input is not a stream of rows.
  var rows: RowFormat?
  /// What the command line expects.
  var expectations: ExpectationOptions?
  /// Whether no transaction may come again in the run, with another owner.
  var expectsUniqueTransactions = false
  var settings = RunSettings()
  var appSettings = AppSettingsSource.none

  init(files: [String]) { self.files = files }

  /// A file that says what is expected of which receipts.
  var expectationFile: String?
  /// A file to write with what the receipts are now.
  var recordingFile: String?

  func run() throws -> ExitStatus {
    try settings.write(checking: protectInputs) { output, messages in
      let settings = try settings.knowing(appSettings.resolved(), localTime: nil, messages)
      var expectations = try expectations?.expectations() ?? Expectations()
      expectations.now = settings.at
      var judges = CheckContextMaker(
        settings: settings, expectations: expectations, clock: Terminal.now)
      if let recordingFile {
        return try record(to: recordingFile, judges.judge(nil), expectations, messages)
      }
      let index = try expectationFile.map { path throws(NamedError) in
        ExpectationIndex(
          try ExpectationFile.load(path), workingFolder: Terminal.workingFolder)
      }
      let list =
        index.map { files.isEmpty ? InputList($0.inputs()) : InputList(files) }
        ?? InputList(files)
      if let index { try settings.makeOutputGuard().check(reading: list.inputs + index.roots) }
      let inputs = ReceiptInputs(
        list, rows: rows, limits: settings.limits, digests: index != nil,
        together: settings.together, output: output)
      let judge = try judges.judge(nil)
      guard inputs.inputs.count > 1, rows == nil, !settings.together else {
        return try checkInTurn(inputs, index, &judges, judge, output, messages)
      }
      return try checkTogether(inputs, index, &judges, judge, output, messages)
    }
  }

  private func protectInputs(_ outputs: inout OutputGuard) throws(NamedError) {
    try outputs.add("--record", recordingFile)
    let others =
      [expectationFile, appSettings.resolved().path].compactMap(\.self)
      + (expectations?.files ?? [])
    outputs.names = (expectationFile == nil ? InputList.names(files) : files) + others
    try outputs.check(recording: recordingFile)
  }

  // MARK: Checking

  /// One receipt after the other: those of a single input, which may be gone once it was read, or line by line.
  private func checkInTurn(
    _ inputs: ReceiptInputs, _ index: ExpectationIndex?, _ makers: inout CheckContextMaker,
    _ judge: CheckContext, _ output: Output, _ messages: Messages
  ) throws -> ExitStatus {
    var teller = try makeTeller()
    let judges = try inputs.inputs.first.map { try makers.judges(of: $0, index, otherwise: judge) }
    var renderer = makeRenderer(output, isSingle: inputs.isSingle, inputs.keptNames)
    var status = ExitStatus.fine
    renderer.begin()
    inputs.visit { source, found in
      let judge = judges?.judge(of: source) ?? judge
      let report = teller.finish(teller.check(judge, source, found))
      if rows == nil || format == .text { say(report, output, messages) }
      renderer.render(report)
      status = max(status, report.exitStatus)
      return output.failure == 0
    }
    renderer.end()
    return status
  }

  /// Several inputs, by as many threads as there are processors; told in the order of the inputs.
  private func checkTogether(
    _ inputs: ReceiptInputs, _ index: ExpectationIndex?, _ makers: inout CheckContextMaker,
    _ judge: CheckContext, _ output: Output, _ messages: Messages
  ) throws -> ExitStatus {
    let items = try inputs.inputs.map { input in
      (input: input, judges: try makers.judges(of: input, index, otherwise: judge))
    }
    let limits = settings.limits
    let digests = index != nil
    var teller = try makeTeller()
    let reports: @Sendable (Checking) -> [CheckTeller.Pending] = { [teller] item in
      ReceiptInputs.receipts(in: item.input, limits: limits, digests: digests).map {
        teller.check(item.judges.judge(of: $0), $0, $1)
      }
    }
    var status = ExitStatus.fine
    var progress = Progress(
      total: items.count,
      isShown: Terminal.isStandardErrorTerminal && !settings.isQuiet
        && (settings.output != nil || !Terminal.isStandardOutputTerminal))
    defer { progress.clear() }
    // A line has nothing to do with the others, so it is written where the receipt was checked. What is
    // allocated in one thread and freed in another makes both wait.
    if format == .ndjson, !expectsUniqueTransactions {
      OrderedWork.run(items, threads: Terminal.processorCount) { [teller] item in
        reports(item).map { pending in
          // Nothing is to be compared with other inputs, so the report is what it will be.
          var teller = teller
          let report = teller.finish(pending)
          return Line(
            octets: CheckJSONRenderer.line(report), status: report.exitStatus,
            failure: report.unreadable.map { (report.source, $0) })
        }
      } consume: { lines in
        for line in lines {
          if let (source, error) = line.failure {
            progress.clear()
            say(error, in: source, output, messages)
          }
          output.write(octets: line.octets)
          status = max(status, line.status)
        }
        progress.step()
        return output.failure == 0
      }
      return status
    }
    var renderer = makeRenderer(output, isSingle: false)
    renderer.begin()
    OrderedWork.run(items, threads: Terminal.processorCount, work: reports) { reports in
      for pending in reports {
        let report = teller.finish(pending)
        if report.unreadable != nil { progress.clear() }
        say(report, output, messages)
        renderer.render(report)
        status = max(status, report.exitStatus)
      }
      progress.step()
      return output.failure == 0
    }
    progress.clear()
    renderer.end()
    return status
  }

  /// One input, and its contexts.
  private typealias Checking = (input: Input, judges: InputCheckContexts)

  /// What is written of one receipt in NDJSON.
  private struct Line: Sendable {
    let octets: [UInt8]
    let status: ExitStatus
    let failure: (Source, ReceiptError)?
  }

  private func makeTeller() throws -> CheckTeller {
    CheckTeller(
      redactor: try settings.redaction?.makeRedactor(), limits: settings.limits,
      expectsUniqueTransactions: expectsUniqueTransactions)
  }

  /// Says on standard error why an input could not be read, unless it was not meant to be.
  private func say(_ report: CheckReport, _ output: Output, _ messages: Messages) {
    guard let error = report.unreadable else { return }
    say(error, in: report.source, output, messages)
  }

  private func say(
    _ error: ReceiptError, in source: Source, _ output: Output, _ messages: Messages
  ) {
    // GitHub's runner reads both streams for commands, and its own answer says it.
    guard format != .github else { return }
    // In order on a terminal that shows both streams.
    output.flush()
    messages.report(error, in: source)
  }

  // MARK: Recording

  private func record(
    to path: String, _ judge: CheckContext, _ expectations: Expectations, _ messages: Messages
  ) throws -> ExitStatus {
    if Directory.kind(of: FilePath(path), followingLinks: true) == .file,
      let bytes = try? FileReader.read(FilePath(path), limit: DocumentNode.maximumSize),
      !Recording.mayReplace(bytes)
    {
      throw NamedError(
        name: path,
        error: ReceiptError(
          .notRecorded, "this file was not recorded, so it is not replaced",
          hint: "name another file, or remove this one"))
    }
    var recording = Recording(path: path, workingFolder: Terminal.workingFolder)
    for input in InputList(files).inputs {
      guard case .file = input else {
        throw NamedError(
          name: input.name,
          error: ReceiptError(
            .noReceipt, "there is no file whose contents could be recorded",
            hint: "name files and folders"))
      }
      // Not the file that is being written.
      guard PathText.normalized(input.name) != PathText.normalized(path) else { continue }
      for (source, found) in ReceiptInputs.receipts(
        in: input, limits: settings.limits, digests: true)
      {
        recording.add(judge.report(source, found), settings, expectations)
      }
    }
    let file = try Output(path: path)
    file.write(octets: try recording.encoded())
    try file.finish()
    messages.note(
      "recorded \(counted(recording.fileCount, "file")) in \(escapedForTerminal(path)); "
        + "check them with: receipt check --expect \(escapedForTerminal(path))")
    return .fine
  }

  private func makeRenderer(
    _ output: Output, isSingle: Bool, _ keptNames: [String] = []
  ) -> any CheckRenderer {
    switch format {
    case .text:
      return CheckTextRenderer(
        output, width: Terminal.width,
        style: settings.outputStyle, isSingle: isSingle)
    case .json:
      return CheckJSONRenderer(output, shape: isSingle ? .object : .array)
    case .ndjson:
      return CheckJSONRenderer(output, shape: .lines)
    case .csv: return CheckCSVRenderer(output, kept: keptNames)
    case .junit: return CheckJUnitRenderer(output)
    case .tap: return CheckTAPRenderer(output)
    case .sarif: return CheckSARIFRenderer(output, version: Program.version)
    case .github: return CheckGitHubRenderer(output)
    }
  }
}

extension ReceiptError.Code {
  /// A file stands where one is to be recorded, and was written by a person.
  static let notRecorded = Self(rawValue: "not-recorded")
}

enum CheckFormat: String, CaseIterable {
  case text, json, ndjson, csv, junit, tap, sarif, github
}
