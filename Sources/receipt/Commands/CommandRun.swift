internal import ArgumentParser
internal import ReceiptCore

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

  /// Opens the output, runs the command's work, and ends with the right exit code.
  func runWriting(
    _ shared: SharedOptions, _ work: (Output, Messages) throws -> ExitStatus
  ) throws {
    Terminal.ignoreBrokenPipe()
    Terminal.occupyStandardStreams()
    let messages = Messages(
      isQuiet: shared.quiet,
      style: Style(
        isEnabled: try shared.color.isEnabled(isTerminal: Terminal.isStandardErrorTerminal)))
    do {
      let output = try shared.output.map { try Output(path: $0) } ?? Output.standardOutput()
      let status: ExitStatus
      do {
        status = try work(output, messages)
      } catch {
        output.discard()
        throw error
      }
      try output.finish()
      if status != .fine { throw ExitCode(status.rawValue) }
    } catch let error as OutputError {
      messages.error(escapedForTerminal(error.message))
      throw ExitCode(ExitStatus.unreadable.rawValue)
    } catch let error as NamedError {
      messages.report(error.error, in: Source(name: error.name))
      throw ExitCode(ExitStatus.unreadable.rawValue)
    }
  }
}

/// The receipts behind a list of inputs: one in each, or one in each line.
struct ReceiptInputs {
  private let list: InputList
  private let lines: Bool
  private let limit: Int
  private let output: Output

  /// What was answered to the lines so far is written to `output` before more of them are read: whoever
  /// asks line by line may wait for the answer with the next question.
  init(_ list: InputList, lines: Bool, limit: Int, output: Output) {
    self.list = list
    self.lines = lines
    self.limit = limit
    self.output = output
  }

  /// Hands over each receipt's source, and its bytes or the reason why there are none, until `body` says
  /// that nobody wants any more.
  func visit(_ body: (Source, () throws(ReceiptError) -> [UInt8]) -> Bool) {
    for input in list.inputs {
      let source = Source(name: input.name)
      guard lines else {
        guard body(source, { () throws(ReceiptError) in try input.read(limit: limit) }) else {
          return
        }
        continue
      }
      do throws(ReceiptError) {
        var reader = try input.makeLineReader(limit: limit, willRead: output.flush)
        var number = 0
        while let line = try reader.next() {
          number += 1
          let numbered = Source(name: input.name, line: number)
          guard body(numbered, { () throws(ReceiptError) in try line.get() }) else { return }
        }
      } catch {
        guard body(source, { () throws(ReceiptError) in throw error }) else { return }
      }
    }
  }
}
