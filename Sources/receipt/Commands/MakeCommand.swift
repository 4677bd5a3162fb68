internal import ArgumentParser
internal import ReceiptCore
internal import ReceiptMaking

struct MakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Makes signed test receipts, good and broken.",
    discussion: """
      SPEC says in YAML or JSON what stands in the receipt, with the names that receipt decode \
      --format json prints; what that prints is a SPEC itself. What a SPEC leaves open is filled in. \
      A payload with the names that Apple has for it is signed as it is.

      EXAMPLES
        receipt make spec.yaml -o receipt.bin
        receipt make --root roots.pem
        receipt check receipt.bin --trust-root roots.pem
        receipt decode old.bin --all --format json | receipt make - -o same.bin
        receipt make spec.yaml --style jws-transaction --pki my-authority
        receipt make --scenario subscription --count 1000 > receipts.txt
        receipt make --style api-history --scenario subscription > history.json
        receipt make payload.json > signed.jws
        receipt make --broken all -o catalogue

      Receipts are signed by a test authority that everybody has the keys of, or with --pki by one of \
      your own. Nobody's receipts pass as Apple's.
      """
  )

  @Argument(
    help: ArgumentHelp("What to make: YAML or JSON, or - for standard input.", valueName: "spec"))
  private var spec: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the receipt to a file, or many into a folder. (default: base64, a line each)",
      valueName: "file"))
  private var output: String?

  @Option(oneOf: "What to make", default: "what SPEC says, or apple")
  private var style: MakeStyle?

  @Option(oneOf: "What to sign with", default: "what SPEC says, or sha256")
  private var digest: DigestArgument?

  @Option(
    date: "When it is made: 2024-02-29, 2024-02-29T12:00:00Z. (default: what SPEC says, or now)")
  private var created: ReceiptDate?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "An attribute of any type with these value octets in hexadecimal. Repeatable.",
      valueName: "type=hex"), transform: Self.attribute)
  private var raw: [AttributeTemplate] = []

  @Option(
    name: .long,
    // `--count -1` reaches our own message. Otherwise the parser takes -1 for an option.
    parsing: .unconditional,
    help: ArgumentHelp("How many to make, each with other identifiers.", valueName: "number"),
    transform: Self.count)
  private var count: Int?

  @Option(
    name: .customLong("scenario"),
    help: ArgumentHelp(
      "Tell this story of purchases; list shows all of them.", valueName: "name"))
  private var scenarioName: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What identifiers, and a scenario's dates, follow from: any word. (default: 1)",
      valueName: "word"))
  private var seed: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Make this broken receipt instead, list them all, or write all of them into a folder.",
      valueName: "name|list|all"))
  private var broken: String?

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

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file with the app's shared secret, for --style request. (default: the variable "
        + "RECEIPT_SHARED_SECRET, or none)", valueName: "file"))
  private var passwordFile: String?

  @Flag(
    name: .long,
    help: "With --style request, ask for the latest transaction of each subscription alone.")
  private var excludeOldTransactions = false

  @Flag(name: .shortAndLong, help: "Say nothing on standard error.")
  private var quiet = false

  func validate() throws {
    if output == "" { throw UsageError.emptyName(of: "--output") }
    if spec == "" { throw UsageError.emptyName(of: "SPEC") }
    if passwordFile == "" {
      throw UsageError.emptyName(of: "--password-file")
    }
    if let style, style != .request, passwordFile != nil || excludeOldTransactions {
      throw UsageError(
        "\(passwordFile == nil ? "--exclude-old-transactions" : "--password-file") needs --style request",
        hint: "only a request to verifyReceipt has a place for it")
    }
    if seed == "" { throw UsageError("--seed is empty", hint: "is a variable not set?") }
    guard broken == nil else { return try validateBroken() }
    if spec == nil, root == nil, pki == nil, scenarioName == nil {
      throw UsageError(
        "there is nothing to make",
        hint: "name a SPEC or a --scenario; the shortest: echo 'receipt: {}' | receipt make -")
    }
    if spec == nil, scenarioName == nil, output != nil {
      throw UsageError(
        "there is nothing to make for --output", hint: "name a SPEC or a --scenario")
    }
    let run = try makeRun
    if let style = run.style, let only = style.onlyDigest, let digest = run.digest, digest != only {
      throw UsageError(
        "--digest \(digest.rawValue) does not go with the style \(style.rawValue)",
        hint: "it is always signed with \(only.rawValue): leave --digest away")
    }
  }

  /// The catalogue fixes what a broken receipt is, so options that shape a receipt do not go with `--broken`.
  private func validateBroken() throws {
    let others: [Any?] = [spec, style, digest, created, count, scenarioName, seed, passwordFile]
    guard others.allSatisfy({ $0 == nil }), raw.isEmpty, !excludeOldTransactions else {
      throw UsageError(
        "--broken goes with --output, --pki and --root alone",
        hint: "receipt make --broken list says what each broken receipt is")
    }
    switch broken {
    case "list": break
    case "all":
      if Output.file(named: output) == nil {
        throw UsageError("--broken all needs a folder", hint: "add -o FOLDER")
      }
    case let name?: _ = try Self.brokenReceipt(name)
    case nil: break
    }
  }

  func run() throws {
    if scenarioName == Self.list { return try end(makeRun.list(.scenarios)) }
    if broken == Self.list { return try end(makeRun.list(.broken)) }
    try end(makeRun.run())
  }

  private static let list = "list"

  private static func brokenReceipt(_ name: String) throws -> CatalogueReceipt {
    if let receipt = BrokenReceipts.named(name) { return receipt }
    throw unknown(name, of: "--broken", among: CatalogueReceipt.all.map(\.name))
  }

  private static func scenario(_ name: String) throws -> Scenario? {
    if name == list { return nil }
    if let scenario = Scenario.all.first(where: { $0.name == name }) { return scenario }
    throw unknown(name, of: "--scenario", among: Scenario.all.map(\.name))
  }

  private static func unknown(
    _ name: String, of option: String, among names: [String]
  ) -> UsageError {
    UsageError.value(
      name, "does not exist",
      hint: closest(to: name, among: names).map { "did you mean \($0)?" }
        ?? "receipt make \(option) list shows all"
    ).naming(option)
  }

  private var makeRun: MakeRun {
    get throws {
      var run = MakeRun(spec: spec)
      run.output = Output.file(named: output)
      run.style = style
      run.digest = digest?.digest
      run.created = created
      run.replacements = raw
      run.count = count
      run.seed = Array((seed ?? "1").utf8)
      run.scenario = try scenarioName.flatMap(Self.scenario)
      switch broken {
      case nil, Self.list: break
      case "all": run.broken = .all
      case let name?: run.broken = .one(try Self.brokenReceipt(name))
      }
      run.passwordFile = passwordFile
      run.excludesOldTransactions = excludeOldTransactions
      run.folder = pki
      run.rootFile = root
      run.settings.isQuiet = quiet
      return run
    }
  }

  /// Reads `1702=0C03666F6F`.
  @Sendable private static func attribute(_ text: String) throws -> AttributeTemplate {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let type = Int32(parts[0]), type >= 0,
      let value = Hexadecimal.decode(String(parts[1]))
    else {
      throw UsageError.value(
        text,
        "is not an attribute: write its type and its value in hexadecimal, "
          + "such as 1702=0c03666f6f")
    }
    return AttributeTemplate(Int(type), value)
  }

  @Sendable private static func count(_ text: String) throws -> Int {
    guard let count = Int(text), count >= 1, count <= MakeRun.maximumCount else {
      throw UsageError.value(text, "is not a number from 1 to \(MakeRun.maximumCount)")
    }
    return count
  }
}
