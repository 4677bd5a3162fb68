internal import ReceiptCore

/// One run of `receipt explain`.
struct ExplainRun {
  /// The word; `nil` for the list of all.
  var word: String?
  var format = ExplainFormat.text
  var settings = RunSettings()

  func run() throws -> ExitStatus {
    try settings.write(reading: []) { output, messages in explain(to: output, messages: messages) }
  }

  private func explain(to output: Output, messages: Messages) -> ExitStatus {
    let entries = word.map { Glossary.meanings(of: $0) } ?? Glossary.entries
    let status: ExitStatus = entries.isEmpty ? .unreadable : .fine
    let error = word.flatMap { entries.isEmpty ? Self.unknown($0) : nil }
    if let error {
      messages.error(
        escapedForTerminal(error.message) + " [\(error.code)]",
        hint: error.hint.map(escapedForTerminal))
    }
    switch format {
    case .text:
      let renderer = ExplainTextRenderer(
        output, width: Terminal.width, style: settings.outputStyle)
      if word == nil { renderer.list(entries) } else { renderer.explain(entries) }
    case .json:
      ExplainJSONRenderer.write(word: word, entries, error: error, to: output)
    }
    return status
  }

  /// Nothing here has the name, but something may have one like it.
  private static func unknown(_ word: String) -> ReceiptError {
    let shown = word.count > maximumShownLength ? word.prefix(maximumShownLength) + "…" : word[...]
    let suggestion = closest(to: word, among: Glossary.words)
    return ReceiptError(
      .unknownWord, "nothing here is called \"\(shown)\"",
      hint: (suggestion.map { "did you mean \($0)? " } ?? "")
        + "receipt explain --list shows every word")
  }

  private static let maximumShownLength = 60
}

enum ExplainFormat: String, CaseIterable {
  case text, json
}

extension ReceiptError.Code {
  /// A word that `explain` does not know.
  static let unknownWord = Self(rawValue: "unknown-word")
}
