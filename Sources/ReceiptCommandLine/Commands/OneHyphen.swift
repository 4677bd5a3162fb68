internal import ArgumentParser
internal import ReceiptCore

/// Long options behind one hyphen. ArgumentParser reads their letters as short options: `-output copy` would write a file
/// named `utput`.
enum OneHyphen {
  /// Options of OpenSSL, whose letters are options of ours.
  private static let openSSL = ["-in", "-inform", "-noout", "-out", "-outform"]

  /// - Throws: `UsageError` for the first of them.
  static func refuse(_ arguments: [String]) throws {
    let words = arguments.dropFirst().prefix { $0 != "--" }.filter {
      $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.utf8.count > 2
    }
    // What ArgumentParser knows of a command takes longer to ask than most runs take.
    guard !words.isEmpty, let command = CommandWords.command(arguments.first) else { return }
    if let name = words.first(where: openSSL.contains) {
      throw UsageError(
        "receipt \(command._commandName) has no option \(name)",
        hint: "leave it out: the form is found by itself, and files are named alone")
    }
    let names = Set(ArgumentTable(of: command).options.flatMap(\.names))
    for word in words {
      let name = "-" + word.prefix { $0 != "=" }
      guard names.contains(name) else { continue }
      throw UsageError(
        "receipt \(command._commandName) has no option \(shortened(word))", hint: "write \(name)")
    }
  }
}
