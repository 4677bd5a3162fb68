internal import ArgumentParser
internal import ReceiptCore

struct TimelineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline",
    abstract: "Draws what was bought and how long it ran, as bars over time.",
    discussion: """
      A bar for each product: free trials, introductory prices, paid periods, what was refunded or replaced, \
      and the holes in between. Then the same as a list with the exact times. Whether to believe it stands \
      in the first line; what follows from it is for receipt diagnose to say, which draws the bars too.

      EXAMPLES
        receipt timeline receipt.bin
        receipt timeline receipt.bin --ascii | mail support@example.com
        receipt timeline receipt.bin -f html -o report.html  the whole diagnosis, with the drawing
        receipt timeline receipts/ -f ndjson

      It exits with 1 when the receipt is not to be believed, with 2 when it cannot be read.
      """
  )

  @Argument(
    help: ArgumentHelp("Receipts, apps, folders, or - for standard input.", valueName: "file"))
  private var files: [String] = []

  @Option(oneOf: "How to print it", name: .shortAndLong, default: "text")
  private var format: DiagnoseFormat?

  @Flag(name: .long, help: "Draw in ASCII, whatever the terminal takes.")
  private var ascii = false

  @OptionGroup private var together: TogetherOptions

  @OptionGroup private var app: AppSettingsOptions

  @OptionGroup private var shared: SharedOptions

  func validate() throws {
    try validateInputs(files, lines: false)
    try app.source.validate(with: files)
  }

  func run() throws {
    var timeline = DiagnoseRun(files: files)
    timeline.view = .timeline
    timeline.format = format ?? .text
    timeline.usesASCII = ascii
    timeline.settings = shared.settings
    timeline.settings.together = together.isChosen
    timeline.appSettings = app.source
    timeline.localTime = app.timeZone
    try end(timeline.run())
  }
}
