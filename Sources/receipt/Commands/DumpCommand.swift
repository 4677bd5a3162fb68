internal import ArgumentParser
internal import ReceiptCore

struct DumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Prints the place of every byte: elements, names, values, and what is odd.",
    discussion: """
      FILE is whatever decode takes, and anything else too: what cannot be read is shown where it stands, \
      and reading goes on behind it. What was wrapped around a receipt is taken off first, and named; \
      offsets are then those of what is inside. Nothing is judged: for that there is receipt check.

      EXAMPLES
        receipt dump receipt.bin
        receipt dump receipt.bin --hex
        receipt dump receipt.bin | grep 1708
        receipt dump damaged.bin --format ndjson

      Exits with 2 when something could not be read.
      """
  )

  @Argument(
    help: ArgumentHelp("A receipt, an app, or - for standard input.", valueName: "file"))
  private var file: String?

  @Option(
    name: [.customShort("f"), .customLong("format")],
    help: ArgumentHelp(
      "How to print it: text, json, ndjson. (default: text)", valueName: "format"))
  private var formatText: String?

  @Flag(name: .long, help: "Show the octets of every header and content.")
  private var hex = false

  @Flag(name: .long, help: "Shorten no value; JSON never does.")
  private var all = false

  @Option(
    name: .customLong("max-size"),
    help: ArgumentHelp(
      "Refuse larger inputs: 64K, 64M, 1G at most. (default: 16M)", valueName: "size"))
  private var maxSizeText: String?

  @Option(
    name: .customLong("color"),
    help: ArgumentHelp(
      "When to use colour: auto, always, never. (default: auto)", valueName: "when"))
  private var colorText: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("Write the answer to a file.", valueName: "file"))
  private var output: String?

  @Flag(name: .shortAndLong, help: "Say nothing on standard error.")
  private var quiet = false

  func validate() throws {
    try validateInputs(file.map { [$0] } ?? [], lines: false)
    if output == "" { throw ValidationError("The name of the output file is empty.") }
    _ = try dump
  }

  private var dump: DumpRun {
    get throws {
      var dump = DumpRun(file: file ?? "-")
      dump.format = try choice(formatText, of: "--format", DumpFormat.self) ?? .text
      dump.showsHex = hex
      dump.showsAll = all
      if let size = try size(maxSizeText, of: "--max-size") {
        dump.settings.limits.maximumInputSize = size
      }
      dump.settings.color = try choice(colorText, of: "--color", ColorChoice.self) ?? .auto
      dump.settings.output = Output.file(named: output)
      dump.settings.isQuiet = quiet
      return dump
    }
  }

  func run() throws { try end(try dump.run()) }
}
