internal import ArgumentParser
internal import ReceiptCore

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Says what changed between two receipts, by meaning.",
    discussion: """
      The receipts may be of any form, and wrapped in anything: a receipt can be held against a saved answer \
      of verifyReceipt, or against a transaction of StoreKit 2. What a form cannot know is no difference; what \
      was left out is listed.

      EXAMPLES
        receipt diff before.receipt after.receipt
        pbpaste | receipt diff saved.receipt -
        receipt diff receipt.bin answer.json --format json

      - stands before what only the first has, + before what only the second has, ~ before what changed. It \
      exits with 0 when both mean the same, with 1 when they differ, with 2 when one cannot be read.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The earlier receipt: a file, an app, or - for standard input.", valueName: "a"))
  private var a: String

  @Argument(help: ArgumentHelp("The later one.", valueName: "b"))
  private var b: String

  @Option(
    name: [.customShort("f"), .customLong("format")],
    help: ArgumentHelp("How to print it: text, json. (default: text)", valueName: "format"))
  private var formatText: String?

  @OptionGroup private var shared: SharedOptions

  func validate() throws {
    try validateInputs([a, b], lines: false)
    _ = try format
  }

  private var format: DiffFormat {
    get throws { try choice(formatText, of: "--format", DiffFormat.self) ?? .text }
  }

  func run() throws {
    var diff = DiffRun(a, b)
    diff.format = try format
    diff.settings = try shared.settings
    try end(diff.run())
  }
}
