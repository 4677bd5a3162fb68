internal import ArgumentParser
internal import ReceiptCore

struct TimelineCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline",
    abstract: "Draws what was bought and how long it ran, as bars over time.",
    usage: "receipt timeline [options] [FILE ...]\nreceipt timeline --help-all",
    discussion: """
      A bar for each product, then a list with exact times. Whether to trust the receipt is in the first line.

      EXAMPLES
        receipt timeline receipt.bin
        receipt timeline receipt.bin --ascii | mail support@example.com
        receipt timeline receipts/ -f ndjson
      """
  )

  @Argument(help: .receipts, completion: .file())
  private var files: [String] = []

  @Option(oneOf: "Format", name: .shortAndLong, default: "text")
  private var format: TimelineFormat?

  @Flag(name: .long, help: "Draw in ASCII, whatever the terminal can show.")
  private var ascii = false

  @OptionGroup private var app: AppSettingsOptions

  @OptionGroup private var together: TogetherOptions

  @OptionGroup private var shared: SharedOptions

  func validate() throws {
    try validateInputs(files, lines: false)
    try app.source.validate(with: files)
  }

  func run(on host: Host) throws -> ExitStatus {
    try demandInput(files, on: host)
    var timeline = DiagnoseRun(files: files, settings: shared.settings(host))
    timeline.view = .timeline
    timeline.format = (format ?? .text).format
    timeline.usesASCII = ascii
    timeline.settings.together = together.isChosen
    timeline.appSettings = app.source
    timeline.localTime = try app.localTime(on: host)
    return try timeline.run()
  }
}

/// The formats of a timeline.
enum TimelineFormat: String, CaseIterable {
  case text, json, ndjson, html

  fileprivate var format: DiagnoseFormat {
    switch self {
    case .text: .text
    case .json: .json
    case .ndjson: .ndjson
    case .html: .html
    }
  }
}
