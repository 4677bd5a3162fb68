internal import ArgumentParser

struct ExplainCommand: HostedCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says what a code, field or word means, and what to do.",
    usage: "receipt explain [options] [WORD]\nreceipt explain --help-all",
    discussion: """
      WORD is anything that a receipt, Apple's servers, StoreKit or this tool says.
      expires_date and expiresDate are the same word. Exit code 2: it is not known.

      EXAMPLES
        receipt explain 21007
        receipt explain original_application_version
        receipt explain --list notification
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The word, or words; - for standard input.", valueName: "word", visibility: .inFullHelp),
    completion: .words { line in
      line.contains("--list") ? GlossaryEntry.Kind.allCases.map(\.rawValue) : Glossary.words
    })
  private var words: [String] = []

  @Flag(name: .long, help: "List all words, or those of one kind.")
  private var list = false

  @Option(oneOf: "Format", name: .shortAndLong, default: "text")
  private var format: ExplainFormat?

  @OptionGroup private var shared: OutputOptions

  private var word: String { words.joined(separator: " ") }

  private func request(on host: Host) -> ExplainRun.Request {
    if list { return .list(GlossaryEntry.Kind(rawValue: word)) }
    if words.isEmpty {
      return host.isClosed || host.isInputTerminal ? .kinds : .standardInput(orKinds: true)
    }
    return word == "-" ? .standardInput(orKinds: false) : .word(word)
  }

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

  func run(on host: Host) throws -> ExitStatus {
    var explain = ExplainRun(request: request(on: host), settings: RunSettings(host))
    explain.format = format ?? .text
    shared.apply(to: &explain.settings)
    return try explain.run()
  }
}
