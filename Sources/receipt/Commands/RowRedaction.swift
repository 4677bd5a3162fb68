internal import ReceiptCore
internal import ReceiptMaking

/// Copies a stream row by row: the receipt in each is redacted, and so is what stands beside it.
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

  init(run: RedactRun, redactor: Redactor, signers: CopySigners, verifier: ReceiptVerifier) {
    self.run = run
    self.redactor = redactor
    self.signers = signers
    self.verifier = verifier
  }

  mutating func run(_ format: RowFormat, _ messages: Messages) throws -> ExitStatus {
    var format = format
    format.carriesRest = true
    let output = try run.output.map { try Output(path: $0) } ?? Output.standardOutput()
    do {
      guard let input = InputList([run.file]).inputs.first else { return .unreadable }
      let rows = Rows(input, format, limits: run.settings.limits)
      if let header = rows.header { write(header.names, header, to: output) }
      var failure: (any Error)?
      OrderedWork.run(jobs: 1, next: rows.next, work: rows.parser.receipt) {
        output.flush()
      } consume: { source, found in
        do {
          let copy = try self.copy(source, found, messages)
          guard source.line != nil else { return false }
          tally.add(copy == nil ? .unreadable : .fine)
          write(copy, source, rows.header, kept: format.kept, to: output)
          return output.failure == 0
        } catch {
          failure = error
          return false
        }
      }
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

  /// The copy as a line of text; `nil` for a receipt that cannot be read, which is told.
  private mutating func copy(
    _ source: Source, _ found: ReceiptInputs.Found, _ messages: Messages
  ) throws -> String? {
    // What is replaced needs no memory, unless it is wanted.
    let before = redactor
    defer { if run.map == nil { redactor = before } }
    do {
      let decoded: DecodedReceipt
      do throws(ReceiptError) {
        decoded = try run.settings.decoder.decoded(found).get()
      } catch {
        throw NamedError(name: source.unescapedText, error: error)
      }
      let made = try run.redact(decoded, source, &redactor, signers)
      let all = RedactedOriginal.all(in: decoded, source, verifier)
      if all.contains(where: \.hidesDoubt) { doubtful += 1 }
      if run.map != nil { originals += all }
      let text = made.style.isText ? made.bytes : []
      return made.style.isText && !text.contains(UInt8(ascii: "\n"))
        ? String(validating: text, as: UTF8.self) : Base64.encode(made.bytes)
    } catch let error as NamedError {
      status = .unreadable
      messages.report(error.error, in: source)
      return nil
    }
  }

  // MARK: Rows

  /// A row stays a row, even if there is no copy of its receipt.
  private mutating func write(
    _ copy: String?, _ source: Source, _ header: TableHeader?, kept: [String]?, to output: Output
  ) {
    let before = redactor
    defer { if run.map == nil { redactor = before } }
    guard let row = source.row else {
      output.write((copy ?? "") + "\n")
      return
    }
    let isKept = row.members.map { kept?.contains($0.name) == true }
    let others = row.members.indices.filter { !isKept[$0] }
    let redacted = redactor.redact(
      beside: others.map { row.members[$0] }, keepingNames: row.hasKnownNames)
    var members = row.members
    for (place, member) in zip(others, redacted) { members[place] = member }
    if let header {
      var fields = members.map { $0.value.string ?? "" }
      fields.insert(copy ?? "", at: min(header.receipt, fields.count))
      write(fields, header, to: output)
      return
    }
    if let name = row.receipt ?? copy.map({ _ in "receipt" }) {
      members.removeAll { $0.name == name }
      members.append(JSONValue.Member(name: name, value: copy.map { .string($0) } ?? .null))
    }
    var json = JSONWriter()
    json.value(.object(members))
    json.newLine()
    output.write(octets: json.octets)
  }

  private func write(_ fields: [String], _ header: TableHeader, to output: Output) {
    let separator = String(Unicode.Scalar(header.separator))
    output.write(
      fields.map { csvQuoted($0, separator: header.separator) }.joined(separator: separator) + "\n")
  }
}
