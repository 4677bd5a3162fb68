internal import ArgumentParser

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says what a word means: a status code, a notification, a field, a reason, …",
    discussion: """
      WORD is anything that a receipt, Apple's servers, StoreKit or this program says. A word with several \
      meanings gets all of them, the likeliest first. How its parts are joined does not matter: \
      expires_date, expiresDate. Without a word the kinds of words are listed.

      EXAMPLES
        receipt explain 21007
        receipt explain 1708
        receipt explain 'payload 17[2]/1708'
        receipt explain original_application_version
        receipt explain DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED
        receipt explain 4040010
        receipt explain untrusted-chain
        receipt explain --list
        receipt explain --list notification

      Exits with 2 when nothing has that name.
      """
  )

  @Argument(help: ArgumentHelp("The word, or several for a name of several.", valueName: "word"))
  private var words: [String] = []

  @Flag(name: .long, help: "List every word that there is, by kind; with a kind, its words.")
  private var list = false

  @Option(oneOf: "How to print it", name: .shortAndLong, default: "text")
  private var format: ExplainFormat?

  @OptionGroup private var shared: OutputOptions

  private var word: String { words.joined(separator: " ") }

  func validate() throws {
    if list, !words.isEmpty, GlossaryEntry.Kind(rawValue: word) == nil {
      let kinds = GlossaryEntry.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError.value(
        word, "is not a kind of word: choose \(kinds)"
      ).naming("--list")
    }
    if !words.isEmpty, words.allSatisfy(\.isEmpty) {
      throw UsageError(
        "the word is empty", hint: "receipt explain --list shows every word")
    }
  }

  func run() throws {
    var explain = ExplainRun(
      request: list
        ? .list(GlossaryEntry.Kind(rawValue: word)) : words.isEmpty ? .kinds : .word(word))
    explain.format = format ?? .text
    shared.apply(to: &explain.settings)
    try end(explain.run())
  }
}
