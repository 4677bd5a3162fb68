internal import ReceiptCore

/// Answers the receipts of a run by several threads, and tells the answers in the order of the inputs.
struct AnswerLoop {
  let inputs: ReceiptInputs
  let stream: StreamSettings
  let output: Output
  let messages: Messages
  /// Whether standard error says what cannot be read. An answer may say it already.
  var saysMessages = true
  /// The largest number of such messages. A stream may have millions of bad rows.
  var greatestMessageCount = Int.max
  private var messageCount = 0
  private(set) var status = ExitStatus.fine
  private let host: Host
  private var tally = RowTally()
  private var progress: Progress

  init(
    _ inputs: ReceiptInputs, _ stream: StreamSettings, _ settings: RunSettings, _ output: Output,
    _ messages: Messages
  ) {
    self.inputs = inputs
    self.stream = stream
    self.output = output
    self.messages = messages
    host = settings.host
    progress = Progress(
      stream.rows == nil ? inputs.inputs.count : nil,
      isShown: settings.showsProgress(writingTo: settings.output), on: settings.host)
  }

  private var jobs: Int { stream.jobs ?? host.processorCount }

  /// Tells a report of each receipt.
  ///
  /// - Parameter work: Makes the report, in any thread. It is told the number of the input too.
  mutating func tell<Renderer: ReportRenderer>(
    _ renderer: inout Renderer,
    _ work: @escaping @Sendable (Int, Source, ReceiptInputs.Found) -> Renderer.Report
  ) {
    guard let write = renderer.writeAlone else {
      answer(work) { loop, report in loop.tell(report, &renderer) }
      return
    }
    let (onlyFailures, saysMessages) = (stream.onlyFailures, saysMessages)
    // What is allocated in one thread and freed in another makes both wait, so the report stays in its thread.
    answer { index, source, found -> Line<Renderer.Report> in
      let report = work(index, source, found)
      let isWanted = !onlyFailures || report.exitStatus != .fine
      return Line(
        octets: isWanted ? write(report) : [], status: report.exitStatus,
        tallied: report.tallied, isOfRow: source.line != nil,
        report: saysMessages && report.hasMessage ? report : nil)
    } tell: { loop, line in
      if let report = line.report { loop.say(report) }
      loop.output.write(octets: line.octets)
      loop.count(line.status, line.tallied, isOfRow: line.isOfRow)
    }
  }

  /// What is written of one report.
  private struct Line<Report: Sendable>: Sendable {
    let octets: [UInt8]
    let status: ExitStatus
    let tallied: ExitStatus
    let isOfRow: Bool
    /// If standard error is to say something of it.
    let report: Report?
  }

  /// Answers each receipt, and passes the answers to `tell` in order, from one thread at a time.
  mutating func answer<Answer: Sendable>(
    _ work: @escaping @Sendable (Int, Source, ReceiptInputs.Found) -> Answer,
    tell: (inout AnswerLoop, Answer) -> Void
  ) {
    inputs.answer(jobs: jobs, work) { [output] in
      output.flush()
    } consume: { answers in
      for answer in answers { tell(&self, answer) }
      progress.step()
      // Stop when the reader has gone or the disk is full.
      return output.failure == 0
    }
    progress.clear()
  }

  /// Tells one report.
  mutating func tell<Renderer: ReportRenderer>(
    _ report: Renderer.Report, _ renderer: inout Renderer
  ) {
    if saysMessages, report.hasMessage { say(report) }
    if !stream.onlyFailures || report.exitStatus != .fine { renderer.render(report) }
    count(report.exitStatus, report.tallied, isOfRow: report.source.line != nil)
  }

  private mutating func say(_ report: some ReceiptReport) {
    messageCount += 1
    guard messageCount <= greatestMessageCount else { return }
    progress.clear()
    // In order on a terminal that shows both streams.
    output.flush()
    report.say(to: messages)
  }

  private mutating func count(_ status: ExitStatus, _ tallied: ExitStatus, isOfRow: Bool) {
    // The error of a stream that cannot be read is not a row.
    let isBadStream = stream.rows != nil && !isOfRow
    if !isBadStream { tally.add(tallied) }
    if isBadStream || !stream.acceptsBadRows { self.status = max(self.status, status) }
  }

  /// Says how many rows there were, as the answers do not.
  ///
  /// - Parameter isTold: Whether the answer ends with that itself.
  func sumUp(unless isTold: Bool) {
    guard stream.rows != nil, !isTold else { return }
    output.flush()
    messages.note(
      tally.text + progress.rate(always: host.isMessageTerminal)
        + (output.failure == 0 ? "" : "; the answers could not all be written"))
  }
}
