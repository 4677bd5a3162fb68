internal import ArgumentParser
internal import ReceiptCore
internal import ReceiptInsight

struct DiagnoseCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagnose",
    abstract: "Explains a receipt in plain words, to someone who helps a customer.",
    usage: "receipt diagnose [options] [FILE ...]\nreceipt diagnose --help-all",
    discussion: """
      Three lines answer: is it genuine, what is owned, and what to do.

      EXAMPLES
        receipt diagnose receipt.bin --at 2024-02-29
        pbpaste | receipt diagnose --complaint locked
        receipt diagnose tickets/ --format csv > sheet.csv
      """
  )

  @Argument(help: .receipts, completion: .file())
  private var files: [String] = []

  @Option(oneOf: "What the customer complains about")
  private var complaint: Complaint?

  @Option(oneOf: "Format", name: .shortAndLong, default: "text")
  private var format: DiagnoseFormat?

  @Flag(name: .long, help: "Print all facts, section by section.")
  private var details = false

  @Option(oneOf: "Reply to the customer", valueName: "language")
  private var reply: ReplyLanguage?

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Print all facts, with the fields that they follow from.", visibility: .inFullHelp))
  private var evidence = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Check that it was made for a device with this MAC address or identifierForVendor. Repeatable.",
      valueName: "id", visibility: .inFullHelp),
    transform: { text in
      guard let id = DeviceID(text) else {
        throw UsageError.value(
          text, "is not a device id",
          hint: "write the 6 bytes of a MAC address or the 16 of an identifierForVendor")
      }
      return id
    })
  private var deviceID: [DeviceID] = []

  @Flag(
    name: .long,
    help: ArgumentHelp("Draw the timeline in ASCII.", visibility: .inFullHelp))
  private var ascii = false

  @Option(
    oneOf: "A response or payload that never has a signature", default: "fail",
    visibility: .inFullHelp)
  private var unsigned: UnsignedChoice?

  @OptionGroup private var app: AppSettingsOptions

  @OptionGroup private var together: TogetherOptions

  @OptionGroup(title: "Rows", visibility: .inFullHelp) private var stream: StreamOptions
  @OptionGroup(title: "Rows", visibility: .inFullHelp) private var compact: CompactOptions

  @OptionGroup private var shared: SharedOptions

  func validate() throws {
    try validateInputs(files, lines: stream.isChosen)
    if together.isChosen, stream.isChosen { throw UsageError.togetherWithLines }
    try app.source.validate(with: files)
    try compact.validate(with: stream, format, lines: .ndjson)
    try stream.validate(chosenFormat, among: DiagnoseFormat.allCases, text: .text)
    for (option, isGiven) in [("--reply", reply != nil), ("--details", details)]
    where isGiven && chosenFormat == .csv {
      throw UsageError(
        "\(option) does not go with --format csv",
        hint: "a row has no room for it: leave \(option) away, or choose --format text")
    }
    if evidence, format ?? .text != .text {
      throw UsageError(
        "--evidence does not go with --format \((format ?? .text).rawValue)",
        hint: "the other formats always have the evidence: leave --evidence away")
    }
  }

  private var chosenFormat: DiagnoseFormat { format ?? (compact.isChosen ? .ndjson : .text) }

  func run(on host: Host) throws -> ExitStatus {
    try demandInput(files, on: host)
    var diagnose = DiagnoseRun(files: files, settings: shared.settings(host))
    diagnose.format = chosenFormat
    diagnose.isCompact = compact.isChosen
    diagnose.showsEvidence = evidence
    diagnose.showsDetails = details
    diagnose.complaint = complaint
    diagnose.stream = stream.settings
    diagnose.reply = reply
    diagnose.usesASCII = ascii
    diagnose.deviceIDs = deviceID
    diagnose.settings.together = together.isChosen
    diagnose.settings.acceptsUnsigned = unsigned == .accept
    diagnose.appSettings = app.source
    diagnose.localTime = try app.localTime(on: host)
    return try diagnose.run()
  }
}
