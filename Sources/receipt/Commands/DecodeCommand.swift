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
        receipt decode receipt.bin --certificates
        receipt decode receipt.bin --format pem > certificates.pem

      This says what a receipt holds, not whether Apple signed it: that is for receipt check.
      """
  )

  @Argument(
    help: ArgumentHelp("Receipts, apps, folders, or - for standard input.", valueName: "file"))
  var files: [String] = []

  @Option(
    name: [.customShort("f"), .customLong("format")],
    help: ArgumentHelp(
      "How to print it: text, json, ndjson, csv, pem, verify-receipt. (default: text)",
      valueName: "format"))
  private var formatText: String?

  @Flag(
    name: .long, help: "Take each line of the input for a receipt; answer each with one of JSON.")
  var lines = false

  @Flag(name: .long, help: "Show the certificates.")
  var certificates = false

  @Flag(name: .long, help: "Show every attribute, and nothing shortened.")
  var all = false

  @Option(
    name: .customLong("endpoint"),
    help: ArgumentHelp(
      "With verify-receipt: answer as which of Apple's endpoints, production or sandbox. "
        + "(default: the receipt's own)", valueName: "endpoint"))
  private var endpointText: String?

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    try validateInputs(files, lines: lines)
    let format = try format
    if try endpoint != nil, format != .verifyReceipt {
      throw ValidationError("--endpoint goes with --format verify-receipt.")
    }
    if all, ![.text, .json, .ndjson].contains(format) {
      throw ValidationError("--all goes with the formats text, json and ndjson.")
    }
    if lines, format != .ndjson {
      throw ValidationError("--lines answers in JSON lines: leave --format away.")
    }
  }

  private var format: DecodeFormat {
    get throws {
      try choice(formatText, of: "--format", DecodeFormat.self) ?? (lines ? .ndjson : .text)
    }
  }

  private var endpoint: Endpoint? {
    get throws { try choice(endpointText, of: "--endpoint", Endpoint.self) }
  }

  func run() throws {
    try runWriting(shared) { output, messages in
      if try format == .verifyReceipt {
        messages.warning(
          "the signature was not checked: this answer takes Apple's for granted",
          hint: "receipt check verifies it")
      }
      return try decodeAll(to: output, messages: messages)
    }
  }

  private func decodeAll(to output: Output, messages: Messages) throws -> ExitStatus {
    let list = InputList(files)
    let decoder = ReceiptDecoder(limits: try shared.limits)
    var renderer = try makeRenderer(output, isSingle: list.isSingle)
    var status = ExitStatus.fine
    renderer.begin()
    let inputs = ReceiptInputs(
      list, lines: lines, limit: decoder.limits.maximumInputSize, output: output)
    inputs.visit { source, bytes in
      let outcome: DecodeReport.Outcome
      do throws(ReceiptError) {
        outcome = .decoded(try decoder.decode(bytes()))
      } catch {
        outcome = .failed(error)
      }
      let report = DecodeReport(source: source, outcome: outcome)
      if report.error != nil, !lines {
        // In order on a terminal that shows both streams.
        output.flush()
        messages.report(report)
      }
      renderer.render(report)
      status = max(status, report.exitStatus)
      // Whoever was reading has gone, or the disk is full: nobody would see the rest.
      return output.failure == 0
    }
    renderer.end()
    return status
  }

  private func makeRenderer(_ output: Output, isSingle: Bool) throws -> any DecodeRenderer {
    switch try format {
    case .text:
      let isTerminal = shared.output == nil && Terminal.isStandardOutputTerminal
      return DecodeTextRenderer(
        output, width: Terminal.width,
        style: Style(isEnabled: try shared.color.isEnabled(isTerminal: isTerminal)),
        showsAll: all, showsCertificates: certificates)
    case .json:
      return DecodeJSONRenderer(
        output, shape: isSingle ? .object : .array, showsAll: all, showsCertificates: certificates)
    case .ndjson:
      return DecodeJSONRenderer(
        output, shape: .lines, showsAll: all, showsCertificates: certificates)
    case .csv:
      return DecodeCSVRenderer(output)
    case .pem:
      return CertificatePEMRenderer(output)
    case .verifyReceipt:
      return VerifyReceiptRenderer(
        output, isSingle: isSingle, endpoint: try endpoint,
        requestDate: try shared.at ?? Terminal.now
      )
    }
  }
}

enum DecodeFormat: String, CaseIterable {
  case text, json, ndjson, csv, pem
  case verifyReceipt = "verify-receipt"
}

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
