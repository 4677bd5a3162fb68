internal import ArgumentParser
internal import ReceiptCore

// Options are declared as text and read here. Declared with types of their own they would cost each run
// of the program a tenth of a millisecond apiece: ArgumentParser builds its parsers from the types when
// the program starts, and starting is most of what a short run does.

/// Reads an option's text as one of several choices.
func choice<Choice: RawRepresentable<String> & CaseIterable>(
  _ text: String?, of option: String, _ type: Choice.Type
) throws -> Choice? {
  guard let text else { return nil }
  guard let choice = Choice(rawValue: text) else {
    let words = Choice.allCases.map(\.rawValue)
    let meant = closest(to: text, among: words).map { " Did you mean \($0)?" } ?? ""
    throw ValidationError(
      "The value \"\(escapedForTerminal(text))\" is none that \(option) takes: "
        + words.joined(separator: ", ") + "." + meant)
  }
  return choice
}

/// Reads a moment: an RFC 3339 date and time, or a day, which means its beginning in UTC.
func moment(_ text: String?, of option: String) throws -> ReceiptDate? {
  guard let text else { return nil }
  guard let date = ReceiptDate(dateOrDay: text) else {
    throw ValidationError(
      "The value \"\(escapedForTerminal(text))\" of \(option) is no date: "
        + "write 2024-02-29 or 2024-02-29T12:00:00Z.")
  }
  return date
}

/// Reads a length of time.
func timeSpan(_ text: String?, of option: String) throws -> TimeSpan? {
  guard let text else { return nil }
  guard let span = TimeSpan(text) else {
    throw ValidationError(
      "The value \"\(escapedForTerminal(text))\" of \(option) is no length of time: "
        + "write 90d, 36h or 1d12h; w, d, h, m and s are understood.")
  }
  return span
}

/// Reads a size: octets, or with K, M or G in units of 1024, 1024² and 1024³.
func size(_ text: String?, of option: String) throws -> Int? {
  guard let text else { return nil }
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
    throw ValidationError(
      "The value \"\(escapedForTerminal(text))\" of \(option) is no size from 1 to 1G: "
        + "write 65536, 64K or 64M.")
  }
  return number << shift
}

/// The options that commands which read receipts have in common.
struct SharedOptions: ParsableArguments {
  @Option(
    name: .customLong("profile"),
    help: ArgumentHelp(
      "By whose rules to judge: apple, or xcode for Xcode's test receipts. (default: apple)",
      valueName: "profile"))
  private var profileText: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Trust this root too: certificates in DER or PEM. Repeatable.", valueName: "file"))
  private var trustRoot: [String] = []

  @Option(
    name: .customLong("at"),
    help: ArgumentHelp("What \"now\" is: 2024-02-29, 2024-02-29T12:00:00Z.", valueName: "date"))
  private var atText: String?

  @Option(
    name: .customLong("max-size"),
    help: ArgumentHelp(
      "Refuse larger inputs: 64K, 64M, 1G at most. (default: 16M)", valueName: "size"))
  private var maxSizeText: String?

  @Option(name: .customLong("form"), help: .form)
  private var formText: String?

  @Flag(name: .long, help: "Show pseudonyms instead of identifiers, hashes and opaque values.")
  private var redact = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --redact: what pseudonyms follow from, as with receipt redact --key. (default: chance)",
      valueName: "file"))
  private var redactKey: String?

  @Option(
    name: .customLong("color"),
    help: ArgumentHelp(
      "When to use colour: auto, always, never. (default: auto)", valueName: "when"))
  private var colorText: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("Write the answer to a file.", valueName: "file"))
  private var output: String?

  @Flag(name: .shortAndLong, help: "Say nothing on standard error.")
  private var quiet = false

  func validate() throws {
    if output == "" { throw ValidationError("The name of the output file is empty.") }
    if redactKey != nil, !redact { throw ValidationError("--redact-key goes with --redact.") }
    _ = try settings
  }

  /// The settings that the options describe.
  var settings: RunSettings {
    get throws {
      var settings = RunSettings()
      settings.profile =
        try choice(profileText, of: "--profile", ProfileArgument.self)?.profile ?? .apple
      settings.trustRoots = trustRoot
      settings.at = try moment(atText, of: "--at")
      if let size = try size(maxSizeText, of: "--max-size") {
        settings.limits.maximumInputSize = size
      }
      settings.form = try choice(formText, of: "--form", ReceiptForm.self)
      settings.color = try choice(colorText, of: "--color", ColorChoice.self) ?? .auto
      settings.output = Output.file(named: output)
      settings.isQuiet = quiet
      if redact { settings.redaction = Redaction(key: redactKey) }
      return settings
    }
  }
}

extension ArgumentHelp {
  /// Of `--form`, which every command has that reads receipts.
  static let form = ArgumentHelp(
    "Take only this: app-receipt, ios6-transaction, verify-receipt, app-transaction, transaction, "
      + "renewal-info, notification.", valueName: "form")
}
