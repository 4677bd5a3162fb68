internal import ArgumentParser
internal import ReceiptCore

/// The options of commands that answer many receipts.
struct StreamOptions: ParsableArguments {
  @OptionGroup(title: "Rows", visibility: .inFullHelp) private var rows: RowOptions

  @Option(
    oneOf: "With --lines: what bad rows do to the exit code",
    default: "fail")
  private var badRows: BadRows?

  @Flag(name: .long, help: "With --lines: no answer for receipts that pass.")
  private var onlyFailures = false

  @OptionGroup private var threads: ThreadOptions

  func validate() throws {
    if badRows != nil { try rows.demandLines(for: "--bad-rows") }
    if onlyFailures { try rows.demandLines(for: "--only-failures") }
  }

  /// - Throws: For a format that does not go with rows.
  func validate<Format: RawRepresentable<String> & Equatable>(
    _ format: Format?, among formats: [Format], text: Format
  ) throws {
    try rows.validate(format, among: formats)
    if onlyFailures, format == text {
      throw UsageError(
        "--only-failures does not go with --format text", hint: "choose ndjson or csv")
    }
  }

  func demandLines(for option: String) throws { try rows.demandLines(for: option) }

  var isChosen: Bool { rows.isChosen }

  var settings: StreamSettings {
    var settings = StreamSettings()
    settings.rows = rows.format
    settings.jobs = threads.jobs
    settings.acceptsBadRows = badRows == .report
    settings.onlyFailures = onlyFailures
    return settings
  }
}

/// How many threads work.
struct ThreadOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Use this many threads. (default: one for each processor)"),
    valueName: "number", read: Self.number)
  private(set) var jobs: Int?

  /// More threads than processors are of little use, and each takes memory.
  private static let maximum = 256

  @Sendable private static func number(_ text: String) throws -> Int {
    guard let number = Int(text), (1...maximum).contains(number) else {
      throw UsageError.value(text, "is not a number from 1 to \(maximum)")
    }
    return number
  }
}

/// What to do about rows that fail or cannot be read.
enum BadRows: String, CaseIterable {
  case fail
  /// They are answers like others.
  case report
}

/// Whether answers are short.
struct CompactOptions: ParsableArguments {
  @Flag(
    name: .customLong("compact"),
    help: "With --lines: a short answer, at most 500 bytes a row.")
  private(set) var isChosen = false

  /// - Throws: For what it does not go with.
  func validate<Format: Equatable>(
    with stream: StreamOptions, _ format: Format?, lines: Format
  ) throws {
    guard isChosen else { return }
    try stream.demandLines(for: "--compact")
    if let format, format != lines {
      throw UsageError("--compact is NDJSON", hint: "leave --format away")
    }
  }
}
