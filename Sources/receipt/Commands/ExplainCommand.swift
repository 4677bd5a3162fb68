internal import ArgumentParser

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says what a word means: a status code, an attribute, a field, a reason, …",
    discussion: """
      WORD is anything that a receipt, an answer of Apple's or this program says. A word with several \
      meanings gets all of them. How its parts are joined does not matter: expires_date, expiresDate.

      EXAMPLES
        receipt explain 21007
        receipt explain 1708
        receipt explain 'payload 17[2]/1708'
        receipt explain original_application_version
        receipt explain untrusted-chain
        receipt explain --list

      Exits with 2 when nothing has that name.
      """
  )

  @Argument(help: ArgumentHelp("The word, or several for a name of several.", valueName: "word"))
  private var words: [String] = []

  @Flag(name: .long, help: "List every word that there is, by kind.")
  private var list = false

  @Option(
    name: [.customShort("f"), .customLong("format")],
    help: ArgumentHelp("How to print it: text, json. (default: text)", valueName: "format"))
  private var formatText: String?

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
    if list, !words.isEmpty { throw ValidationError("--list takes no word.") }
    if !list, words.allSatisfy(\.isEmpty) {
      throw ValidationError("No word was given. receipt explain --list shows what there is.")
    }
    if output == "" { throw ValidationError("The name of the output file is empty.") }
    _ = try explain
  }

  private var explain: ExplainRun {
    get throws {
      var explain = ExplainRun(word: list ? nil : words.joined(separator: " "))
      explain.format = try choice(formatText, of: "--format", ExplainFormat.self) ?? .text
      explain.settings.color = try choice(colorText, of: "--color", ColorChoice.self) ?? .auto
      explain.settings.output = Output.file(named: output)
      explain.settings.isQuiet = quiet
      return explain
    }
  }

  func run() throws { try end(try explain.run()) }
}
