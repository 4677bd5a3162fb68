internal import ArgumentParser
internal import ReceiptCore

@main
enum Main {
  static func main() {
    // The commonest slip: a file where a command should be.
    if let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"),
      !ReceiptCommand.configuration.subcommands.contains(where: { $0._commandName == word }),
      Directory.kind(of: FilePath(word), followingLinks: true) != nil
    {
      ReceiptCommand.exit(
        withError: ValidationError(
          "\"\(escapedForTerminal(word))\" is no command. To see what is in it: "
            + "receipt decode \(escapedForTerminal(word))"))
    }
    ReceiptCommand.main()
  }
}

struct ReceiptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receipt",
    abstract: "Looks into Apple App Store receipts, offline.",
    discussion: """
      EXAMPLES
        receipt decode receipt.bin             everything in it, for a person
        pbpaste | receipt decode               base64 from the clipboard
        receipt decode My.app --format json    a Mac app's receipt, for a script
        receipt decode fixtures/ --format csv  every purchase in a folder, one a row

      EXIT CODES
        0 all fine, 1 a check failed, 2 something could not be read, 64 wrong usage
      """,
    version: "receipt 0.1.0 (\(OpenSSL.runtimeVersion))",
    subcommands: [DecodeCommand.self, CheckCommand.self]
  )
}
