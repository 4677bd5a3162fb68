internal import ArgumentParser
internal import ReceiptCore

@main
enum Main {
  static func main() {
    CryptoStartUp.minimal()
    // Linux has them in /proc. Where that cannot be read there seem to be none, and a check would only print help.
    guard !CommandLine.arguments.isEmpty else {
      CommandWords.messages.error(
        "the arguments of this call cannot be read",
        hint: "mount /proc, and allow more open files: ulimit -n 256")
      ReceiptCommand.exit(withError: ExitCode(ExitStatus.unreadable.rawValue))
    }
    var arguments = RawArguments.texts
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

  /// Runs a command whose arguments are only names, which is the most common call, or says the version. It
  /// needs no parser, whose setup takes longer than decoding and verifying a receipt.
  private static func runPlainly(_ arguments: [String]) throws -> ExitStatus? {
    if arguments == ["--version"] || arguments == ["-V"] {
      let output = Output.standardOutput()
      output.write(ReceiptCommand.version + "\n")
      output.flush()
      return .fine
    }
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
