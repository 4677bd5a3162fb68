internal import ArgumentParser
internal import ReceiptCore

struct RedactCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redact",
    abstract: "Makes a copy of a receipt that can be shared.",
    discussion: """
      Identifiers, hashes and octets that nobody can read are replaced by others of the same length and \
      look, and the copy is signed anew by a test authority. What belonged together still does: the same \
      identifier gives the same pseudonym. Versions, prices, flags and dates stay.

      EXAMPLES
        receipt redact receipt.bin -o shared.receipt --root roots.pem
        pbpaste | receipt redact --shift-dates random
        receipt redact one.bin -o 1.receipt --key secret.key
        receipt redact other.bin -o 2.receipt --key secret.key --map replaced.json

      With the same key the same identifier gives the same pseudonym in every copy. Keep the key and the \
      map to yourself.
      """
  )

  @Argument(help: ArgumentHelp("A receipt, or - for standard input.", valueName: "file"))
  private var file: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the copy to a file, or those of several receipts into a folder. "
        + "(default: base64, a line each)", valueName: "file"))
  private var output: String?

  @OptionGroup private var form: FormOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What pseudonyms follow from: a secret file, which is made if it is not there. "
        + "(default: chance)", valueName: "file"))
  private var key: String?

  @Option(
    help: "Move all dates together: 90d, or by what the key gives. (default: they stay)",
    valueName: "duration|random",
    read: { text in
      guard let shift = DateShift(text) else {
        throw UsageError.value(text, "is not a length of time: write 90d, 1w, 36h or random")
      }
      return shift
    })
  private var shiftDates: DateShift?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write what was replaced by what to a file, for yourself.", valueName: "file"))
  private var map: String?

  @Flag(name: .long, help: "Replace the file of --map if it is there.")
  private var force = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Sign under the test authority in this folder, which is made if it is not there.",
      valueName: "folder"))
  private var pki: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write the authority's roots to a file, for receipt check --trust-root.", valueName: "file"))
  private var root: String?

  @Flag(name: .shortAndLong, help: "Say nothing on standard error.")
  private var quiet = false

  func validate() throws {
    try validateInputs(file.map { [$0] } ?? [], lines: false)
    if output == "" { throw UsageError.emptyName(of: "--output") }
    if force, map == nil {
      throw UsageError("--force needs --map", hint: "it replaces the file of --map")
    }
  }

  func run() throws {
    var run = RedactRun(file: file ?? "-")
    run.output = Output.file(named: output)
    run.redaction = Redaction(key: key, shift: shiftDates)
    run.map = map
    run.replacesMap = force
    run.folder = pki
    run.rootFile = root
    form.apply(to: &run.settings)
    run.settings.isQuiet = quiet
    try end(run.run())
  }
}
