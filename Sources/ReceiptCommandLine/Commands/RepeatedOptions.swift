internal import ArgumentParser

/// Options that were given twice: ArgumentParser would take the last of them without a word.
enum RepeatedOptions {
  /// - Throws: `UsageError` for the first option that may be given once and was given again.
  static func refuse(_ arguments: [String]) throws {
    guard let command = CommandWords.command(arguments.first) else { return }
    var seen: Set<String> = []
    let repeated = names(in: arguments.dropFirst()).filter { !seen.insert($0).inserted }
    // What ArgumentParser knows of a command takes longer to ask than most runs take.
    guard !repeated.isEmpty else { return }
    let once = ArgumentTable(of: command).options.filter { !$0.isFlag && !$0.isRepeating }
      .map(\.name)
    if let name = repeated.first(where: once.contains) {
      throw UsageError("\(name) was given twice", hint: "give it once")
    }
  }

  /// The options among the arguments, by their long names.
  private static func names(in arguments: ArraySlice<String>) -> [String] {
    arguments.prefix { $0 != "--" }.flatMap { argument -> [String] in
      if argument.hasPrefix("--") { return [String(argument.prefix { $0 != "=" })] }
      guard argument.hasPrefix("-") else { return [] }
      return argument.dropFirst().prefix { $0 != "=" }.compactMap { longNames[$0] }
    }
  }

  private static let longNames: [Character: String] = ["f": "--format", "o": "--output"]
}
