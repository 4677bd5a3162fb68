internal import ArgumentParser

/// How an answer of Apple's is explained: options of `receipt diagnose`, which checks their values.
struct ShowOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "Format, as of receipt diagnose: text, json, ndjson, csv, html. (default: text)")
  var format: String?

  @Flag(name: .long, help: "Print all facts, section by section.")
  var details = false

  @Option(
    name: .long,
    help: "What the customer complains about: locked, refund, charged, restore, cancel.")
  var complaint: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Reply to the customer in this language.", valueName: "language"))
  var reply: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A settings file of the app, or none. (default: .receipt.yml here or above)",
      valueName: "file"))
  var settings: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The time zone of dates. (default: UTC)", valueName: "zone"))
  var timeZone: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Trust these roots too for what is signed, in DER or PEM. Repeatable.", valueName: "file"))
  var trustRoot: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write to this file.", valueName: "file"))
  var output: String?

  /// The same options for `receipt diagnose`.
  var arguments: [String] {
    let values = [
      ("format", format), ("complaint", complaint), ("reply", reply), ("settings", settings),
      ("time-zone", timeZone), ("output", output),
    ]
    return values.compactMap { name, value in value.map { "--\(name)=\($0)" } }
      + trustRoot.map { "--trust-root=\($0)" } + (details ? ["--details"] : [])
  }
}
