internal import ReceiptCore
internal import ReceiptMaking

/// One run of `receipt redact`.
struct RedactRun {
  var file: String
  var output: String?
  var redaction = Redaction()
  /// Where to write what was replaced.
  var map: String?
  /// Whether a map that is there may be replaced.
  var replacesMap = false
  /// The folder of a test authority; `nil` for the built-in one, whose keys are public.
  var folder: String?
  /// Where to write the roots.
  var rootFile: String?
  /// How each row of the input is read as a receipt; `nil` where the input is not a stream of rows.
  var rows: RowFormat?
  /// The number of threads; as many as there are processors by default.
  var jobs: Int?
  var settings: RunSettings

  func run() throws -> ExitStatus {
    try settings.report { messages in
      try protectFiles()
      var redactor = try redaction.makeRedactor(
        keepsReplacements: map != nil, on: settings.host)
      let found = rows == nil ? try receipts() : []
      let authority =
        try folder.map { try AuthorityFolder($0).open(messages, on: settings.host) }
        ?? TestAuthority.wellKnown()
      // It trusts the authority too: a test receipt of its own is no worse than its copy.
      let verifier = try settings.makeVerifier(
        trusting: TrustAnchor.custom(Array(AuthorityFiles.rootsText(of: authority).utf8)))
      let signers = CopySigners(authority, verifier: verifier)
      if let rootFile { try writeRoots(of: authority, to: rootFile) }
      if let rows {
        var redacting = RowRedaction(
          run: self, redactor: redactor, signers: signers, verifier: verifier)
        let status = try redacting.run(rows, messages)
        if let map { try write(redacting.redactor.replacements, redacting.originals, to: map) }
        return status
      }
      var originals: [RedactedOriginal] = []
      var made: [ReceiptMaker.Made] = []
      for (source, decoded) in found {
        made.append(try redact(decoded, source, &redactor, signers))
        originals += RedactedOriginal.all(in: decoded, source, verifier)
      }
      let target = try MadeOutput(output, isMany: made.count > 1, on: settings.host)
      for receipt in made { try target.write(receipt) }
      try target.finish()
      if let map { try write(redactor.replacements, originals, to: map) }
      for original in originals { original.warn(messages) }
      return .fine
    }
  }

  private func writeRoots(of authority: TestAuthority, to path: String) throws {
    let file = try Output(path: path)
    file.write(try AuthorityFiles.rootsText(of: authority))
    try file.finish()
  }

  /// Refuses what would destroy a file that is needed.
  private func protectFiles() throws(NamedError) {
    var outputs = OutputGuard(settings.host)
    outputs.names = [file]
    outputs.files += settings.trustRoots.map { FilePath($0) }
    try outputs.add("--output", output)
    try outputs.add("--root", rootFile)
    try outputs.add("--map", map)
    try outputs.addKey("--redact-key", redaction.key)
    try folder.map(AuthorityFolder.init)?.add(to: &outputs)
    try outputs.check()
    // With another key the old pseudonyms are lost with the map.
    guard let map, !replacesMap, FilePlace(FilePath(map))?.isTaken == true else { return }
    throw NamedError(
      name: map,
      error: ReceiptError(
        .alreadyThere, "this file is there already, and a map is not replaced",
        hint: "name another file for --map, or add --force to replace this one"))
  }

  /// Every receipt in the input; when one of them cannot be read, none is passed on.
  private func receipts() throws -> [(Source, DecodedReceipt)] {
    var result: [(Source, DecodedReceipt)] = []
    var failure: NamedError?
    let inputs = ReceiptInputs.opening(
      InputList([file], on: settings.host), limits: settings.limits)
    inputs.visit { source, found in
      do throws(ReceiptError) {
        result.append((source, try settings.decoder.decoded(found).get()))
        return true
      } catch {
        failure = NamedError(name: source.name, error: error)
        return false
      }
    }
    if let failure { throw failure }
    return result
  }

  func redact(
    _ decoded: consuming DecodedReceipt, _ source: Source, _ redactor: inout Redactor,
    _ signers: CopySigners
  ) throws -> ReceiptMaker.Made {
    let style = decoded.style
    do throws(RedactionFailure) {
      return ReceiptMaker.Made(
        bytes: try redactor.redact(consume decoded, .signed(signers)), style: style)
    } catch {
      switch error {
      case .signing(let failure): throw failure
      case .damaged(let fault):
        throw NamedError(
          name: source.name,
          error: ReceiptError(
            fault.code, "this receipt is damaged, and what cannot be read cannot be redacted",
            offset: fault.offset, path: fault.path,
            hint: "receipt decode --redact shows what can be read"))
      }
    }
  }

  /// The map holds the originals, so it is private.
  private func write(
    _ replacements: [Redactor.Replacement], _ originals: [RedactedOriginal], to path: String
  ) throws {
    let file = try Output(path: path, isSecret: true)
    var json = JSONSequence(file, .object)
    json.add(RedactMap(originals: originals, replacements: replacements), RedactMap.shape)
    try file.finish()
  }
}

extension DecodedReceipt {
  /// In which style it was made.
  fileprivate var style: MakeStyle {
    // A redacted copy of JSON is JSON.
    if case .json = envelope { return .verifyReceipt }
    guard form != .appReceipt else { return encoding == .ber ? .xcode : .apple }
    return MakeStyle(form) ?? .verifyReceipt
  }
}
