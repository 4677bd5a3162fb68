internal import ArgumentParser
internal import ReceiptCore

extension ArgumentVisibility {
  /// Shown by `--help-all` alone. Completion and the manual skip whatever is hidden, so for them nothing is.
  static let inFullHelp: ArgumentVisibility =
    CommandLine.arguments.contains {
      $0.hasPrefix("--generate-completion-script") || $0 == "--experimental-dump-help"
    } ? .default : .hidden
}

// What several commands say of the same argument.
extension ArgumentHelp {
  static let receipts = ArgumentHelp(
    "Receipts, apps, folders, or - for standard input.", valueName: "file",
    visibility: .inFullHelp)
  static let quiet = ArgumentHelp("Write nothing to standard error.", visibility: .inFullHelp)
  static let authorityFolder = ArgumentHelp(
    "Sign with the test authority in this folder, which is made if it is missing. (default: the built-in one)",
    valueName: "folder", visibility: .inFullHelp)
  static let rootsFile = ArgumentHelp(
    "Write the roots, for receipt check --trust-root.", valueName: "file")
}

extension Option {
  /// An option that takes one of a few words, which its help and its completion list.
  init<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    oneOf help: String, name: NameSpecification = .long, valueName: String? = nil,
    default word: String? = nil, visibility: ArgumentVisibility = .default
  ) where Value == Word? {
    let words = Word.allCases.map(\.rawValue)
    let shown = words.map { $0 == word ? "\($0) (default)" : $0 }.joined(separator: ", ")
    let note = word.flatMap { words.contains($0) ? nil : " (default: \($0))" } ?? ""
    self.init(
      name: name,
      help: ArgumentHelp(
        "\(help): \(shown).\(note)", valueName: valueName, visibility: visibility),
      completion: .list(words)
    ) { text in
      guard let word = Word(rawValue: text) else {
        throw Choices.error(text, among: words)
      }
      return word
    }
  }

  /// An option that takes a date in any spelling.
  init(date help: String, visibility: ArgumentVisibility = .default)
  where Value == Moment? {
    self.init(help: ArgumentHelp(help, visibility: visibility), valueName: "date") { text in
      if text == DateSpelling.now { return .now }
      guard let date = DateSpelling.date(text) else {
        // With a T between the day and the time, as RFC 3339 has it.
        for end in [" UTC", ":00 UTC", "Z", ":00Z"] where DateSpelling.date(text + end) != nil {
          throw UsageError.value(
            text, "has no time zone", hint: "write \"\(shortened(text + end))\" if it is UTC")
        }
        throw UsageError.value(text, "is not a date: write \(DateSpelling.examples)")
      }
      return .date(date)
    }
  }

  /// An option that takes something else that is read from its text.
  init<Read>(
    help: ArgumentHelp, valueName: String, read: @escaping @Sendable (String) throws -> Read
  ) where Value == Read? {
    var help = help
    help.valueName = valueName
    self.init(name: .long, help: help, transform: read)
  }
}

/// Words that are the values of an option.
enum Choices {
  static func error(_ text: String, among words: [String]) -> UsageError {
    UsageError.value(
      text, "is not one of \(words.joined(separator: ", "))",
      hint: closest(to: text, among: words).map { "did you mean \($0)?" })
  }
}

/// Reads a size: bytes, or with K, M or G in units of 1024, 1024² and 1024³.
@Sendable private func size(_ text: String) throws -> Int {
  var digits = text.uppercased()[...]
  for suffix in ["IB", "B"] where digits.hasSuffix(suffix) {
    digits.removeLast(suffix.count)
    break
  }
  let shift =
    switch digits.last {
    case "K": 10
    case "M": 20
    case "G": 30
    default: 0
    }
  if shift > 0 { digits.removeLast() }
  guard let number = Int(digits), number > 0, number <= DecodingLimits.largestInputSize >> shift
  else {
    throw UsageError.value(text, "is not a size from 1 to 1G: write 65536, 64K or 64M")
  }
  return number << shift
}

