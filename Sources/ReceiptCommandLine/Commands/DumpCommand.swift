internal import ArgumentParser
internal import ReceiptCore

struct DumpCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Prints the place and meaning of every byte of a file.",
    usage: "receipt dump [options] [FILE]\nreceipt dump --help-all",
    discussion: """
      FILE may be a receipt in any wrapping, or any other file. Bytes that cannot be
      read are shown too. To verify a receipt, use receipt check.

      EXAMPLES
        receipt dump receipt.bin
        receipt dump receipt.bin | grep 1708
        receipt dump damaged.bin --format ndjson
      """
  )

  @Argument(
    help: ArgumentHelp(
      "A receipt, an app, or - for standard input.", valueName: "file", visibility: .inFullHelp),
    completion: .file())
  private var file: String?

  @Option(oneOf: "Format", name: .shortAndLong, default: "text")
  private var format: DumpFormat?

  @Flag(name: .long, help: "Show the bytes of every header and content.")
  private var hex = false

  @Flag(name: .long, help: "Shorten nothing; JSON never does.")
  private var all = false

  @OptionGroup(title: "Input", visibility: .inFullHelp) private var limits: LimitOptions
  @OptionGroup private var shared: OutputOptions

  func validate() throws {
    try validateInputs(files, lines: false)
  }

  private var files: [String] { [file].compactMap(\.self) }

  func run(on host: Host) throws -> ExitStatus {
    try demandInput(files, on: host)
    var dump = DumpRun(file: file ?? "-", settings: RunSettings(host))
    dump.format = format ?? .text
    dump.showsHex = hex
    dump.showsAll = all
    limits.apply(to: &dump.settings)
    shared.apply(to: &dump.settings)
    return try dump.run()
  }
}
