internal import ReceiptCore
internal import ReceiptInsight

/// One run of `receipt diagnose` or `receipt timeline`. Both use the same report, and the timeline shows a part
/// of it. The defaults apply when no option is given.
struct DiagnoseRun {
  var files: [String]
  var view = View.diagnosis
  var format = DiagnoseFormat.text
  /// Whether bars are drawn in ASCII, even if the terminal can show Unicode.
  var usesASCII = false
  /// Whether the evidence is printed after each statement.
  var showsEvidence = false
  /// Whether all sections are printed, and not only the card and its reasons.
  var showsDetails = false
  var deviceIDs: [DeviceID] = []
  var complaint: Complaint?
  var stream = StreamSettings()
  /// Whether answers are short.
  var isCompact = false
  /// The language of the reply to the customer, if one is wanted.
  var reply: ReplyLanguage?
  var settings: RunSettings
  var appSettings = AppSettingsSource.found
  /// The time zone of an option.
  var localTime: LocalTime?

  enum View { case diagnosis, timeline }

  fileprivate var glyphs: TimelineGlyphs {
    usesASCII || !settings.host.takesUnicode ? .ascii : .unicode
  }

  func run() throws -> ExitStatus {
    let source = appSettings.resolved(
      besides: InputList.names(files), on: settings.host)
    let names = InputList.names(files) + [source.path].compactMap(\.self)
    return try settings.write(reading: names) { output, messages in
      let settings = try settings.knowing(source, localTime: localTime, messages)
      let question = DiagnoseReport.Question(
        settings: settings.appSettings, complaint: complaint, reply: reply,
        now: settings.now, isToday: settings.at == nil)
      var expectations = Expectations()
      expectations.deviceIDs = deviceIDs
      let checker = ReceiptChecker(
        verifier: try settings.makeVerifier(), expectations: expectations)
      let decoder = settings.decoder
      let redactor = try settings.makeRedactor()
      let inputs = ReceiptInputs.opening(
        InputList(files, on: settings.host), rows: stream.rows, limits: settings.limits,
        together: settings.together, hidesNames: redactor != nil)
      let limits = settings.limits
      var renderer = try makeRenderer(output, inputs)
      var loop = AnswerLoop(inputs, stream, settings, output, messages)
      // The answer to a row holds its error.
      loop.saysMessages = stream.rows == nil
      renderer.begin()
      loop.tell(&renderer) { _, source, found in
        DiagnoseReport.diagnosing(
          source, decoder.decoded(found), checker, question,
          redacting: redactor.map { ($0, limits) })
      }
      renderer.end()
      loop.sumUp(unless: format == .text)
      return loop.status
    }
  }
}

enum DiagnoseFormat: String, CaseIterable {
  case text, json, ndjson, csv, html
}

extension DiagnoseRun {
  fileprivate func makeRenderer(
    _ output: Output, _ inputs: ReceiptInputs
  ) throws -> any DiagnoseRenderer {
    let isSingle = inputs.isSingle
    let style = settings.outputStyle
    let layout: JSONSequence.Layout = format == .ndjson ? .lines : isSingle ? .object : .array
    switch (format, view) {
    case (.text, .diagnosis) where !isSingle && !showsDetails && !showsEvidence:
      return DiagnoseListRenderer(output, width: settings.host.width, style: style)
    case (.csv, _): return try CSVRenderer(output, DiagnoseReport.table, kept: inputs.keptNames)
    case (.text, .diagnosis):
      return DiagnoseTextRenderer(
        output, width: settings.host.width, style: style, glyphs: glyphs,
        details: showsEvidence ? .evidence : showsDetails ? .facts : .none, isSingle: isSingle)
    case (.text, .timeline):
      return TimelineTextRenderer(
        output, width: settings.host.width, style: style, glyphs: glyphs)
    case (.ndjson, .diagnosis) where isCompact:
      return JSONRenderer(output, .lines, DiagnoseReport.compact)
    case (.json, .diagnosis), (.ndjson, .diagnosis):
      return JSONRenderer(output, layout, DiagnoseReport.shape)
    case (.json, .timeline), (.ndjson, .timeline):
      return JSONRenderer(output, layout, DiagnoseReport.timeline)
    case (.html, _): return DiagnoseHTMLRenderer(output, isSingle: isSingle)
    }
  }
}
