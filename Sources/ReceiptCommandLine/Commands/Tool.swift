internal import ArgumentParser
internal import ReceiptCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The whole tool: a function of the arguments and the host.
package enum Tool {
  /// Runs the call of this process, and ends it.
  package static func runProcess() -> Never {
    Heap.returnLargeBlocks()
    let host = Host.process()
    // Linux has them in /proc. Where that cannot be read there seem to be none, and a check would only print help.
    guard !CommandLine.arguments.isEmpty else {
      Messages(host).error(
        "the arguments of this call cannot be read",
        hint: "mount /proc, and allow more open files: ulimit -n 256")
      exit(ExitStatus.unreadable.rawValue)
    }
    exit(run(RawArguments.texts, on: host))
  }

  /// Runs one call, and returns its exit code.
  package static func run(_ arguments: [String], on host: Host) -> Int32 {
    CryptoStartUp.minimal()
    var arguments = arguments
    do {
      if let status = try runPlainly(arguments, on: host) { return status.rawValue }
      arguments = try CommandWords.resolve(arguments, on: host)
      var command = try parsed(arguments)
      if let command = command as? any HostedCommand { return try command.run(on: host).rawValue }
      // One of ArgumentParser's own, which throws what it has to tell.
      try command.run()
      return ExitStatus.fine.rawValue
    } catch {
      return UsageReport.tell(error, arguments: arguments, on: host)
    }
  }

  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    try RepeatedOptions.refuse(arguments)
    return try ReceiptCommand.parseAsRoot(arguments)
  }

  /// A call whose arguments are right. It can be run many times: reading them takes longer than most runs.
  package struct Call: Sendable {
    private let arguments: [String]
    private let command: any HostedCommand

    /// The call; `nil` for a wrong one, which is told on the host.
    package init?(_ arguments: [String], telling host: Host) {
      do {
        CryptoStartUp.minimal()
        guard let command = try parsed(arguments) as? any HostedCommand else { return nil }
        self.arguments = arguments
        self.command = command
      } catch {
        _ = UsageReport.tell(error, arguments: arguments, on: host)
        return nil
      }
    }

    package func run(on host: Host) -> Int32 {
      do {
        return try command.run(on: host).rawValue
      } catch {
        return UsageReport.tell(error, arguments: arguments, on: host)
      }
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
    case DecodeCommand._commandName:
      try DecodeRun(files: files, settings: RunSettings(host)).run()
    case CheckCommand._commandName: try CheckRun(files: files, settings: RunSettings(host)).run()
    default: nil
    }
  }
}
