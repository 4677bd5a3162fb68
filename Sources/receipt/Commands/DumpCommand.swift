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

  @Option(oneOf: "How to print it", name: .shortAndLong, default: "text")
  private var format: DumpFormat?

  @Flag(name: .long, help: "Show the octets of every header and content.")
  private var hex = false

  @Flag(name: .long, help: "Shorten no value; JSON never does.")
  private var all = false

  @OptionGroup private var limits: LimitOptions
  @OptionGroup private var shared: OutputOptions

  func validate() throws {
    try validateInputs(file.map { [$0] } ?? [], lines: false)
  }

  func run() throws {
    var dump = DumpRun(file: file ?? "-")
    dump.format = format ?? .text
    dump.showsHex = hex
    dump.showsAll = all
    limits.apply(to: &dump.settings)
    shared.apply(to: &dump.settings)
    try end(dump.run())
  }
}
