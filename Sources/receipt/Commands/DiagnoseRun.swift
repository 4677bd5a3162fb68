internal import ReceiptCore

/// One run of `receipt diagnose`. The defaults are those of the command without an option.
struct DiagnoseRun {
  var files: [String]
  var format = DiagnoseFormat.text
  /// Whether each statement is followed by what it rests on.
  var showsEvidence = false
  var deviceIDs: [DeviceID] = []
  var settings = RunSettings()

  init(files: [String]) { self.files = files }

  func run() throws -> ExitStatus {
    try settings.write { output, messages in
      let now = settings.at ?? Terminal.now
      var expectations = Expectations()
      expectations.deviceIDs = deviceIDs
      expectations.now = now
      let checker = ReceiptChecker(
        verifier: try settings.makeVerifier(), expectations: expectations)
      let decoder = settings.decoder
      let redactor = try settings.redaction?.makeRedactor()
      let inputs = ReceiptInputs(
        InputList(files), lines: false, limits: settings.limits, output: output)
      var printer = DiagnosePrinter(self, output, isSingle: inputs.isSingle)
      var status = ExitStatus.fine
      printer.begin()
      inputs.visit { source, found in
        let report = DiagnoseReport(
          source, decoder.decoded(found), checker, at: now,
          redacting: redactor.map { ($0, settings.limits) })
        if case .failed(let error) = report.outcome {
          output.flush()
          messages.report(error, in: source)
        }
        printer.render(report)
        status = max(status, report.exitStatus)
        return output.failure == 0
      }
      printer.end()
      return status
    }
  }
}

enum DiagnoseFormat: String, CaseIterable {
  case text, json, ndjson
}

/// Prints diagnoses in the format that was asked for.
private enum DiagnosePrinter {
  case text(DiagnoseTextRenderer)
  case json(DiagnoseJSONRenderer)

  init(_ run: DiagnoseRun, _ output: Output, isSingle: Bool) {
    switch run.format {
    case .text:
      self = .text(
        DiagnoseTextRenderer(
          output, width: Terminal.width, style: run.settings.outputStyle,
          showsEvidence: run.showsEvidence))
    case .json:
      self = .json(DiagnoseJSONRenderer(output, shape: isSingle ? .object : .array))
    case .ndjson: self = .json(DiagnoseJSONRenderer(output, shape: .lines))
    }
  }

  mutating func begin() {
    guard case .json(var renderer) = self else { return }
    renderer.begin()
    self = .json(renderer)
  }

  mutating func render(_ report: DiagnoseReport) {
    switch self {
    case .text(var renderer):
      renderer.render(report)
      self = .text(renderer)
    case .json(var renderer):
      renderer.render(report)
      self = .json(renderer)
    }
  }

  mutating func end() {
    guard case .json(var renderer) = self else { return }
    renderer.end()
    self = .json(renderer)
  }
}
