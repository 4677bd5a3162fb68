internal import ArgumentParser
internal import ReceiptCore
internal import ReceiptMaking

struct MakeCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Makes signed test receipts, sound or broken.",
    usage: "receipt make [options] [SPEC]\nreceipt make --help-all",
    discussion: """
      SPEC is YAML or JSON with the fields of receipt decode --format json. Missing
      fields are filled in. The signing keys are public: nothing passes as Apple's.

      EXAMPLES
        receipt make --scenario subscription -o receipt.bin --root root.pem
        receipt make spec.yaml --style jws-transaction > transaction.jws
        receipt make --broken all -o broken/
      """
  )

  @Argument(
    help: ArgumentHelp(
      "What to make: YAML or JSON, or - for standard input.", valueName: "spec",
      visibility: .inFullHelp), completion: .file())
  private var spec: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write to this file, or several receipts to a folder.",
      valueName: "file"), completion: .file())
  private var output: String?

  @Option(oneOf: "What to make", default: "what SPEC says, or apple", visibility: .inFullHelp)
  private var style: MakeStyle?

  @Option(
    oneOf: "The digest to sign", default: "what SPEC says, or sha256", visibility: .inFullHelp)
  private var digest: DigestArgument?

  @Option(
    date: "When it is created, such as 2024-02-29. (default: what SPEC says, or now)",
    visibility: .inFullHelp)
  private var created: Moment?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Add an attribute: its type, and its value in hexadecimal. Repeatable.",
      valueName: "type=hex", visibility: .inFullHelp), transform: Self.attribute)
  private var raw: [AttributeTemplate] = []

  @Option(
    name: .long,
    // `--count -1` reaches our own message. Otherwise the parser treats -1 as an option.
    parsing: .unconditional,
    help: ArgumentHelp("Make this many different ones. (default: 1)", valueName: "number"),
    transform: Self.count)
  private var count: Int?

  @Option(
    name: .customLong("scenario"),
    help: ArgumentHelp(
      "Make the purchases of this story; list shows all.", valueName: "name"),
    completion: .words { _ in [list] + Scenario.all.map(\.name) })
  private var scenarioName: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Derive identifiers, and a scenario's dates, from this word. (default: 1)",
      valueName: "word", visibility: .inFullHelp))
  private var seed: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Make this broken receipt; list shows all.", valueName: "name"),
    completion: .words { _ in [list, "all"] + CatalogueReceipt.all.map(\.name) })
  private var broken: String?

  @Option(name: .long, help: .authorityFolder, completion: .directory)
  private var pki: String?

  @Option(name: .long, help: .rootsFile, completion: .file())
  private var root: String?

  @OptionGroup private var request: RequestOptions

  @Flag(name: .shortAndLong, help: .quiet)
  private var quiet = false

  func validate() throws {
    if output == "" { throw UsageError.emptyName(of: "--output") }
    if spec == "" { throw UsageError.emptyName(of: "SPEC") }
    // Without a style, the SPEC may ask for a request.
    try request.validate(style == .request || style == nil, option: "--style request")
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
    _ = try scenarioName.flatMap(Self.scenario)
    if let style, let only = style.onlyDigest, let digest = digest?.digest, digest != only {
      throw UsageError(
        "--digest \(digest.rawValue) does not go with the style \(style.rawValue)",
        hint: "it is always signed with \(only.rawValue): leave --digest away")
    }
  }

  /// The catalogue fixes what a broken receipt is, so options that shape a receipt do not go with `--broken`.
  private func validateBroken() throws {
    let others: [Any?] = [spec, style, digest, created, count, scenarioName, seed]
    guard others.allSatisfy({ $0 == nil }), raw.isEmpty, !request.isChosen else {
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

  func run(on host: Host) throws -> ExitStatus {
    let run = try makeRun(on: host)
    if scenarioName == Self.list { return try run.list(.scenarios) }
    if broken == Self.list { return try run.list(.broken) }
    return try run.run()
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

  private func makeRun(on host: Host) throws -> MakeRun {
    var run = MakeRun(spec: spec, settings: RunSettings(host))
    run.output = Output.file(named: output)
    run.style = style
    run.digest = digest?.digest
    run.created = created?.date(on: host)
    run.replacements = raw
    run.count = count
    run.seed = Array((seed ?? "1").utf8)
    run.scenario = try scenarioName.flatMap(Self.scenario)
    switch broken {
    case nil, Self.list: break
    case "all": run.broken = .all
    case let name?: run.broken = .one(try Self.brokenReceipt(name))
    }
    run.passwordFile = request.passwordFile
    run.excludesOldTransactions = request.excludeOldTransactions
    run.folder = pki
    run.rootFile = root
    run.settings.isQuiet = quiet
    return run
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
