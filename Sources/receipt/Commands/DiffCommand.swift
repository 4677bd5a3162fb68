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

  @Option(oneOf: "How to print it", name: .shortAndLong, default: "text")
  private var format: DiffFormat?

  @OptionGroup private var shared: SharedOptions

  func validate() throws {
    try validateInputs([a, b], lines: false)
  }

  func run() throws {
    var diff = DiffRun(a, b)
    diff.format = format ?? .text
    diff.settings = shared.settings
    try end(diff.run())
  }
}