/// The options of every command that prints an answer.
struct OutputOptions: ParsableArguments {
  @Option(
    oneOf: "When to use colour", valueName: "when", default: "auto", visibility: .inFullHelp)
  private var color: ColorChoice?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the output to a file. (default: standard output)", valueName: "file",
      visibility: .inFullHelp),
    completion: .file())
  private var output: String?

  @Flag(name: .shortAndLong, help: .quiet)
  private var quiet = false

  func validate() throws {
    if output == "" { throw UsageError.emptyName(of: "--output") }
  }

  func apply(to settings: inout RunSettings) {
    settings.color = color ?? .auto
    settings.output = Output.file(named: output)
    settings.isQuiet = quiet
  }
}

/// The options of every command that reads receipts: how large they may be.
struct LimitOptions: ParsableArguments {
  @Option(
    help:
      "Refuse larger inputs: 64K, 64M, 1G at most. (default: \(DecodingLimits().maximumInputSize >> 20)M)",
    valueName: "size", read: size)
  private var maxSize: Int?

  func apply(to settings: inout RunSettings) {
    if let maxSize { settings.limits.maximumInputSize = maxSize }
  }
}

/// Whether the inputs belong together.
struct TogetherOptions: ParsableArguments {
  @Flag(
    name: .customLong("together"),
    help: ArgumentHelp(
      "Read all inputs as one: they are of one customer. Contradictions are reported.",
      visibility: .inFullHelp))
  private(set) var isChosen = false
}

/// The form that receipts must have.
struct FormOptions: ParsableArguments {
  @Option(oneOf: "Accept only this form")
  private var form: ReceiptForm?

  func apply(to settings: inout RunSettings) { settings.form = form }
}

/// The options of every command that verifies: whom to trust.
struct TrustOptions: ParsableArguments {
  @Option(oneOf: "Whose rules to verify by", default: "apple")
  private var profile: ReceiptVerifier.Profile?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Trust these root certificates too, in DER or PEM. Repeatable.", valueName: "file"),
    completion: .file())
  private var trustRoot: [String] = []

  func apply(to settings: inout RunSettings) {
    settings.profile = profile
    settings.trustRoots = trustRoot
  }
}

/// A moment that a person names.
enum Moment {
  case now
  case date(ReceiptDate)

  func date(on host: Host) -> ReceiptDate {
    switch self {
    case .now: host.now
    case .date(let date): date
    }
  }
}

/// What "now" is.
struct TimeOptions: ParsableArguments {
  @Option(date: "Judge at this date: 2024-02-29. (default: now)")
  private var at: Moment?

  var isChosen: Bool { at != nil }

  func apply(to settings: inout RunSettings) { settings.at = at?.date(on: settings.host) }
}

/// The options of every command that shows what is in receipts.
struct RedactionOptions: ParsableArguments {
  @Flag(name: .customLong("redact"), help: "Show pseudonyms in place of identifiers and hashes.")
  private(set) var isChosen = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --redact: derive the pseudonyms from this key file. (default: random ones)",
      valueName: "file"), completion: .file())
  private var redactKey: String?

  func validate() throws {
    if redactKey != nil, !isChosen {
      throw UsageError("--redact-key needs --redact", hint: "add --redact")
    }
  }

  func apply(to settings: inout RunSettings) {
    settings.redaction = isChosen ? Redaction(key: redactKey) : nil
  }
}

/// The options that commands which verify receipts have in common.
struct SharedOptions: ParsableArguments {
  @OptionGroup private var time: TimeOptions
  @OptionGroup(title: "Trust", visibility: .inFullHelp) private var trust: TrustOptions
  @OptionGroup(title: "Input", visibility: .inFullHelp) private var limits: LimitOptions
  @OptionGroup(title: "Input", visibility: .inFullHelp) private var form: FormOptions
  @OptionGroup(title: "Privacy", visibility: .inFullHelp) private var redaction: RedactionOptions
  @OptionGroup private var output: OutputOptions

  var isRedacted: Bool { redaction.isChosen }
  var hasTime: Bool { time.isChosen }

  /// The settings that the options describe.
  func settings(_ host: Host) -> RunSettings {
    var settings = RunSettings(host)
    time.apply(to: &settings)
    trust.apply(to: &settings)
    limits.apply(to: &settings)
    form.apply(to: &settings)
    redaction.apply(to: &settings)
    output.apply(to: &settings)
    return settings
  }
}
