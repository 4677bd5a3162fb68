internal import ArgumentParser
internal import ReceiptCore

@main
enum Main {
  static func main() {
    CryptoStartUp.minimal()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if let status = try runPlainly(arguments) {
        ReceiptCommand.exit(withError: status == .fine ? nil : ExitCode(status.rawValue))
      }
      try explainMissingCommand(arguments)
      try RepeatedOptions.refuse(arguments, of: ReceiptCommand.configuration.subcommands)
      var command = try ReceiptCommand.parseAsRoot(arguments)
      try command.run()
    } catch {
      exit(with: error)
    }
  }

  /// Ends with an error, or with a help text that was asked for. A message about wrong usage repeats arguments,
  /// which a script may have taken from anywhere.
  private static func exit(with error: any Error) -> Never {
    let status = ReceiptCommand.exitCode(for: error)
    guard !status.isSuccess else { ReceiptCommand.exit(withError: error) }
    let message = ReceiptCommand.fullMessage(for: error)
    if !message.isEmpty {
      let output = Output.standardError()
      for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
        output.write(escapedForTerminal(String(line)) + "\n")
      }
      output.flush()
    }
    ReceiptCommand.exit(withError: status)
  }

  /// Runs a command whose arguments are only names, which is the most common call. It needs no parser, whose
  /// setup takes longer than decoding and verifying a receipt.
  private static func runPlainly(_ arguments: [String]) throws -> ExitStatus? {
    let files = Array(arguments.dropFirst())
    guard let command = arguments.first, !files.isEmpty,
      files.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") })
    else { return nil }
    return switch command {
    case DecodeCommand._commandName: try DecodeRun(files: files).run()
    case CheckCommand._commandName: try CheckRun(files: files).run()
    default: nil
    }
  }

  /// Explains the most common mistake: a file in place of a command.
  private static func explainMissingCommand(_ arguments: [String]) throws {
    guard let word = arguments.first, !word.hasPrefix("-"),
      !ReceiptCommand.configuration.subcommands.contains(where: { $0._commandName == word }),
      Directory.kind(of: FilePath(word), followingLinks: true) != nil
    else { return }
    throw ValidationError(
      "\"\(escapedForTerminal(word))\" is no command. To see what is in it: "
        + "receipt decode \(escapedForTerminal(word))")
  }
}

struct ReceiptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receipt",
    abstract: "Looks into Apple App Store receipts, offline.",
    discussion: """
      EXAMPLES
        receipt decode receipt.bin             everything in it, for a person
        pbpaste | receipt decode               whatever is in the clipboard
        receipt decode My.app --format json    a Mac app's receipt, for a script
        receipt decode fixtures/ --format csv  every purchase in a folder, one a row
        receipt diagnose receipt.bin           what it means for the customer
        receipt make spec.yaml -o test.bin     a signed receipt to test with
        receipt redact receipt.bin             a copy of one that can be shared

      EXIT CODES
        0 all fine, 1 a check failed, 2 something could not be read, 64 wrong usage
      """,
    version: "receipt \(Program.version) (\(OpenSSL.runtimeVersion))",
    subcommands: [
      DecodeCommand.self, CheckCommand.self, DiagnoseCommand.self, TimelineCommand.self,
      DiffCommand.self, DumpCommand.self, MakeCommand.self, RedactCommand.self,
      ExplainCommand.self,
    ]
  )
}
