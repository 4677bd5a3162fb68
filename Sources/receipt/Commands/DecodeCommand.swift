internal import ArgumentParser
internal import ReceiptCore

struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Prints what is in a receipt.",
    discussion: """
      FILE is whatever holds a receipt: the receipt itself, its base64, the JSON it was sent in, \
      Apple's answer, a JWS, a log; an .app; a folder, whose files are taken one by one; or - for \
      standard input, which is also read when no file is named. What was wrapped around a receipt is \
      taken off and named.

      EXAMPLES
        receipt decode receipt.bin
        receipt decode receipt.bin --all
        pbpaste | receipt decode
        receipt decode fixtures/ --format ndjson
        receipt decode receipt.bin --format verify-receipt
        receipt decode receipt.bin --ids
        receipt decode receipt.bin --certificates
        receipt decode receipt.bin --format pem > certificates.pem

      The first line says who signed it. Whether it is for your app and your device is for receipt check.
      """
  )

  @Argument(
    help: ArgumentHelp("Receipts, apps, folders, or - for standard input.", valueName: "file"))
  private var files: [String] = []

  @Option(oneOf: "How to print it", name: .shortAndLong, default: "text")
  private var format: DecodeFormat?

  @Flag(
    name: .long, help: "Take each line of the input for a receipt; answer each with one of JSON.")
  private var lines = false

  @Flag(name: .long, help: "Show the certificates as text; JSON has them always.")
  private var certificates = false

  @Flag(name: .long, help: "Show every attribute, and nothing shortened.")
  private var all = false

  @Flag(
    name: .long,
    help: "Show only the ids that the App Store Server API asks for, with the calls that they fit.")
  private var ids = false

  @Option(
    oneOf: "With verify-receipt: answer as which of Apple's endpoints",
    default: "the receipt's own")
  private var endpoint: Endpoint?

  @OptionGroup private var together: TogetherOptions

  @OptionGroup private var shared: SharedOptions

  func validate() throws {
    try validateInputs(files, lines: lines)
    let format = chosenFormat
    if endpoint != nil, format != .verifyReceipt {
      throw UsageError(
        "--endpoint needs --format verify-receipt", hint: "add --format verify-receipt")
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
    if lines, together.isChosen {
      throw UsageError.togetherWithLines
    }
    if lines, format != .ndjson {
      throw UsageError.linesWithFormat
    }
  }

  private var chosenFormat: DecodeFormat { format ?? (lines ? .ndjson : .text) }

  func run() throws {
    var decode = DecodeRun(files: files)
    decode.format = chosenFormat
    decode.lines = lines
    decode.showsCertificates = certificates
    decode.showsAll = all
    decode.showsIDs = ids
    decode.endpoint = endpoint
    decode.settings = shared.settings
    decode.settings.together = together.isChosen
    try end(decode.run())
  }
}
