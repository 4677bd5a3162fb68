internal import ArgumentParser
internal import ReceiptCore

/// The first word of a command line, if it is not a command.
enum CommandWords {
  /// The arguments as the parser takes them: with a command, and each value apart from its option.
  ///
  /// - Throws: `UsageError` when no command is meant.
  static func resolve(_ arguments: [String], on host: Host) throws -> [String] {
    guard let word = arguments.first else { return [] }
    if word == "help" {
      if let name = arguments.dropFirst().first(where: { !$0.hasPrefix("-") }), !isCommand(name) {
        throw unknown(name, orFile: false)
      }
      return arguments
    }
    if isCommand(word) {
      try OneHyphen.refuse(arguments)
      mentionTerminal(arguments, on: host)
      return separated(word == ExplainCommand._commandName ? withCodes(arguments) : arguments)
    }
    if word.hasPrefix("-"), word != "-" {
      if rootOptions.contains(where: word.hasPrefix) { return separated(arguments) }
      throw misplaced(word)
    }
    if word.isEmpty { throw UsageError.emptyName(of: "a file") }
    if otherNames[word] == nil,
      word == "-" || Directory.kind(of: FilePath(word), followingLinks: true) != nil
    {
      mentionTerminal(arguments, on: host)
      if !isQuiet(arguments) {
        let name = escapedForTerminal(word)
        Messages(host).note(
          "decoding it; to verify it: receipt check \(name); "
            + "to explain it: receipt diagnose \(name)")
      }
      return separated(["decode"] + arguments)
    }
    throw unknown(word)
  }

  /// Says that the tool waits for what is typed: it would look as if it did nothing.
  private static func mentionTerminal(_ arguments: [String], on host: Host) {
    if arguments.prefix(while: { $0 != "--" }).contains("-"), host.isInputTerminal,
      !isQuiet(arguments)
    {
      Messages(host).note("type or paste it here, then press Control-D on an empty line")
    }
  }

  /// The arguments of `explain` with numbers such as -25318, which look like options, behind all options.
  private static func withCodes(_ arguments: [String]) -> [String] {
    func isCode(_ word: String) -> Bool {
      word.utf8.first == UInt8(ascii: "-") && word.utf8.count > 1
        && word.utf8.dropFirst().allSatisfy { $0 &- 0x30 < 10 }
    }
    guard !arguments.contains("--"), arguments.contains(where: isCode) else { return arguments }
    return arguments.filter { !isCode($0) } + ["--"] + arguments.filter(isCode)
  }

  private static func isQuiet(_ arguments: [String]) -> Bool {
    arguments.contains { ["-q", "--quiet"].contains($0) }
  }

  /// The command with a name.
  static func command(_ name: String?) -> (any ParsableCommand.Type)? {
    ReceiptCommand.configuration.subcommands.first { $0._commandName == name }
  }

  private static func isCommand(_ word: String) -> Bool { word == "help" || command(word) != nil }

  /// Beginnings of the options that work without a command; the last two are for shells.
  private static let rootOptions = [
    "-h", "--help", "--version", "--generate-completion-script", "--experimental-dump-help",
    "---completion",
  ]

  // MARK: Advice

  private static func misplaced(_ option: String) -> UsageError {
    let name = String(option.drop { $0 == "-" })
    if OptionAdvice.versionNames.contains(name) {
      return UsageError(
        "there is no option \(shortened(option))", hint: "receipt --version shows the version")
    }
    if option.hasPrefix("--"),
      let near = closest(to: option, among: ["--version", "--help"])
    {
      return UsageError("there is no option \(shortened(option))", hint: "did you mean \(near)?")
    }
    return UsageError(
      "\(shortened(option)) comes before a command",
      hint: "name the command first: receipt decode \(shortened(option)) …")
  }

  private static func unknown(_ word: String, orFile: Bool = true) -> UsageError {
    let shown = shortened(word)
    let names = ReceiptCommand.configuration.subcommands.map { $0._commandName }
    if OptionAdvice.versionNames.contains(word) {
      return UsageError(
        "there is no command \(shown)", hint: "receipt --version shows the version")
    }
    if let name = otherNames[word.lowercased()] ?? closest(to: word, among: names) {
      return UsageError("there is no command \(shown)", hint: "did you mean receipt \(name)?")
    }
    if !Glossary.meanings(of: word).isEmpty {
      return UsageError(
        "there is no command \(shown)", hint: "receipt explain \(shown) says what it means")
    }
    guard orFile else {
      return UsageError(
        "there is no command \(shown)", hint: "receipt --help lists the commands")
    }
    if let mistake = MistakenName(word) {
      return UsageError("\(mistake.shown) \(mistake.fault)", hint: mistake.hint)
    }
    return UsageError(
      "\(shown) is neither a command nor a file", hint: "receipt --help lists the commands")
  }

  /// What other tools call a command.
  private static let otherNames = [
    "verify": "check", "validate": "check", "assert": "check", "test": "check",
    "show": "decode", "inspect": "decode", "print": "decode", "view": "decode", "parse": "decode",
    "read": "decode", "cat": "decode", "open": "decode", "info": "decode",
    "analyze": "diagnose", "analyse": "diagnose", "doctor": "diagnose", "why": "diagnose",
    "define": "explain", "lookup": "explain", "describe": "explain", "what": "explain",
    "compare": "diff", "cmp": "diff",
    "create": "make", "generate": "make", "sign": "make", "new": "make",
    "anonymize": "redact", "anonymise": "redact", "sanitize": "redact", "scrub": "redact",
    "share": "redact",
    "hexdump": "dump", "asn1": "dump", "asn1parse": "dump", "structure": "dump", "tree": "dump",
    "history": "timeline", "chart": "timeline", "draw": "timeline",
    "rows": "table", "export": "table", "sql": "table", "warehouse": "table",
  ]

  // MARK: Spellings

  /// Writes `-fjson` as `-f json`, and `--help-all` as the parser calls it.
  private static func separated(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].flatMap { argument -> [String] in
      if argument == "--help-all" { return ["--help-hidden"] }
      guard argument.hasPrefix("-"), !argument.hasPrefix("--"),
        let letter = argument.dropFirst().firstIndex(where: { $0 != "q" }),
        "fo".contains(argument[letter])
      else { return [argument] }
      let value = argument[argument.index(after: letter)...]
      guard !value.isEmpty, !value.hasPrefix("=") else { return [argument] }
      return [String(argument[...letter]), String(value)]
    } + arguments[end...]
  }
}
