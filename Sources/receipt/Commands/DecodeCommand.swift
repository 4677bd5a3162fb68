internal import ArgumentParser
internal import ReceiptCore

struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Prints what is in a receipt.",
    discussion: """
      FILE is a receipt as DER, BER or base64; an .app; a folder, whose files are taken one by one; \
      or - for standard input, which is also read when no file is named.

      EXAMPLES
        receipt decode receipt.bin
        receipt decode receipt.bin --all
        receipt decode < receipt.b64
        receipt decode fixtures/ --format ndjson
        receipt decode receipt.bin --format verify-receipt

      Nothing is verified here: this says what a receipt holds, not whether Apple signed it.
      """
  )

  @Argument(
    help: ArgumentHelp("Receipts, apps, folders, or - for standard input.", valueName: "file"))
  var files: [String] = []

  @Option(name: .shortAndLong, help: "How to print it.")
  var format: DecodeFormat = .text

  @Flag(name: .long, help: "Show every attribute, and nothing shortened.")
  var all = false

  @Option(name: .long, help: "For verify-receipt: which of Apple's endpoints to answer for.")
  var endpoint: Endpoint?

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if files.isEmpty, Terminal.isStandardInputTerminal {
      throw ValidationError(
        "No file was named, and standard input is a terminal. Name a receipt, or pipe one in.")
    }
    if files.filter({ $0 == "-" }).count > 1 {
      throw ValidationError("Standard input can be read only once: give - only once.")
    }
    if endpoint != nil, format != .verifyReceipt {
      throw ValidationError("--endpoint goes with --format verify-receipt.")
    }
    if all, ![.text, .json, .ndjson].contains(format) {
      throw ValidationError("--all goes with the formats text, json and ndjson.")
    }
  }

  func run() throws {
    Terminal.ignoreBrokenPipe()
    let messages = Messages(
      isQuiet: shared.quiet,
      style: Style(
        isEnabled: shared.color.isEnabled(isTerminal: Terminal.isStandardErrorTerminal)))
    do {
      let output = try shared.output.map { try Output(path: $0) } ?? Output.standardOutput()
      let status = decodeAll(to: output, messages: messages)
      try output.finish()
      if status != .fine { throw ExitCode(status.rawValue) }
    } catch let error as OutputError {
      messages.error(escapedForTerminal(error.message))
      throw ExitCode(ExitStatus.unreadable.rawValue)
    }
  }

  private func decodeAll(to output: Output, messages: Messages) -> ExitStatus {
    let list = InputList(files)
    let decoder = ReceiptDecoder(limits: shared.limits)
    var renderer = makeRenderer(output, isSingle: list.isSingle)
    var status = ExitStatus.fine
    renderer.begin()
    for input in list.inputs {
      let outcome: DecodeReport.Outcome
      do {
        let bytes = try input.read(limit: decoder.limits.maximumInputSize)
        outcome = .decoded(try decoder.decode(bytes))
      } catch {
        outcome = .failed(error)
      }
      let report = DecodeReport(name: input.name, outcome: outcome)
      // In order on a terminal that shows both streams.
      if report.error != nil { output.flush() }
      messages.report(report)
      renderer.render(report)
      status = max(status, report.exitStatus)
      // Whoever was reading has gone, or the disk is full: nobody would see the rest.
      if output.failure != 0 { break }
    }
    renderer.end()
    return status
  }

  private func makeRenderer(_ output: Output, isSingle: Bool) -> any DecodeRenderer {
    switch format {
    case .text:
      let isTerminal = shared.output == nil && Terminal.isStandardOutputTerminal
      return DecodeTextRenderer(
        output, width: Terminal.width,
        style: Style(isEnabled: shared.color.isEnabled(isTerminal: isTerminal)),
        showsAll: all)
    case .json:
      return DecodeJSONRenderer(output, shape: isSingle ? .object : .array, showsAll: all)
    case .ndjson:
      return DecodeJSONRenderer(output, shape: .lines, showsAll: all)
    case .csv:
      return DecodeCSVRenderer(output)
    case .verifyReceipt:
      return VerifyReceiptRenderer(
        output, isSingle: isSingle, endpoint: endpoint, requestDate: shared.at?.date ?? Terminal.now
      )
    }
  }
}

enum DecodeFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, ndjson, csv
  case verifyReceipt = "verify-receipt"
}

extension Endpoint: ExpressibleByArgument {}

/// Prints reports, one format each. Renderers decode nothing.
protocol DecodeRenderer {
  mutating func begin()
  mutating func render(_ report: DecodeReport)
  mutating func end()
}

extension DecodeRenderer {
  mutating func begin() {}
  mutating func end() {}
}
