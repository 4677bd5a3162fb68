internal import ArgumentParser
internal import ReceiptCore

extension Option {
  /// An option that takes one of a few words, which its help and its completion list.
  init<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    oneOf help: String, name: NameSpecification = .long, valueName: String? = nil,
    default word: String? = nil
  ) where Value == Word? {
    let words = Word.allCases.map(\.rawValue)
    let note = word.map { " (default: \($0))" } ?? ""
    self.init(
      name: name,
      help: ArgumentHelp(
        "\(help): \(words.joined(separator: ", ")).\(note)", valueName: valueName),
      completion: .list(words)
    ) { text in
      guard let word = Word(rawValue: text) else {
        throw Choices.error(text, among: words)
      }
      return word
    }
  }

  /// An option that takes a date in any spelling.
  init(date help: String) where Value == ReceiptDate? {
    self.init(help: ArgumentHelp(stringLiteral: help), valueName: "date") { text in
      guard let date = DateSpelling.date(text, now: Terminal.now) else {
        throw UsageError.value(text, "is not a date: write \(DateSpelling.examples)")
      }
      return date
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
  @Option(oneOf: "When to use colour", valueName: "when", default: "auto")
  private var color: ColorChoice?

  @Option(name: .shortAndLong, help: ArgumentHelp("Write the answer to a file.", valueName: "file"))
  private var output: String?

  @Flag(name: .shortAndLong, help: "Say nothing on standard error.")
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
    help: "Refuse larger inputs: 64K, 64M, 1G at most. (default: 16M)", valueName: "size",
    read: size)
  private var maxSize: Int?

  func apply(to settings: inout RunSettings) {
    if let maxSize { settings.limits.maximumInputSize = maxSize }
  }
}

/// Whether the inputs belong together.
struct TogetherOptions: ParsableArguments {
  @Flag(
    name: .customLong("together"),
    help: "Read all inputs as one: they belong to one customer. Contradictions are told.")
  private(set) var isChosen = false
}

/// The form that receipts must have.
struct FormOptions: ParsableArguments {
  @Option(oneOf: "Take only this")
  private var form: ReceiptForm?

  func apply(to settings: inout RunSettings) { settings.form = form }
}

/// The options of every command that verifies: whom to trust, and when.
struct TrustOptions: ParsableArguments {
  @Option(oneOf: "By whose rules to judge", default: "apple")
  private var profile: ReceiptVerifier.Profile?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Trust this root too: certificates in DER or PEM. Repeatable.", valueName: "file"))
  private var trustRoot: [String] = []

  @Option(date: "What \"now\" is: 2024-02-29, 2024-02-29T12:00:00Z.")
  private var at: ReceiptDate?

  func apply(to settings: inout RunSettings) {
    settings.profile = profile
    settings.trustRoots = trustRoot
    settings.at = at
  }
}

/// The options of every command that shows what is in receipts.
struct RedactionOptions: ParsableArguments {
  @Flag(name: .long, help: "Show pseudonyms instead of identifiers, hashes and opaque values.")
  private var redact = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --redact: what pseudonyms follow from, as with receipt redact --key. (default: chance)",
      valueName: "file"))
  private var redactKey: String?

  func validate() throws {
    if redactKey != nil, !redact {
      throw UsageError("--redact-key needs --redact", hint: "add --redact")
    }
  }

  func apply(to settings: inout RunSettings) {
    settings.redaction = redact ? Redaction(key: redactKey) : nil
  }
}

/// The options that commands which verify receipts have in common.
struct SharedOptions: ParsableArguments {
  @OptionGroup private var trust: TrustOptions
  @OptionGroup private var limits: LimitOptions
  @OptionGroup private var form: FormOptions
  @OptionGroup private var redaction: RedactionOptions
  @OptionGroup private var output: OutputOptions

  /// The settings that the options describe.
  var settings: RunSettings {
    var settings = RunSettings()
    trust.apply(to: &settings)
    limits.apply(to: &settings)
    form.apply(to: &settings)
    redaction.apply(to: &settings)
    output.apply(to: &settings)
    return settings
  }
}
