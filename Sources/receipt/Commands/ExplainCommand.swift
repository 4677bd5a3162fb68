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

  @Option(oneOf: "How to print it", name: .shortAndLong, default: "text")
  private var format: ExplainFormat?

  @OptionGroup private var shared: OutputOptions

  func validate() throws {
    if list, !words.isEmpty { throw ValidationError("--list takes no word.") }
    if !list, words.allSatisfy(\.isEmpty) {
      throw ValidationError("No word was given. receipt explain --list shows what there is.")
    }
  }

  func run() throws {
    var explain = ExplainRun(word: list ? nil : words.joined(separator: " "))
    explain.format = format ?? .text
    shared.apply(to: &explain.settings)
    try end(explain.run())
  }
}
