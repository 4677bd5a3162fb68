internal import ReceiptCore
internal import ReceiptMaking

/// One run of `receipt decode`. The defaults are those of the command without an option.
struct DecodeRun {
  var files: [String]
  var format = DecodeFormat.text
  var stream = StreamSettings()
  /// Whether answers are short.
  var isCompact = false
  var showsCertificates = false
  var showsAll = false
  /// Whether only the ids are shown that the App Store Server API asks for.
  var showsIDs = false
  var endpoint: Endpoint?
  /// The file with the shared secret of a request to verifyReceipt.
  var passwordFile: String?
  var excludesOldTransactions = false
  var settings: RunSettings

  func run() throws -> ExitStatus {
    let read = InputList.names(files) + [passwordFile].compactMap(\.self)
    var settings = settings
    settings.isSecret =
      format == .request && SharedSecret.isGiven(passwordFile, on: settings.host)
    return try settings.write(reading: read) { output, messages in
      try decode(to: output, messages: messages)
    }
  }

  private func decode(to output: Output, messages: Messages) throws -> ExitStatus {
    let decoder = settings.decoder
    let verifier = try settings.makeVerifier()
    let inputs = ReceiptInputs.opening(
      InputList(files, on: settings.host), rows: stream.rows, limits: settings.limits,
      together: settings.together)
    let redactor = try settings.makeRedactor()
    let limits = settings.limits
    let isRequest = format == .request
    var renderer = try makeRenderer(output, inputs)
    var loop = AnswerLoop(inputs, stream, settings, output, messages)
    // The JSON of a row holds its error.
    loop.saysMessages = stream.rows == nil || format != .ndjson
    renderer.begin()
    loop.tell(&renderer) { _, source, found in
      var report = DecodeReport.verifying(source, decoder.decoded(found), with: verifier)
      if isRequest { report.keepPostable() }
      if let redactor { report.redact(with: redactor, limits: limits) }
      return report
    }
    renderer.end()
    loop.sumUp(unless: format == .text)
    return loop.status
  }

  private func makeRenderer(_ output: Output, _ inputs: ReceiptInputs) throws -> any DecodeRenderer
  {
    let isSingle = inputs.isSingle
    let layout: JSONSequence.Layout = format == .ndjson ? .lines : isSingle ? .object : .array
    switch format {
    case .text where showsIDs:
      return ServerIDsTextRenderer(output, width: settings.host.width, style: settings.outputStyle)
    case .json where showsIDs, .ndjson where showsIDs:
      return JSONRenderer(output, layout, DecodeReport.ids)
    case .text:
      return DecodeTextRenderer(
        output, width: settings.host.width,
        style: settings.outputStyle, showsAll: showsAll, showsCertificates: showsCertificates)
    case .ndjson where isCompact: return JSONRenderer(output, .lines, DecodeReport.compact)
    case .json, .ndjson:
      return JSONRenderer(output, layout, DecodeReport.shape(showsAll: showsAll))
    case .csv:
      let table = DecodeReport.table(
        at: settings.now, judgedAt: settings.at?.description ?? DateSpelling.now)
      return try CSVRenderer(output, table, kept: inputs.keptNames)
    case .pem:
      return CertificatePEMRenderer(output)
    case .verifyReceipt:
      let answer = VerifyReceiptAnswer(endpoint: endpoint, requestDate: settings.now)
      return JSONRenderer(output, layout, answer.shape)
    case .request:
      return JSONRenderer(
        output, layout,
        VerifyReceiptRequest.shape(
          password: try SharedSecret.load(passwordFile, on: settings.host),
          excludesOldTransactions: excludesOldTransactions))
    }
  }
}

enum DecodeFormat: String, CaseIterable {
  case text, json, ndjson, csv, pem, request
  case verifyReceipt = "verify-receipt"
}
