internal import ReceiptCore

/// One run of `receipt explain`.
struct ExplainRun {
  /// The request.
  enum Request {
    case word(String)
    /// The word on standard input. If `orKinds` is set and nothing is there, the kinds of words.
    case standardInput(orKinds: Bool)
    /// Every word, or every word of a kind.
    case list(GlossaryEntry.Kind?)
    /// The kinds of words that there are.
    case kinds
  }

  let request: Request
  var format = ExplainFormat.text
  var settings: RunSettings

  func run() throws -> ExitStatus {
    try settings.write(reading: []) { output, messages in
      try explain(to: output, messages: messages)
    }
  }

  /// The longest text on standard input.
  private static let maximumSize = 4096

  private func explain(to output: Output, messages: Messages) throws -> ExitStatus {
    switch request {
    case .word(let word): return explain(word, to: output, messages: messages)
    case .standardInput(let orKinds):
      let bytes: [UInt8]
      do throws(ReceiptError) {
        bytes = try FileReader.readStandardInput(settings.host.input, limit: Self.maximumSize)
      } catch {
        if orKinds, error.code != .tooLarge { return kinds(to: output) }
        throw NamedError(name: "-", error: error)
      }
      let words = Self.words(bytes)
      return orKinds && words.isEmpty
        ? kinds(to: output) : explain(words, to: output, messages: messages)
    case .list(let kind):
      let entries = Glossary.entries.filter { kind == nil || $0.kind == kind }
      switch format {
      case .text: renderer(output).list(entries)
      case .json: Explanation(entries: entries).write(to: output)
      }
    case .kinds: return kinds(to: output)
    }
    return .fine
  }

  private static func words(_ bytes: [UInt8]) -> String {
    ReceiptString(bytes[...]).description.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  private func kinds(to output: Output) -> ExitStatus {
    switch format {
    case .text: renderer(output).groups()
    case .json:
      Explanation(kinds: GlossaryEntry.Kind.allCases).write(to: output)
    }
    return .fine
  }

  private func explain(_ word: String, to output: Output, messages: Messages) -> ExitStatus {
    var entries = Glossary.meanings(of: word)
    if entries.isEmpty { entries = Self.meanings(ofMessage: word) }
    if entries.isEmpty {
      // What stands in brackets is for `diagnose`.
      let sentence = Array(word.utf8).prefix { !"{<".utf8.contains($0) }
      entries = Glossary.meanings(ofNames: ErrorCodes.names(in: sentence)).map(\.entry)
    }
    if entries.isEmpty { entries = Glossary.numberedCases(in: word) }
    let reading = entries.isEmpty ? Self.reading(word) : nil
    if let failure = reading?.failure, failure.isAboutError {
      entries = [Self.whole(failure)]
    }
    let error = entries.isEmpty ? Self.unknown(word, reading) : nil
    if let error {
      messages.error(
        escapedForTerminal(error.message) + " [\(error.code)]",
        hint: error.hint.map(escapedForTerminal))
    }
    switch format {
    case .text: renderer(output).explain(entries)
    case .json: Explanation(word: word, entries: entries, error: error).write(to: output)
    }
    return error == nil ? .fine : .unreadable
  }

  /// The word may be the whole message of an error: what its codes mean, and what `diagnose` says of it.
  private static func meanings(ofMessage text: String) -> [GlossaryEntry] {
    let bytes = Array(text.utf8)[...]
    let text = OtherText(bytes)
    let found = text.codes
    // What can be read is no message, unless it is the print of an error, or words stand before it.
    let isAlone = bytes.first { !Text.isSpace($0) }.map { "{[".utf8.contains($0) } ?? true
    if isAlone || text.known == nil, (try? FoundReceipt.all(in: Array(bytes))) != nil {
      return Glossary.meanings(
        ofCodes: found, kinds: isAlone ? [.status, .apiError] : Glossary.codeKinds
      ).map(\.entry)
    }
    // What says only that something failed is told where nothing says more.
    let exact = found.filter { !ErrorCodes.isGeneral($0) }
    let general = found.filter(ErrorCodes.isGeneral)
    var codes = Glossary.meanings(
      ofCodes: text.known == nil ? exact + general : exact
    ).map(\.entry)
    if codes.isEmpty {
      codes = Glossary.meanings(ofCodes: found, kinds: [.value, .field]).map(\.entry)
    }
    guard let known = text.known else { return codes }
    if text.isGeneral, !codes.isEmpty { return codes }
    // Without codes of its own, it says more than those that stand in the text.
    return known.codes.isEmpty ? [whole(known)] : codes + [whole(known)]
  }

  /// The entry for a text that is the message of an error.
  private static func whole(_ error: ReceiptError) -> GlossaryEntry {
    GlossaryEntry(.libraryError, "the whole text", error.message, advice: error.hint)
  }

  /// What `diagnose` would read in a text, which is no single word.
  private struct Reading {
    /// Why nothing is read.
    var failure: ReceiptError?
    /// Whether it knows what the text is.
    var isKnown: Bool { failure.map { !$0.isGeneral } ?? true }
  }

  private static func reading(_ word: String) -> Reading? {
    guard word.utf8.count > maximumShownLength || word.contains(where: { "{[<\n".contains($0) })
    else { return nil }
    do throws(ReceiptError) {
      _ = try FoundReceipt.all(in: Array(word.utf8))
      return Reading()
    } catch {
      return Reading(failure: error)
    }
  }

  private func renderer(_ output: Output) -> ExplainTextRenderer {
    ExplainTextRenderer(output, width: settings.host.width, style: settings.outputStyle)
  }

  /// Nothing here has the name, but something may have one like it.
  private static func unknown(_ word: String, _ reading: Reading?) -> ReceiptError {
    let shown = word.count > maximumShownLength ? word.prefix(maximumShownLength) + "…" : word[...]
    if let reading {
      return ReceiptError(
        .unknownWord, "nothing here is called \"\(shown)\"",
        hint: reading.isKnown
          ? "receipt diagnose reads what was pasted: a receipt, an answer, a log"
          : "no code or name in it is known here; give one alone, as it is written: 21002, expires_date"
      )
    }
    // Another number is another code.
    let suggestion = closest(to: word, among: Glossary.words)
      .flatMap { Glossary.isOtherNumber($0, than: word) ? nil : $0 }
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
