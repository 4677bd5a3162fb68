internal import ArgumentParser
internal import ReceiptCore

@main
enum Main {
  static func main() {
    CryptoStartUp.minimal()
    var arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if let status = try runPlainly(arguments) {
        ReceiptCommand.exit(withError: status == .fine ? nil : ExitCode(status.rawValue))
      }
      arguments = try CommandWords.resolve(arguments)
      try RepeatedOptions.refuse(arguments, of: ReceiptCommand.configuration.subcommands)
      var command = try ReceiptCommand.parseAsRoot(arguments)
      try command.run()
    } catch {
      UsageReport.end(error, arguments: arguments)
    }
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
}

struct ReceiptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receipt",
    abstract: "Looks into Apple App Store receipts, offline.",
    usage: "receipt COMMAND [options] [FILE ...]",
    discussion: """
        receipt decode receipt.bin       what is in it, and who signed it
        receipt check receipt.bin        is it genuine, and what you expect?
        pbpaste | receipt diagnose       what the customer in front of you owns
      """,
    version: "receipt \(Program.version) (\(OpenSSL.runtimeVersion))",
    subcommands: [
      DecodeCommand.self, CheckCommand.self, DiagnoseCommand.self, TimelineCommand.self,
      DiffCommand.self, DumpCommand.self, MakeCommand.self, RedactCommand.self,
      ExplainCommand.self, InitCommand.self,
    ]
  )

  /// What to do, in ten lines.
  func run() throws {
    let output = Output.standardOutput()
    output.write(
      """
      receipt looks into Apple App Store receipts, offline. To begin:

        receipt decode receipt.bin      what is in it, and who signed it
        receipt check receipt.bin       is it genuine, and what you expect?
        receipt diagnose receipt.bin    what does the customer own?
        pbpaste | receipt decode        reads a receipt from the clipboard
        receipt explain 21007           what a code, a field or a word means

      A receipt may be a file, base64, JSON, a JWS, a log, a Mac app or a folder.
      receipt --help lists all commands.

      """)
    output.flush()
  }
}
