internal import ReceiptCore

/// One run of `receipt decode`. The defaults are those of the command without an option.
struct DecodeRun {
  var files: [String]
  var format = DecodeFormat.text
  /// How each row of the input is read as a receipt; `nil` where an input is not a stream of rows.
  var rows: RowFormat?
  var showsCertificates = false
  var showsAll = false
  /// Whether only the ids are shown that the App Store Server API asks for.
  var showsIDs = false
  var endpoint: Endpoint?
  var settings = RunSettings()

  init(files: [String]) { self.files = files }

  func run() throws -> ExitStatus {
    try settings.write(reading: InputList.names(files)) { output, messages in
      try decode(to: output, messages: messages)
    }
  }

  private func decode(to output: Output, messages: Messages) throws -> ExitStatus {
    let decoder = settings.decoder
    let verifier = try settings.makeVerifier()
    let inputs = ReceiptInputs(
      InputList(files), rows: rows, limits: settings.limits, together: settings.together,
      output: output)
    var renderer = makeRenderer(output, inputs)
    let redactor = try settings.redaction?.makeRedactor()
    var status = ExitStatus.fine
    renderer.begin()
    inputs.visit { source, found in
      var report = DecodeReport(source: source, decoder.decoded(found), verifier: verifier)
      if let redactor { report.redact(with: redactor, limits: settings.limits) }
      // An answer in JSON holds its error.
      if report.error != nil, rows == nil || format != .ndjson {
        // In order on a terminal that shows both streams.
        output.flush()
        messages.report(report)
      }
      renderer.render(report)
      status = max(status, report.exitStatus)
      // Stop when the reader has gone or the disk is full.
      return output.failure == 0
    }
    renderer.end()
    return status
  }

  private func makeRenderer(_ output: Output, _ inputs: ReceiptInputs) -> any DecodeRenderer {
    let isSingle = inputs.isSingle
    let shape: JSONSequence.Shape = format == .ndjson ? .lines : isSingle ? .object : .array
    switch format {
    case .text where showsIDs:
      return ServerIDsTextRenderer(output, width: Terminal.width, style: settings.outputStyle)
    case .json where showsIDs, .ndjson where showsIDs:
      return ServerIDsJSONRenderer(output, shape: shape)
    case .text:
      return DecodeTextRenderer(
        output, width: Terminal.width,
        style: settings.outputStyle, showsAll: showsAll, showsCertificates: showsCertificates)
    case .json, .ndjson:
      return DecodeJSONRenderer(output, shape: shape, showsAll: showsAll)
    case .csv:
      return DecodeCSVRenderer(output, kept: inputs.keptNames)
    case .pem:
      return CertificatePEMRenderer(output)
    case .verifyReceipt:
      return VerifyReceiptRenderer(
        output, isSingle: isSingle, endpoint: endpoint,
        requestDate: settings.at ?? Terminal.now)
    }
  }
}

enum DecodeFormat: String, CaseIterable {
  case text, json, ndjson, csv, pem
  case verifyReceipt = "verify-receipt"
}
