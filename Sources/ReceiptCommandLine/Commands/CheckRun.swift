internal import ArgumentParser
internal import ReceiptCore

/// One run of `receipt check`. The defaults are those of the command without an option.
struct CheckRun {
  var files: [String]
  var format = CheckFormat.text
  var stream = StreamSettings()
  /// Whether answers are short.
  var isCompact = false
  /// Whether the rows are reviewed for an import, instead of being answered.
  var isImport = false
  /// The file for rows that are not ready to be imported.
  var badRowsFile: String?
  /// What the command line expects.
  var expectations: ExpectationOptions?
  /// Whether no transaction may come again in the run, with another owner.
  var expectsUniqueTransactions = false
  var settings: RunSettings
  var appSettings = AppSettingsSource.none

  /// A file that says what is expected of which receipts.
  var expectationFile: String?
  /// Whether that file must name every receipt.
  var isStrict = false
  /// Whether the text says how Apple's library verifies the same.
  var showsDetails = false
  /// A file to write with what the receipts are now.
  var recordingFile: String?

  func run() throws -> ExitStatus {
    guard !namesExpectationFile else {
      var whole = self
      whole.files = []
      return try whole.run()
    }
    return try settings.write(checking: protectInputs) { output, messages in
      do {
        return try run(output, messages)
      } catch let error as NamedError where recordingFile == nil && !error.isAboutOutput {
        // A report of an earlier run must not be taken for that of this one.
        try report(error, output, messages)
        return .unreadable
      }
    }
  }

  /// Whether the expectation file is one of the files: a hook that names what changed means all that is expected.
  private var namesExpectationFile: Bool {
    guard let place = expectationFile.flatMap({ FilePlace(FilePath($0)) }), place.isTaken else {
      return false
    }
    return files.contains { FilePlace(FilePath($0))?.isSame(as: place) ?? false }
  }

  private func run(_ output: Output, _ messages: Messages) throws -> ExitStatus {
    let settings = try settings.knowing(
      appSettings.resolved(on: settings.host), localTime: nil, messages)
    var expectations = try expectations?.expectations(on: settings.host) ?? Expectations()
    expectations.now = settings.at
    if isImport { expectProduction(&expectations) }
    let index = try expectationFile.map { path throws(NamedError) in
      ExpectationIndex(
        try ExpectationFile.load(path, on: settings.host), on: settings.host)
    }
    var judges = CheckContextMaker(
      settings: settings, expectations: expectations, clock: settings.host.now, index)
    if let recordingFile {
      return try record(to: recordingFile, judges.judge(nil), expectations, messages)
    }
    var list =
      index.map { files.isEmpty ? InputList($0.inputs()) : InputList(names, on: settings.host) }
      ?? InputList(names, on: settings.host)
    if let index, list.inputs.contains(where: index.isItself) {
      // It lies in a folder that is checked.
      list = InputList(list.inputs.filter { !index.isItself($0) })
      if list.inputs.isEmpty {
        list = InputList([.missing(FilePath(names.first ?? "."), .nothingElse)])
      }
    }
    if let index { try settings.makeOutputGuard().check(reading: list.inputs + index.roots) }
    output.removeOld()
    if let index {
      let unlisted = unlistedReceipts(index, list)
      if !isStrict {
        warn(of: unlisted, messages)
      } else if files.isEmpty {
        list = InputList(list.inputs + unlisted)
      }
    }
    let inputs = ReceiptInputs.opening(
      list, rows: stream.rows, limits: settings.limits, digests: index != nil,
      together: settings.together)
    let judge = try judges.judge(isStrict ? index?.unlisted : nil)
    return try check(inputs, &judges, judge, output, messages)
  }

  /// The inputs, for a report by paths that other programs find among their own.
  private var names: [String] {
    format.isReport ? files.map { $0 == "-" ? $0 : PathText.tidied($0) } : files
  }

  /// The report of a run that could not begin.
  private func report(_ error: NamedError, _ output: Output, _ messages: Messages) throws {
    if format != .github || settings.output != nil {
      messages.report(error.error, in: error.sourceForMessages)
    }
    // Text has no summary of what was not checked.
    let isSingle =
      format == .text || expectationFile == nil && InputList(files, on: settings.host).isSingle
    var renderer = telling(messages, besides: try makeRenderer(output, isSingle: isSingle))
    renderer.begin()
    renderer.render(CheckReport(error, judgedAt: settings.now))
    renderer.end()
  }

  // MARK: Receipts that the expectation file does not name

  private func unlistedReceipts(_ index: ExpectationIndex, _ list: InputList) -> [Input] {
    let own = [expectationFile, settings.output, appSettings.resolved(on: settings.host).path]
      .compactMap {
        $0.flatMap { FilePlace(FilePath($0)) }
      }
    let inputs =
      files.isEmpty ? index.others(everywhere: isStrict) : list.inputs.filter { !index.isNamed($0) }
    return inputs.filter { input in
      if isStrict, input.isUnreadableFolder { return true }
      guard case .file(let path, _) = input, let place = FilePlace(path),
        !own.contains(where: place.isSame)
      else { return false }
      return settings.decoder.decodes(
        ReceiptInputs.receipts(in: input, limits: settings.limits, digests: false))
    }
  }

