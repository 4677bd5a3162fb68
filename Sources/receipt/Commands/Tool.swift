internal import ArgumentParser
internal import ReceiptCore

/// The whole tool: a function of the arguments and the host.
enum Tool {
  /// Runs one call, and returns its exit code.
  static func run(_ arguments: [String], on host: Host) -> Int32 {
    CryptoStartUp.minimal()
    var arguments = arguments
    do {
      if let status = try runPlainly(arguments, on: host) { return status.rawValue }
      arguments = try CommandWords.resolve(arguments, on: host)
      try RepeatedOptions.refuse(arguments, of: ReceiptCommand.configuration.subcommands)
      var command = try ReceiptCommand.parseAsRoot(arguments)
      if let command = command as? any HostedCommand { return try command.run(on: host).rawValue }
      // One of ArgumentParser's own, which throws what it has to tell.
      try command.run()
      return ExitStatus.fine.rawValue
    } catch {
      return UsageReport.tell(error, arguments: arguments, on: host)
    }
  }

  /// Runs a command whose arguments are only names, which is the most common call, or says the version. It
  /// needs no parser, whose setup takes longer than decoding and verifying a receipt.
  private static func runPlainly(_ arguments: [String], on host: Host) throws -> ExitStatus? {
    if arguments == ["--version"] || arguments == ["-V"] {
      let output = host.standardOutput()
      output.write(ReceiptCommand.version + "\n")
      output.flush()
      return .fine
    }
    let files = Array(arguments.dropFirst())
    guard let command = arguments.first, !files.isEmpty,
      files.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") })
    else { return nil }
    return switch command {
    case DecodeCommand._commandName: try DecodeRun(files: files, on: host).run()
    case CheckCommand._commandName: try CheckRun(files: files, on: host).run()
    default: nil
    }
  }
}
