internal import ArgumentParser
internal import ReceiptCore

struct DecodeCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Prints what is in a receipt, and who signed it.",
    usage: "receipt decode [options] [FILE ...]\nreceipt decode --help-all",
    discussion: """
      FILE may be a receipt in any wrapping (base64, JSON, JWS, a log), a Mac app or
      a folder. Without a FILE, standard input is read.

      EXAMPLES
        receipt decode receipt.bin
        pbpaste | receipt decode
        receipt decode fixtures/ --format csv > purchases.csv
      """
  )

  @Argument(help: .receipts, completion: .file())
  private var files: [String] = []

  @Option(oneOf: "Format", name: .shortAndLong, default: "text")
  private var format: DecodeFormat?

  @Flag(name: .long, help: "Show every attribute, and shorten nothing.")
  private var all = false

  @Flag(name: .long, help: "Show the ids for calls of the App Store Server API.")
  private var ids = false

  @Flag(name: .long, help: "Show the certificates too; JSON always has them.")
  private var certificates = false

  @Option(
    oneOf: "With --format verify-receipt: which endpoint of Apple's to imitate",
    default: "the receipt's own", visibility: .inFullHelp)
  private var endpoint: Endpoint?

  @OptionGroup private var request: RequestOptions

  @OptionGroup private var together: TogetherOptions

  @OptionGroup(title: "Rows", visibility: .inFullHelp) private var stream: StreamOptions
  @OptionGroup(title: "Rows", visibility: .inFullHelp) private var compact: CompactOptions

  @OptionGroup private var shared: SharedOptions

  func validate() throws {
    try validateInputs(files, lines: stream.isChosen)
    let format = chosenFormat
    if endpoint != nil, format != .verifyReceipt {
      throw UsageError(
        "--endpoint needs --format verify-receipt", hint: "add --format verify-receipt")
    }
    try request.validate(format == .request, option: "--format request")
    if format == .request, shared.isRedacted {
      throw UsageError(
        "--redact does not go with --format request",
        hint: "Apple answers the whole receipt only; receipt redact makes a copy to share")
    }
    if all, ![.text, .json, .ndjson].contains(format) {
      throw UsageError.format(of: "--all")
    }
    if ids, ![.text, .json, .ndjson].contains(format) {
      throw UsageError.format(of: "--ids")
    }
    if ids, all || certificates {
      throw UsageError(
        "--ids does not go with \(all ? "--all" : "--certificates")",
        hint: "--ids shows the ids alone")
    }
    if stream.isChosen, together.isChosen {
      throw UsageError.togetherWithLines
    }
    try compact.validate(with: stream, self.format, lines: .ndjson)
    for (option, isGiven) in [("--all", all), ("--ids", ids), ("--certificates", certificates)]
    where isGiven && compact.isChosen {
      throw UsageError(
        "--compact does not go with \(option)", hint: "leave --compact away for whole answers")
    }
    try stream.validate(format, among: [.ndjson, .csv, .text], text: .text)
  }

  private var chosenFormat: DecodeFormat { format ?? (stream.isChosen ? .ndjson : .text) }

  func run(on host: Host) throws -> ExitStatus {
    try demandInput(files, on: host)
    var decode = DecodeRun(files: files, settings: shared.settings(host))
    decode.format = chosenFormat
    decode.stream = stream.settings
    decode.isCompact = compact.isChosen
    decode.showsCertificates = certificates
    decode.showsAll = all
    decode.showsIDs = ids
    decode.endpoint = endpoint
    decode.passwordFile = request.passwordFile
    decode.excludesOldTransactions = request.excludeOldTransactions
    decode.settings.together = together.isChosen
    return try decode.run()
  }
}
