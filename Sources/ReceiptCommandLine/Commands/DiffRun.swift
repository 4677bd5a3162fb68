internal import ReceiptCore
internal import ReceiptInsight

/// One run of `receipt diff`. The defaults are those of the command without an option.
struct DiffRun {
  var a: String
  var b: String
  var format = DiffFormat.text
  var settings: RunSettings

  func run() throws -> ExitStatus {
    try settings.write(reading: [a, b]) { output, messages in
      let verifier = try settings.makeVerifier()
      let redactor = try settings.makeRedactor()
      let pairs = pairs()
      var text = DiffTextRenderer(output, width: settings.host.width, style: settings.outputStyle)
      var json = JSONSequence(output, pairs.count == 1 ? .object : .array)
      var status = ExitStatus.fine
      if format == .json { json.begin() }
      for pair in pairs {
        let report: DiffReport
        switch pair {
        case .success(let pair):
          let (a, b) = pair
          let decoder = settings.decoder
          report = DiffReport(
            (a.source, decoder.decoded(a.found)), (b.source, decoder.decoded(b.found)), verifier,
            at: settings.at, redacting: redactor.map { ($0, settings.limits) })
        case .failure(let failed): report = failed
        }
        output.flush()
        say(report, messages)
        switch format {
        case .text: text.render(report)
        case .json: json.add(report, DiffReport.shape)
        }
        status = max(status, report.exitStatus)
        // The reader may have gone.
        guard output.failure == 0 else { break }
      }
      if format == .json { json.end() }
      return status
    }
  }

  private func say(_ report: DiffReport, _ messages: Messages) {
    switch report.outcome {
    case .failed(let faults):
      for fault in faults { messages.report(fault.error, in: fault.source) }
    case .compared(let a, let b, _):
      for (source, receipt) in [(report.a, a), (report.b, b)] {
        messages.reportDamage(of: receipt.decoded, in: source, what: "compared")
      }
    }
  }

  private typealias Receipts = [(source: Source, found: ReceiptInputs.Found)]
  private typealias Pair = (
    a: (source: Source, found: ReceiptInputs.Found), b: (source: Source, found: ReceiptInputs.Found)
  )

  /// Two receipts to compare, or why they cannot be compared.
  private enum Candidate {
    case success(Pair)
    case failure(DiffReport)
  }

  /// The receipts to compare, or why they cannot be.
  private func pairs() -> [Candidate] {
    let (left, right) = (receipts(a), receipts(b))
    guard left.count != right.count else { return zip(left, right).map { .success(($0, $1)) } }
    let sources = (Source(name: a), Source(name: b))
    // An input that cannot be read at all is reported before a wrong number of receipts.
    var faults = [left, right].compactMap { receipts -> DiffReport.Fault? in
      guard receipts.count == 1, case .failure(let error) = receipts[0].found else { return nil }
      let told = settings.redaction == nil ? error : error.withoutWords
      return DiffReport.Fault(source: receipts[0].source, error: told)
    }
    if faults.isEmpty {
      let (source, most) = left.count > right.count ? (sources.0, left) : (sources.1, right)
      faults = [
        DiffReport.Fault(
          source: source,
          error: ReceiptError(
            .severalReceipts,
            "there are \(most.count) receipts in it, and \(min(left.count, right.count)) in the other",
            hint: "give each a file of its own, or name two files with as many receipts in each"))
      ]
    }
    return [.failure(DiffReport(sources.0, sources.1, failing: faults))]
  }

  /// The receipts in one input, or why it has no receipt.
  private func receipts(_ name: String) -> Receipts {
    // A folder is no file, but an app, or the container of one's data, holds a receipt.
    let list = InputList([name], on: settings.host)
    guard list.isSingle, let input = list.inputs.first else {
      let error = ReceiptError(
        .notAFile, "this is a folder, where one file was expected", hint: "name a file in it")
      return [(Source(name: name), .failure(error))]
    }
    return ReceiptInputs.receipts(in: input, limits: settings.limits, digests: false)
      .map { ($0.source, $0.found) }
  }
}

enum DiffFormat: String, CaseIterable {
  case text, json
}
