internal import ArgumentParser
internal import ReceiptCore

struct CheckCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Verifies receipts, and checks what you expect of them.",
    usage: "receipt check [options] [FILE ...]\nreceipt check --help-all",
    discussion: """
      The signature is always checked. Add an option for each thing you expect.

      EXAMPLES
        receipt check receipt.bin --bundle-id com.example.app
        receipt check receipt.bin --active-product com.example.pro --at 2024-02-29
        receipt check --expect receipts.yml --format junit > report.xml
      """
  )

  @Argument(help: .receipts, completion: .file())
  private var files: [String] = []

  @OptionGroup private var expectations: ExpectationOptions

  @Option(
    name: .long,
    help: ArgumentHelp("Check what an expectation file says of each receipt.", valueName: "file"),
    completion: .file())
  private var expect: String?

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Fail receipts that the file of --expect does not name.", visibility: .inFullHelp))
  private var strict = false

  @Option(oneOf: "Format", name: .shortAndLong, default: "text")
  private var format: CheckFormat?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write an expectation file that describes the receipts as they are now.",
      valueName: "file", visibility: .inFullHelp), completion: .file())
  private var record: String?

  @Option(
    help: ArgumentHelp(
      "Expect what a settings file says of the app, unless an option or --expect says otherwise.",
      valueName: "file", visibility: .inFullHelp), completion: .file())
  private var settings: String?

  @Option(
    oneOf: "A response or payload that never has a signature", default: "fail",
    visibility: .inFullHelp)
  private var unsigned: UnsignedChoice?

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Expect no transaction to appear again with another app, Apple Account or user.",
      visibility: .inFullHelp))
  private var uniqueTransactions = false

  @Flag(
    help: ArgumentHelp(
      "Show how Apple's server library verifies the same text, and what it says today.",
      visibility: .inFullHelp))
  private var details = false

  @OptionGroup private var together: TogetherOptions

  @OptionGroup(title: "Rows", visibility: .inFullHelp) private var stream: StreamOptions
  @OptionGroup(title: "Rows", visibility: .inFullHelp) private var compact: CompactOptions

  @Flag(
    help: ArgumentHelp(
      "With --lines: no answers, but what an import of all rows will meet.",
      visibility: .inFullHelp))
  private var summary = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --summary: write the rows that are not ready to this file, each with its reason.",
      valueName: "file", visibility: .inFullHelp), completion: .file())
  private var badRowsFile: String?

  @OptionGroup private var shared: SharedOptions

  func validate() throws {
    try validateInputs(files, lines: stream.isChosen)
    if expect == "" { throw UsageError.emptyName(of: "--expect") }
    if strict, expect == nil {
      throw UsageError(
        "--strict needs --expect", hint: "it fails receipts that an expectation file does not name")
    }
    if record == "" { throw UsageError.emptyName(of: "--record") }
    if expect != nil || record != nil, stream.isChosen {
      throw UsageError(
        "--lines does not go with \(expect == nil ? "--record" : "--expect")",
        hint: "an expectation file names receipts by their files")
    }
    if expect != nil, record != nil {
      throw UsageError(
        "--record does not go with --expect",
        hint: "first write the file with --record, then check with --expect")
    }
    if record != nil, format != nil {
      throw UsageError(
        "--record does not go with --format",
        hint: "it writes YAML; report on that with --expect and --format")
    }
    if record != nil, shared.isRedacted {
      throw UsageError(
        "--record does not go with --redact",
        hint: "pseudonyms would not match the receipts: leave --redact away")
    }
    try validateSettingsName(settings)
    try appSettings.validate(with: files)
    if record != nil, appSettings != .none {
      throw UsageError(
        "--record does not go with --settings",
        hint: "give --settings when you check with --expect")
    }
    if record != nil, uniqueTransactions {
      throw UsageError(
        "--record does not go with --unique-transactions",
        hint: "give --unique-transactions when you check with --expect")
    }
    if together.isChosen, expect != nil || record != nil {
      throw UsageError(
        "--together does not go with \(expect == nil ? "--record" : "--expect")",
        hint: "an expectation file speaks of single files")
    }
    if together.isChosen, stream.isChosen {
      throw UsageError.togetherWithLines
    }
    if record != nil, files.isEmpty {
      throw UsageError(
        "--record needs files or folders",
        hint: "name them: receipt check --record receipts.yml fixtures/")
    }
    if details, format ?? (stream.isChosen ? .ndjson : .text) != .text {
      throw UsageError("--details is only in the text", hint: "leave --format away")
    }
    try validateSummary()
    try compact.validate(with: stream, format, lines: .ndjson)
    try stream.validate(
      format, among: summary ? [.text, .json] : [.ndjson, .csv, .text], text: .text)
  }

  private func validateSummary() throws {
    if badRowsFile == "" { throw UsageError.emptyName(of: "--bad-rows-file") }
    guard summary else {
      if badRowsFile != nil {
        throw UsageError("--bad-rows-file needs --summary", hint: "add --summary")
      }
      return
    }
    try stream.demandLines(for: "--summary")
    if compact.isChosen || stream.settings.onlyFailures || uniqueTransactions {
      throw UsageError(
        "--summary has no answers for single rows",
        hint: "leave --compact, --only-failures and --unique-transactions away")
    }
    if badRowsFile != nil, shared.isRedacted {
      throw UsageError(
        "--bad-rows-file does not go with --redact",
        hint: "it has the rows as they are: leave --redact away")
    }
  }

  /// Only --settings gives settings. A check never looks for a settings file by itself.
  private var appSettings: AppSettingsSource { AppSettingsSource(settings, otherwise: .none) }

  func run(on host: Host) throws -> ExitStatus {
    if expect == nil { try demandInput(files, on: host) }
    var check = CheckRun(files: files, settings: shared.settings(host))
    check.format = format ?? (stream.isChosen && !summary ? .ndjson : .text)
    check.stream = stream.settings
    check.isCompact = compact.isChosen
    check.isImport = summary
    check.badRowsFile = badRowsFile
    check.stream.rows?.keepsRecords = badRowsFile != nil
    check.expectations = expectations
    check.expectationFile = expect
    check.isStrict = strict
    check.showsDetails = details
    check.recordingFile = record
    check.expectsUniqueTransactions = uniqueTransactions
    check.appSettings = appSettings
    check.settings.together = together.isChosen
    check.settings.acceptsUnsigned = unsigned == .accept
    return try check.run()
  }
}

/// What to do with a form that never has a signature.
enum UnsignedChoice: String, CaseIterable {
  case fail
  /// The caller got it from Apple's server over TLS.
  case accept
}
