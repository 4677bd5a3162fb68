internal import ArgumentParser

extension ParsableCommand {
  /// Refuses inputs that no command can read, before anything is opened.
  func validateInputs(_ files: [String], lines: Bool) throws {
    if files.isEmpty, Terminal.isStandardInputTerminal {
      throw ValidationError(
        "No file was named, and standard input is a terminal. Name a receipt, or pipe one in.")
    }
    if files.contains("") {
      throw ValidationError("A file's name is empty. Is a variable not set?")
    }
    if files.filter({ $0 == "-" }).count > 1 {
      throw ValidationError("Standard input can be read only once: give - only once.")
    }
    if lines, files.count > 1 {
      throw ValidationError("--lines takes one file, or standard input.")
    }
  }

  /// Ends the command with the exit code of the run.
  func end(_ status: ExitStatus) throws {
    if status != .fine { throw ExitCode(status.rawValue) }
  }
}
