internal import ReceiptCore
internal import ReceiptMaking

/// Makes the copy of one row, in any thread: the receipt in it and the values beside it are redacted.
struct RowCopier: Sendable {
  let run: RedactRun
  /// Each row begins with it, so what a row becomes does not depend on others.
  let redactor: Redactor
  let signers: CopySigners
  let verifier: ReceiptVerifier
  let header: TableHeader?

  struct Copy: Sendable {
    /// The line, with its line feed.
    var octets: [UInt8] = []
    /// Why there is no copy of the receipt.
    var error: ReceiptError?
    var source: Source
    var replacements: [Redactor.Replacement] = []
    /// The originals, if a map is wanted.
    var originals: [RedactedOriginal] = []
    /// Whether the copy passes although its original did not.
    var hidesDoubt = false
  }

  /// - Throws: If nothing can be signed.
  ///
  /// - Parameter found: It is given away, because the receipt and its copy may be large.
  func copy(_ source: Source, _ found: consuming ReceiptInputs.Found) throws -> Copy {
    var redactor = redactor
    var copy = Copy(source: source)
    var text: String?
    do {
      text = Self.line(of: try receipt(consume found, &copy, &redactor))
    } catch let error as NamedError {
      copy.error = error.error
    }
    copy.octets = row(text, source, &redactor)
    if run.map != nil { copy.replacements = redactor.replacements }
    return copy
  }

  /// The copy of the receipt, and what is noted of the original.
  private func receipt(
    _ found: consuming ReceiptInputs.Found, _ copy: inout Copy, _ redactor: inout Redactor
  ) throws -> ReceiptMaker.Made {
    let decoded: DecodedReceipt
    do throws(ReceiptError) {
      decoded = try run.settings.decoder.decoded(consume found).get()
    } catch {
      throw NamedError(name: copy.source.unescapedText, error: error)
    }
    let all = RedactedOriginal.all(in: decoded, copy.source, verifier)
    copy.hidesDoubt = all.contains(where: \.hidesDoubt)
    if run.map != nil { copy.originals = all }
    return try run.redact(consume decoded, copy.source, &redactor, signers)
  }

  /// A text of one line stays as it is; bytes become base64.
  private static func line(of made: ReceiptMaker.Made) -> String {
    if made.style.isText, !made.bytes.contains(UInt8(ascii: "\n")),
      let text = String(validating: made.bytes, as: UTF8.self)
    {
      return text
    }
    return Base64.encode(made.bytes)
  }

  /// A row stays a row, even if there is no copy of its receipt.
  private func row(_ copy: String?, _ source: Source, _ redactor: inout Redactor) -> [UInt8] {
    guard let row = source.row else {
      var line: [UInt8] = []
      line.reserveCapacity((copy?.utf8.count ?? 0) + 1)
      line += (copy ?? "").utf8
      line.append(0x0A)
      return line
    }
    let members = redactor.redact(
      beside: row.members, keepingNames: row.hasKnownNames,
      keeping: row.kept + [row.receipt].compactMap(\.self))
    var whole = JSONValue.object(members)
    if let copy = copy.map(JSONValue.string) {
      whole =
        row.receipt.map { whole.replacing($0, with: copy) }
        ?? .object(members + [JSONValue.Member(name: "receipt", value: copy)])
    }
    if let header {
      return Array(header.syntax.line((whole.members ?? []).map(\.value.string)).utf8)
    }
    var json = JSONWriter()
    json.value(whole)
    json.newLine()
    return json.octets
  }
}
