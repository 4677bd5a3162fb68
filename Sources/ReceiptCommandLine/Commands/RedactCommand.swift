internal import ArgumentParser
internal import ReceiptCore

struct RedactCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "redact",
    abstract: "Makes a copy of a receipt that can be shared.",
    usage: "receipt redact [options] [FILE]\nreceipt redact --help-all",
    discussion: """
      Pseudonyms replace identifiers, and a test authority signs the copy. Versions,
      prices and dates stay. Never share the files of --redact-key and --map.

      EXAMPLES
        receipt redact receipt.bin -o shared.bin --root root.pem
        pbpaste | receipt redact --shift-dates random
        receipt redact receipt.bin --redact-key secret.key --map names.json
      """
  )

  @Argument(
    help: ArgumentHelp(
      "A receipt, or - for standard input.", valueName: "file", visibility: .inFullHelp),
    completion: .file())
  private var file: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the copy to this file, or several to a folder.", valueName: "file"),
    completion: .file())
  private var output: String?

  @OptionGroup(title: "Trust", visibility: .inFullHelp) private var trust: TrustOptions
  @OptionGroup(title: "Input", visibility: .inFullHelp) private var limits: LimitOptions
  @OptionGroup(title: "Input", visibility: .inFullHelp) private var form: FormOptions

  @OptionGroup(title: "Rows", visibility: .inFullHelp) private var rows: RowOptions
  @OptionGroup(title: "Rows", visibility: .inFullHelp) private var threads: ThreadOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The same key file gives the same pseudonyms. It is made if missing. (default: random)",
      valueName: "file"), completion: .file())
  private var redactKey: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The older name of --redact-key.", valueName: "file", visibility: .inFullHelp),
    completion: .file())
  private var key: String?

  @Option(
    help: "Shift all dates by the same time: 90d, or random.",
    valueName: "duration|random",
    read: { text in
      guard let shift = DateShift(text) else {
        throw UsageError.value(text, "is not a length of time: write 90d, 1w, 36h or random")
      }
      return shift
    })
  private var shiftDates: DateShift?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write the list of what was replaced, for yourself.", valueName: "file"), completion: .file())
  private var map: String?

  @Flag(
    name: .long,
    help: ArgumentHelp("Overwrite the file of --map.", visibility: .inFullHelp))
  private var force = false

  @Option(name: .long, help: .authorityFolder, completion: .directory)
  private var pki: String?

  @Option(name: .long, help: .rootsFile, completion: .file())
  private var root: String?

  @Flag(name: .shortAndLong, help: .quiet)
  private var quiet = false

  func validate() throws {
    try validateInputs(files, lines: rows.isChosen)
    if output == "" { throw UsageError.emptyName(of: "--output") }
    if key != nil, redactKey != nil {
      throw UsageError(
        "--key is another name of --redact-key", hint: "give the file once, with --redact-key")
    }
    if force, map == nil {
      throw UsageError("--force needs --map", hint: "it replaces the file of --map")
    }
  }

  private var files: [String] { [file].compactMap(\.self) }

  func run(on host: Host) throws -> ExitStatus {
    try demandInput(files, on: host)
    var run = RedactRun(file: file ?? "-", settings: RunSettings(host))
    run.output = Output.file(named: output)
    run.redaction = Redaction(key: redactKey ?? key, shift: shiftDates)
    run.map = map
    run.replacesMap = force
    run.folder = pki
    run.rootFile = root
    run.rows = rows.format
    run.jobs = threads.jobs
    trust.apply(to: &run.settings)
    limits.apply(to: &run.settings)
    form.apply(to: &run.settings)
    run.settings.isQuiet = quiet
    return try run.run()
  }
}
