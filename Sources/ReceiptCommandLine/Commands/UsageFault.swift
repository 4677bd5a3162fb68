internal import ArgumentParser
internal import ReceiptCore

/// Finds what is wrong with a command's arguments once ArgumentParser has refused them.
struct UsageFault {
  let command: any ParsableCommand.Type
  /// The arguments after the command.
  let arguments: ArraySlice<String>
  private let table: ArgumentTable
  private let advice: OptionAdvice

  init(_ command: any ParsableCommand.Type, _ arguments: ArraySlice<String>) {
    self.command = command
    self.arguments = arguments
    table = ArgumentTable(of: command)
    advice = OptionAdvice(command: command, table: table)
  }

  /// The option that was given a value.
  func option(withValue value: String) -> String? {
    words.lazy.compactMap { word -> String? in
      guard case .option(let row, let text) = word, text == value else { return nil }
      return row.name
    }.first
  }

  /// The files that an option names, and everything else that may be a file.
  func files(of option: String) -> (named: [String], others: [String]) {
    var files: (named: [String], others: [String]) = ([], [])
    for word in words {
      switch word {
      case .option(let row, let value?) where row.name == option: files.named.append(value)
      case .file(let name), .option(_, let name?): files.others.append(name)
      case .flag, .option, .unknown: break
      }
    }
    return files
  }

  /// The first fault that can be told from the arguments alone.
  var error: UsageError? {
    var files: [String] = []
    for word in words {
      switch word {
      case .file(let name): files.append(name)
      case .flag(_, nil), .option(_, .some): break
      case .flag(let row, let value?):
        return UsageError(
          "\(row.name) takes no value", hint: "leave \"\(shortened(value))\" away")
      case .option(let row, nil): return UsageError("\(row.name) needs a value", hint: example(row))
      case .unknown(let name):
        return UsageError(
          "receipt \(command._commandName) has no option \(shortened(name))",
          hint: advice.hint(for: name))
      }
    }
    return fault(in: files)
  }

  /// What is wrong with the number of files or words.
  private func fault(in files: [String]) -> UsageError? {
    guard !table.files.contains(where: \.isRepeating) else { return nil }
    let usage =
      "write receipt \(command._commandName) "
      + table.files.map { $0.valueName.uppercased() }.joined(separator: " ")
    if let extra = files.dropFirst(table.files.count).first {
      return UsageError(
        "receipt \(command._commandName) takes \(counted(table.files.count, "file")), "
          + "and \"\(shortened(extra))\" is one more",
        hint: usage)
    }
    if files.count < table.files.filter({ !$0.isOptional }).count {
      return UsageError(
        "receipt \(command._commandName) needs \(counted(table.files.count, "file"))", hint: usage)
    }
    return nil
  }

  private func example(_ row: ArgumentTable.Row) -> String {
    row.choices.isEmpty
      ? "write \(row.name) \(row.valueName.uppercased())"
      : "choose \(row.choices.joined(separator: ", "))"
  }

  // MARK: Reading

  private enum Word {
    case file(String)
    case flag(ArgumentTable.Row, value: String?)
    case option(ArgumentTable.Row, value: String?)
    case unknown(String)
  }

  /// Whether a word after an option is its value. Some options have a message of their own for a number below 0.
  private static func mayBeValue(_ word: String) -> Bool {
    let rest = word.dropFirst()
    return !word.hasPrefix("-") || rest.isEmpty || rest.first?.isNumber == true
  }

  /// The arguments as the parser reads them.
  private var words: [Word] {
    var words: [Word] = []
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--" { return words + rest.map { .file($0) } }
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(.file(argument))
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? String(parts[1]) : nil
      let name = String(parts[0])
      let names = name.hasPrefix("--") ? [name] : name.dropFirst().map { "-\($0)" }
      for (index, name) in names.enumerated() {
        let value = index == names.count - 1 ? value : nil
        switch table.option(name) {
        case nil: words.append(.unknown(name))
        case let row? where row.isFlag: words.append(.flag(row, value: value))
        case let row?:
          let next = rest.first.flatMap { Self.mayBeValue($0) ? $0 : nil }
          if value == nil, next != nil { rest.removeFirst() }
          words.append(.option(row, value: value ?? next))
        }
      }
    }
    return words
  }
}