  private func warn(of unlisted: [Input], _ messages: Messages) {
    guard let first = unlisted.first else { return }
    let others = unlisted.count - 1
    messages.warning(
      "the expectation file has no entry for \(Source(name: first.name).text)"
        + (others > 0 ? " and \(counted(others, "more receipt"))" : ""),
      hint: "write an entry for each receipt; --strict makes this a failure")
  }

  /// An import is of real purchases, unless the command line names another environment.
  private func expectProduction(_ expectations: inout Expectations) {
    for parameter in Checks.parameters
    where parameter.name == CheckID.environment.rawValue
      && parameter.texts(in: expectations).isEmpty
    {
      _ = parameter.add("production", to: &expectations)
    }
  }

  private func protectInputs(_ outputs: inout OutputGuard) throws(NamedError) {
    try outputs.add("--record", Output.file(named: recordingFile))
    try outputs.add("--bad-rows-file", badRowsFile)
    let others =
      [expectationFile, appSettings.resolved(on: settings.host).path].compactMap(\.self)
      + (expectations?.files ?? [])
    outputs.names = (expectationFile == nil ? InputList.names(files) : files) + others
    try outputs.check(recording: recordingFile)
  }

  // MARK: Checking

  private func check(
    _ inputs: ReceiptInputs, _ makers: inout CheckContextMaker, _ judge: CheckContext,
    _ output: Output, _ messages: Messages
  ) throws -> ExitStatus {
    if isImport { return try review(inputs, judge, output, messages) }
    // What cannot be judged is found before anything is said.
    let plans = try inputs.inputs.map { try makers.plan(of: $0, otherwise: judge) }
    var teller = try makeTeller()
    var renderer = telling(
      messages,
      besides: try makeRenderer(
        output, isSingle: inputs.isSingle, inputs.keptNames, skipped: judge.checker.skipped))
    var loop = AnswerLoop(inputs, stream, settings, output, messages)
    loop.saysMessages = saysErrors
    renderer.begin()
    // Most runs have no such file, and its types take time when they are first used.
    let parts = makers.index == nil ? nil : ExpectedParts(plans)
    let check: @Sendable (Int, Source, ReceiptInputs.Found) -> CheckTeller.Pending = {
      [teller, makers] index, source, found in
      parts?.note(source, found, ofInput: index)
      return teller.check(makers.judge(of: source, plans[index], otherwise: judge), source, found)
    }
    if expectsUniqueTransactions {
      loop.answer(check) { loop, pending in loop.tell(teller.finish(pending), &renderer) }
    } else {
      // Nothing is to be compared with other receipts, so the report is what it will be.
      loop.tell(&renderer) { [teller] index, source, found in
        var teller = teller
        return teller.finish(check(index, source, found))
      }
    }
    // Of what was not read, because the reader of the output has gone, nothing is known.
    for (index, parts) in output.failure == 0 ? parts?.missing ?? [] : [] {
      let judges = makers.judges(of: parts, plans[index])
      for (part, judge) in zip(parts, judges) {
        let source = Source(name: inputs.inputs[index].name, part: part)
        loop.tell(
          teller.finish(teller.check(judge, source, .failure(.missingPart))), &renderer)
      }
    }
    renderer.end()
    loop.sumUp(unless: format == .text)
    return loop.status
  }

  /// Tells of all rows together what an import will meet.
  private func review(
    _ inputs: ReceiptInputs, _ judge: CheckContext, _ output: Output, _ messages: Messages
  ) throws -> ExitStatus {
    let aside = try badRowsFile.map { try AsideRows($0, inputs.header) }
    var renderer = ImportRenderer(
      output,
      format == .json ? .json : .text(width: settings.host.width, settings.outputStyle),
      name: inputs.inputs.first?.name ?? "-",
      ledger: ImportLedger(user: stream.rows?.kept?.first?.text), aside: aside)
    var settings = settings
    settings.answersAtEnd = true
    var loop = AnswerLoop(inputs, stream, settings, output, messages)
    loop.saysMessages = false
    let teller = try makeTeller()
    loop.answer { _, source, found in
      var teller = teller
      return teller.finish(teller.check(judge, source, found))
    } tell: { loop, report in
      // What the rows have to do with each other is known in their order.
      let report = renderer.ledger.judge(report)
      loop.tell(report, &renderer)
    }
    renderer.end()
    try aside?.finish()
    return loop.status
  }

  private func makeTeller() throws -> CheckTeller {
    CheckTeller(
      redactor: try settings.makeRedactor(), limits: settings.limits,
      expectsUniqueTransactions: expectsUniqueTransactions)
  }

  // MARK: Recording

