internal import ReceiptCore
internal import ReceiptMaking

/// Copies a stream row by row, by several threads, in the order of the rows.
struct RowRedaction {
  let run: RedactRun
  private(set) var redactor: Redactor
  let signers: CopySigners
  let verifier: ReceiptVerifier
  /// The originals, if a map is wanted.
  private(set) var originals: [RedactedOriginal] = []
  /// How many copies pass although their originals did not.
  private var doubtful = 0
  private var tally = RowTally()
  private var status = ExitStatus.fine
  private var progress: Progress

  init(run: RedactRun, redactor: Redactor, signers: CopySigners, verifier: ReceiptVerifier) {
    self.run = run
    self.redactor = redactor
    self.signers = signers
    self.verifier = verifier
    progress = Progress(
      nil, isShown: run.settings.showsProgress(writingTo: run.output), on: run.settings.host)
  }

  mutating func run(_ format: RowFormat, _ messages: Messages) throws -> ExitStatus {
    let host = run.settings.host
    var format = format
    format.carriesRest = true
    let output = try host.output(to: run.output)
    do {
      guard let input = InputList([run.file], on: host).inputs.first else { return .unreadable }
      let rows = Rows(input, format, limits: run.settings.limits)
      if let header = rows.header { output.write(header.titles()) }
      let copier = RowCopier(
        run: run, redactor: redactor, signers: signers, verifier: verifier, header: rows.header)
      var failure: (any Error)?
      OrderedWork.run(
        jobs: run.jobs ?? host.processorCount, next: rows.next, size: Rows.size
      ) {
        [parser = rows.parser] (row: consuming RowReader.Row) -> Result<RowCopier.Copy, any Error>
        in
        let (source, found) = parser.receipt(in: consume row)
        do {
          return .success(try copier.copy(source, consume found))
        } catch {
          return .failure(error)
        }
      } willWait: {
        output.flush()
      } consume: { result in
        do {
          let copy = try result.get()
          progress.step()
          add(copy, messages)
          // The error of a stream that cannot be read is not a row, and nothing comes after it.
          guard copy.source.line != nil else { return false }
          output.write(octets: copy.octets)
          return output.failure == 0
        } catch {
          failure = error
          return false
        }
      }
      progress.clear()
      if let failure { throw failure }
    } catch {
      output.discard()
      throw error
    }
    try output.finish()
    messages.note(tally.text)
    if doubtful > 0 {
      messages.warning(
        "\(counted(doubtful, "original")) did not verify",
        hint:
          "the copies are signed anew, and pass under the roots of the test authority: they say "
          + "nothing of that")
    }
    return status
  }

  private mutating func add(_ copy: RowCopier.Copy, _ messages: Messages) {
    if let error = copy.error {
      status = .unreadable
      progress.clear()
      messages.report(error, in: copy.source)
    }
    if copy.source.line != nil { tally.add(copy.error == nil ? .fine : .unreadable) }
    if copy.hidesDoubt { doubtful += 1 }
    redactor.add(copy.replacements)
    originals += copy.originals
  }
}
