internal import ArgumentParser
internal import ReceiptCore

struct DiagnoseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagnose",
    abstract: "Explains a receipt in plain words, to someone who helps a customer.",
    discussion: """
      The answer comes first: is it genuine, and what does the customer own now? Then what that rests on, \
      what is odd, what a receipt cannot know, and what to do next.

      EXAMPLES
        receipt diagnose receipt.bin
        pbpaste | receipt diagnose
        receipt diagnose receipt.bin --at 2024-02-29     what was owned on that day?
        receipt diagnose receipt.bin --device-id aa:bb:cc:dd:ee:ff
        receipt diagnose receipt.bin -f html -o report.html  to look at, to print, to attach

      It exits with 1 when the receipt is not to be believed, with 2 when it cannot be read.
      """
  )

  @Argument(
    help: ArgumentHelp("Receipts, apps, folders, or - for standard input.", valueName: "file"))
  private var files: [String] = []

  @Option(oneOf: "How to print it", name: .shortAndLong, default: "text")
  private var format: DiagnoseFormat?

  @Flag(name: .long, help: "Say of every statement what it rests on. (json always does)")
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

  @OptionGroup private var together: TogetherOptions

  @OptionGroup private var shared: SharedOptions

  func validate() throws {
    try validateInputs(files, lines: false)
    if evidence, format ?? .text != .text {
      throw ValidationError("--evidence goes with the format text: the others always have it.")
    }
  }

  func run() throws {
    var diagnose = DiagnoseRun(files: files)
    diagnose.format = format ?? .text
    diagnose.showsEvidence = evidence
    diagnose.usesASCII = ascii
    diagnose.deviceIDs = deviceID
    diagnose.settings = shared.settings
    diagnose.settings.together = together.isChosen
    try end(diagnose.run())
  }
}
