internal import ArgumentParser
internal import ReceiptCore
internal import ReceiptInsight

struct DiagnoseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagnose",
    abstract: "Explains a receipt in plain words, to someone who helps a customer.",
    discussion: """
      Three lines answer: is it genuine, what is owned, and what to do. The timeline and the reasons follow.

      EXAMPLES
        receipt diagnose receipt.bin
        pbpaste | receipt diagnose --complaint locked
        receipt diagnose receipt.bin --at 2024-02-29     what was owned on that day?
        receipt diagnose receipt.bin -f html -o report.html  to look at, to print, to attach

      It exits with 1 if the receipt cannot be trusted, with 2 if it cannot be read.
      """
  )

  @Argument(
    help: ArgumentHelp("Receipts, apps, folders, or - for standard input.", valueName: "file"))
  private var files: [String] = []

  @Option(oneOf: "How to print it", name: .shortAndLong, default: "text")
  private var format: DiagnoseFormat?

  @Flag(name: .long, help: "One receipt per input line; the answer is a list, the worst first.")
  private var lines = false

  @Flag(name: .long, help: "Print all facts, section by section.")
  private var details = false

  @Option(oneOf: "Answer what the customer complains about")
  private var complaint: Complaint?

  @Flag(name: .long, help: "Print all facts with the fields that they follow from.")
  private var evidence = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Ask whether it was made for a device with this MAC address or identifierForVendor. Repeatable.",
      valueName: "id"),
    transform: { text in
      guard let id = DeviceID(text) else { throw ValidationError("it is no device id.") }
      return id
    })
  private var deviceID: [DeviceID] = []

  @Flag(name: .long, help: "Draw the timeline in ASCII, whatever the terminal takes.")
  private var ascii = false

  @Option(oneOf: "What to do with what never has a signature, such as responses", default: "fail")
  private var unsigned: UnsignedChoice?

  @OptionGroup private var together: TogetherOptions

  @OptionGroup private var app: AppSettingsOptions

  @OptionGroup private var shared: SharedOptions

  func validate() throws {
    try validateInputs(files, lines: lines)
    if together.isChosen, lines {
      throw ValidationError("--together reads all inputs as one: leave --lines away.")
    }
    try app.source.validate(with: files)
    if evidence, format ?? .text != .text {
      throw ValidationError("--evidence goes with the format text: the others always have it.")
    }
  }

  func run() throws {
    var diagnose = DiagnoseRun(files: files)
    diagnose.format = format ?? .text
    diagnose.showsEvidence = evidence
    diagnose.showsDetails = details
    diagnose.complaint = complaint
    diagnose.lines = lines
    diagnose.usesASCII = ascii
    diagnose.deviceIDs = deviceID
    diagnose.settings = shared.settings
    diagnose.settings.together = together.isChosen
    diagnose.settings.acceptsUnsigned = unsigned == .accept
    diagnose.appSettings = app.source
    diagnose.localTime = app.timeZone
    try end(diagnose.run())
  }
}
