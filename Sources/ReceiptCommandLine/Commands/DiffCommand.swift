internal import ArgumentParser
internal import ReceiptCore

struct DiffCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Says what changed between two receipts.",
    usage: "receipt diff [options] A B\nreceipt diff --help-all",
    discussion: """
      A is the earlier receipt. B may be of another form, such as a response from
      Apple's server. The output marks what is only in A with -, what is only in B
      with +, and what changed with ~. Exit code 1 says that they differ.

      EXAMPLES
        receipt diff before.receipt after.receipt
        pbpaste | receipt diff saved.receipt -
        receipt diff receipt.bin response.json --format json
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The earlier receipt: a file, an app, or - for standard input.", valueName: "a",
      visibility: .inFullHelp), completion: .file())
  private var a: String

  @Argument(
    help: ArgumentHelp("The later one.", valueName: "b", visibility: .inFullHelp),
    completion: .file())
  private var b: String

  @Option(oneOf: "Format", name: .shortAndLong, default: "text")
  private var format: DiffFormat?

  @OptionGroup private var shared: SharedOptions

  func validate() throws {
    try validateInputs([a, b], lines: false)
  }

  func run(on host: Host) throws -> ExitStatus {
    var diff = DiffRun(a: a, b: b, settings: shared.settings(host))
    diff.format = format ?? .text
    return try diff.run()
  }
}
