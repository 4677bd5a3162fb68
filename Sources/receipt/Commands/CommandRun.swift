internal import ArgumentParser

extension ParsableCommand {
  /// What is true of the inputs of every command that reads receipts.
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

  /// Ends the command as the run ended.
  func end(_ status: ExitStatus) throws {
    if status != .fine { throw ExitCode(status.rawValue) }
  }
}