  private func record(
    to path: String, _ judge: CheckContext, _ expectations: Expectations, _ messages: Messages
  ) throws -> ExitStatus {
    if path != "-", Directory.kind(of: FilePath(path), followingLinks: true) == .file,
      !Recording.mayReplace(FilePath(path))
    {
      throw NamedError(
        name: path,
        error: ReceiptError(
          .alreadyThere, "this file is there already, and was not recorded, so it is not replaced",
          hint: "name another file, or remove this one"))
    }
    let inputs = InputList(files, on: settings.host).inputs
    for input in inputs {
      guard case .file = input else {
        throw NamedError(
          name: input.name,
          error: ReceiptError(
            .noReceipt, "there is no file whose contents could be recorded",
            hint: "name files and folders"))
      }
    }
    // Not the file that is being written.
    let name = Output.file(named: path)
    let recorded = inputs.filter {
      PathText.normalized($0.name) != name.map(PathText.normalized)
    }
    guard !recorded.isEmpty else {
      throw NamedError(
        name: path,
        error: ReceiptError(
          .noReceipt, "there is nothing to record but this file", hint: "name files and folders"))
    }
    let file = try settings.host.output(to: name)
    var settings = settings
    settings.output = name
    var recording = Recording(settings, expectations, path: path)
    file.write(Recording.beginning)
    var loop = AnswerLoop(
      ReceiptInputs.opening(InputList(recorded), limits: settings.limits, digests: true), stream,
      settings,
      file, messages)
    do {
      var failure: (any Error)?
      loop.answer { [recording] _, source, found in
        Result { try recording.entry(judge.report(source, found)) }
      } tell: { _, entry in
        do {
          file.write(recording.add(try entry.get()))
        } catch {
          failure = failure ?? error
        }
      }
      if let failure { throw failure }
    } catch {
      file.discard()
      throw error
    }
    try file.finish()
    guard let name else { return .fine }
    messages.note(
      "recorded \(counted(recording.fileCount, "file")) in \(escapedForTerminal(name)); "
        + "check them with: receipt check --expect \(escapedForTerminal(name))")
    return .fine
  }

  /// Whether standard error says what cannot be read. GitHub's runner reads both streams for commands, and its own
  /// answer says it. So does that to a row.
  ///
  /// Where the report is written to a file, `CheckFailureNotes` names what did not pass.
  private var saysErrors: Bool {
    format != .github && (stream.rows == nil ? settings.output == nil : format == .text)
  }

  /// The file for the summary of a job of GitHub Actions.
  private var stepSummary: String? {
    guard format == .github else { return nil }
    return settings.host.variable("GITHUB_STEP_SUMMARY").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The renderer of the report, with what is told elsewhere for those who do not see it.
  private func telling(
    _ messages: Messages, besides renderer: any CheckRenderer
  ) -> any CheckRenderer {
    var others: [any CheckRenderer] = []
    if settings.output != nil, stream.rows == nil {
      others.append(CheckFailureNotes(messages))
    }
    if let stepSummary {
      others.append(CheckStepSummaryRenderer(appendingTo: stepSummary, messages))
    }
    return others.isEmpty ? renderer : RendererGroup(renderers: [renderer] + others)
  }

  private func makeRenderer(
    _ output: Output, isSingle: Bool, _ keptNames: [String] = [], skipped: [[CheckResult]] = []
  ) throws -> any CheckRenderer {
    switch format {
    case .text:
      return CheckTextRenderer(
        output, width: settings.host.width,
        style: settings.outputStyle, isFile: settings.output != nil, isSingle: isSingle,
        showsDetails: showsDetails)
    case .json:
      return JSONRenderer(output, isSingle ? .object : .array, CheckReport.shape())
    case .ndjson where isCompact: return JSONRenderer(output, .lines, CheckReport.compact)
    case .ndjson:
      return JSONRenderer(output, .lines, CheckReport.shape(skipped: skipped))
    case .csv: return try CSVRenderer(output, CheckReport.table, kept: keptNames)
    case .junit: return CheckJUnitRenderer(output)
    case .tap: return CheckTAPRenderer(output)
    case .sarif:
      return CheckSARIFRenderer(
        output, version: Program.version, paths: RepositoryPaths(settings.host))
    case .github:
      return CheckGitHubRenderer(
        output, hasSummary: stepSummary != nil, paths: RepositoryPaths(settings.host))
    }
  }
}

extension ReceiptError {
  fileprivate static let nothingElse = ReceiptError(
    .noReceipt, "there is no file in it but that with the expectations",
    hint: "name the folder of the receipts")

  fileprivate static let missingPart = ReceiptError(
    .noReceipt, "the expectation file has an entry for this part, but the file has no such part",
    hint: "a part is named as the report names it: line 2, [0].receipt; a single receipt has none")
}

extension NamedError {
  /// The output is an input or another output, so nothing may be written to it.
  fileprivate var isAboutOutput: Bool { [.outputIsInput, .sameOutput].contains(error.code) }
}

enum CheckFormat: String, CaseIterable {
  case text, json, ndjson, csv, junit, tap, sarif, github

  /// Whether it is the format of another program.
  var isReport: Bool { [.junit, .tap, .sarif, .github].contains(self) }
}
