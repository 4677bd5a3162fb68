internal import ArgumentParser

/// A command of the tool. Its run is a function of its options and its host.
protocol HostedCommand: ParsableCommand, Sendable {
  func run(on host: Host) throws -> ExitStatus
}

extension HostedCommand {
  /// Refuses inputs that no command can read, before anything is opened.
  func validateInputs(_ files: [String], lines: Bool) throws {
    if files.contains("") {
      throw UsageError.emptyName(of: "a file")
    }
    if files.filter({ $0 == "-" }).count > 1 {
      throw UsageError("standard input can be read only once", hint: "give - only once")
    }
    if lines, files.count > 1 {
      throw UsageError(
        "--lines takes one file, or standard input", hint: "join them: cat a b | receipt … --lines")
    }
  }

  /// Refuses to wait for a person who named no file.
  func demandInput(_ files: [String], on host: Host) throws {
    if files.isEmpty, host.isInputTerminal {
      throw UsageError(
        "no file was named", hint: "name a receipt, or pipe one in: pbpaste | receipt decode")
    }
  }
}
