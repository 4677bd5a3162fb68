internal import ArgumentParser
internal import ReceiptCore

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Verifies receipts and holds them against expectations.",
    discussion: """
      Five checks always run: is the receipt well-formed, does its signature hold, does the chain of \
      certificates end in one of Apple's roots, may those certificates sign receipts, and were they \
      valid when the receipt was made. A sixth always runs too: has the receipt itself not expired. \
      The others run when their option is given; what was not checked is said.

      EXAMPLES
        receipt check receipt.bin --bundle-id com.example.app
        receipt check receipt.bin --device-id aa:bb:cc:dd:ee:ff
        ioreg -l > device.txt; receipt check receipt.bin --device-id @device.txt
        receipt check fixtures/ --environment sandbox --format ndjson
        receipt check receipt.bin --active-product com.example.pro --at 2024-02-29
        receipt check receipt.bin --first-free-version 120
        receipt check receipt.bin --transaction-id 1000000479728157 --product vip
        receipt check answer.json --unsigned accept --active-product com.example.pro
        receipt check --unique-transactions receipts/
        receipt check --record receipts.yml fixtures/
        receipt check --expect receipts.yml
        receipt check --lines < receipts.txt > verdicts.ndjson

      A valid signature is no entitlement: refunds made after it was signed do not show.
      """
  )

  @Argument(
    help: ArgumentHelp("Receipts, apps, folders, or - for standard input.", valueName: "file"))
  private var files: [String] = []

  @Option(oneOf: "How to print it", name: .shortAndLong, default: "text")
  private var format: CheckFormat?

  @Flag(
    name: .long, help: "Take each line of the input for a receipt; answer each with one of JSON.")
  private var lines = false

  @OptionGroup private var expectations: ExpectationOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Hold receipts against an expectation file, YAML or JSON; without files, those that it names.",
      valueName: "file"))
  private var expect: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write an expectation file that says what the receipts are now.", valueName: "file"))
  private var record: String?

  @Option(
    oneOf: "What to do with a response or a content that never has a signature", default: "fail")
  private var unsigned: UnsignedChoice?

  @Flag(
    name: .long,
    help:
      "Expect that no transaction comes again in this run with another app, Apple Account or user.")
  private var uniqueTransactions = false

  @OptionGroup private var together: TogetherOptions

  @OptionGroup private var shared: SharedOptions

  func validate() throws {
    if expect == nil { try validateInputs(files, lines: lines) }
    if expect == "" { throw UsageError.emptyName(of: "--expect") }
    if record == "" { throw UsageError.emptyName(of: "--record") }
    if expect != nil || record != nil, lines {
      throw UsageError(
        "--lines does not go with \(expect == nil ? "--record" : "--expect")",
        hint: "an expectation file names receipts by their files")
    }
    if expect != nil, record != nil {
      throw UsageError(
        "--record does not go with --expect",
        hint: "first write the file with --record, then check with --expect")
    }
    if record != nil, shared.settings.redaction != nil {
      throw UsageError(
        "--record does not go with --redact",
        hint: "pseudonyms would not match the receipts: leave --redact away")
    }
    if record != nil, uniqueTransactions {
      throw UsageError(
        "--record does not go with --unique-transactions",
        hint: "give --unique-transactions when you check with --expect")
    }
    if together.isChosen, expect != nil || record != nil {
      throw UsageError(
        "--together does not go with \(expect == nil ? "--record" : "--expect")",
        hint: "an expectation file speaks of single files")
    }
    if together.isChosen, lines {
      throw UsageError.togetherWithLines
    }
    if record != nil, files.isEmpty {
      throw UsageError(
        "--record needs files or folders",
        hint: "name them: receipt check --record receipts.yml fixtures/")
    }
    if lines, format ?? .ndjson != .ndjson {
      throw UsageError.linesWithFormat
    }
  }

  func run() throws {
    var check = CheckRun(files: files)
    check.format = format ?? (lines ? .ndjson : .text)
    check.lines = lines
    check.expectations = expectations
    check.expectationFile = expect
    check.recordingFile = record
    check.expectsUniqueTransactions = uniqueTransactions
    check.settings = shared.settings
    check.settings.together = together.isChosen
    check.settings.acceptsUnsigned = unsigned == .accept
    try end(check.run())
  }
}

/// What to do with a form that never has a signature.
enum UnsignedChoice: String, CaseIterable {
  case fail
  /// The caller got it from Apple's server over TLS.
  case accept
}
