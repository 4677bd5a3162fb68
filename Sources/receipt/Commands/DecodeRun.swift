internal import ReceiptCore

/// One run of `receipt decode`. The defaults are those of the command without an option.
struct DecodeRun {
  var files: [String]
  var format = DecodeFormat.text
  /// Each line of the input is a receipt.
  var lines = false
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
      InputList(files), lines: lines, limits: settings.limits, together: settings.together,
      output: output)
    var renderer = makeRenderer(output, isSingle: inputs.isSingle)
    let redactor = try settings.redaction?.makeRedactor()
    var status = ExitStatus.fine
    renderer.begin()
    inputs.visit { source, found in
      var report = DecodeReport(source: source, decoder.decoded(found), verifier: verifier)
      if let redactor { report.redact(with: redactor, limits: settings.limits) }
      if report.error != nil, !lines {
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

  private func makeRenderer(_ output: Output, isSingle: Bool) -> any DecodeRenderer {
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
      return DecodeCSVRenderer(output)
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
