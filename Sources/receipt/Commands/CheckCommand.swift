internal import ArgumentParser
internal import ReceiptCore

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Verifies receipts and holds them against expectations.",
    discussion: """
      Five checks always run: is the receipt well-formed, does its signature hold, does the chain of \
      certificates end in one of Apple's roots, may those certificates sign receipts, and were they \
      valid when the receipt was made. The others run when their option is given; what was not \
      checked is said.

      EXAMPLES
        receipt check receipt.bin --bundle-id com.example.app
        receipt check receipt.bin --device-id aa:bb:cc:dd:ee:ff
        ioreg -l > device.txt; receipt check receipt.bin --device-id @device.txt
        receipt check fixtures/ --environment sandbox --format ndjson
        receipt check receipt.bin --active-product com.example.pro --at 2024-02-29
        receipt check receipt.bin --first-free-version 120
        receipt check --record receipts.yml fixtures/
        receipt check --expect receipts.yml
        receipt check --lines < receipts.txt > verdicts.ndjson

      A valid signature is no entitlement: refunds made after it was signed do not show.
      """
  )

  @Argument(
    help: ArgumentHelp("Receipts, apps, folders, or - for standard input.", valueName: "file"))
  private var files: [String] = []

  @Option(
    name: [.customShort("f"), .customLong("format")],
    help: ArgumentHelp(
      "How to print it: text, json, ndjson, junit, tap, sarif, github. (default: text)",
      valueName: "format"))
  private var formatText: String?

  @Flag(
    name: .long, help: "Take each line of the input for a receipt; answer each with one of JSON.")
  private var lines = false

  @Option(name: .long, help: ArgumentHelp("Expect this bundle identifier.", valueName: "id"))
  private var bundleID: String?

  @Option(name: .long, help: ArgumentHelp("Expect this app version.", valueName: "version"))
  private var appVersion: String?

  @Option(
    name: .customLong("environment"),
    help: ArgumentHelp(
      "Expect this environment: production, sandbox, xcode.", valueName: "environment"))
  private var environmentText: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Expect a device with this MAC address or identifierForVendor, in any spelling, or with one "
        + "of those in a file. Repeatable.",
      valueName: "id|@file"))
  private var deviceID: [String] = []

  @Option(
    name: .customLong("first-free-version"),
    help: ArgumentHelp(
      "Expect that the app was first bought in a version before this one, its first free one.",
      valueName: "version"))
  private var firstFreeVersionText: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Expect a purchase of this product that was not cancelled. Repeatable.", valueName: "id"))
  private var product: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Expect a subscription to this product that is active at --at. Repeatable.", valueName: "id"))
  private var activeProduct: [String] = []

  @Option(
    name: .customLong("grace"),
    help: ArgumentHelp(
      "Count a subscription as active this long after it expired: 16d, 6h.", valueName: "time"))
  private var graceText: String?

  @Option(
    name: .customLong("max-age"),
    help: ArgumentHelp(
      "Expect a receipt that was made no longer ago than this: 90d, 1d12h.", valueName: "time"))
  private var maxAgeText: String?

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

  @OptionGroup private var shared: SharedOptions

  func validate() throws {
    if expect == nil { try validateInputs(files, lines: lines) }
    if expect == "" || record == "" { throw ValidationError("The name of a file is empty.") }
    if expect != nil || record != nil, lines {
      throw ValidationError("--lines goes without expectation files: they speak of files.")
    }
    if expect != nil, record != nil {
      throw ValidationError("--record writes what --expect reads: leave one of them away.")
    }
    if record != nil, try shared.settings.redaction != nil {
      throw ValidationError("--record writes what the receipts are: it goes without --redact.")
    }
    if record != nil, files.isEmpty {
      throw ValidationError("--record needs files or folders.")
    }
    _ = try (environment, firstFreeVersion, maximumAge)
    if try grace != nil, activeProduct.isEmpty {
      throw ValidationError("--grace goes with --active-product.")
    }
    if lines, try format != .ndjson {
      throw ValidationError("--lines answers in JSON lines: leave --format away.")
    }
  }

  private var format: CheckFormat {
    get throws {
      try choice(formatText, of: "--format", CheckFormat.self) ?? (lines ? .ndjson : .text)
    }
  }

  private var environment: Receipt.Environment? {
    get throws {
      try choice(environmentText, of: "--environment", EnvironmentArgument.self)?.environment
    }
  }

  private var firstFreeVersion: FirstFreeVersion? {
    get throws {
      guard let firstFreeVersionText else { return nil }
      guard let version = FirstFreeVersion(firstFreeVersionText) else {
        throw ValidationError(
          "The value \"\(escapedForTerminal(firstFreeVersionText))\" of --first-free-version is not made "
            + "of numbers: write 42 or 1.10.3.")
      }
      return version
    }
  }

  private var grace: TimeSpan? { get throws { try timeSpan(graceText, of: "--grace") } }
  private var maximumAge: TimeSpan? { get throws { try timeSpan(maxAgeText, of: "--max-age") } }

  func run() throws {
    var check = CheckRun(files: files)
    check.format = try format
    check.lines = lines
    check.bundleID = bundleID
    check.appVersion = appVersion
    check.environment = try environment
    check.deviceIDs = deviceID
    check.firstFreeVersion = try firstFreeVersion
    check.products = product
    check.activeProducts = activeProduct
    if let grace = try grace { check.grace = grace }
    check.maximumAge = try maximumAge
    check.expectationFile = expect
    check.recordingFile = record
    check.settings = try shared.settings
    try end(check.run())
  }
}
