internal import ArgumentParser

extension ParsableCommand {
  /// Refuses inputs that no command can read, before anything is opened.
  func validateInputs(_ files: [String], lines: Bool) throws {
    if files.isEmpty, Terminal.isStandardInputTerminal {
      throw UsageError(
        "no file was named", hint: "name a receipt, or pipe one in: pbpaste | receipt decode")
    }
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

  /// Ends the command with the exit code of the run.
  func end(_ status: ExitStatus) throws {
    if status != .fine { throw ExitCode(status.rawValue) }
  }
}
