@testable import ReceiptCommandLine
@testable import ReceiptCore
@testable import ReceiptMaking

/// Everything that people write.
extension FuzzTarget {
  static let documents: [FuzzTarget] = [
    FuzzTarget("yaml", seeds: Seeds.documents, run: yaml),
    FuzzTarget("expect", seeds: Seeds.expectations, run: expect),
    FuzzTarget("make", seeds: Seeds.specs, run: make),
  ]

  /// A document is read within its limits, and its values are JSON.
  private static func yaml(_ bytes: [UInt8]) {
    guard let node = try? DocumentNode.read(bytes) else { return }
    let text = Array(node.json.description.utf8)
    // One that has too many values or the same name in two spellings is no JSON.
    guard let value = try? JSONReader.read(text) else { return }
    guard let again = try? DocumentNode.read(text) else {
      promise(false, "a document is not read as it was written")
      return
    }
    promise(
      Array(again.json.description.utf8) == Array(value.description.utf8),
      "a document is another when read again")
  }

  /// Files of expectations and of an app's settings, with a receipt that is checked by them.
  private static func expect(_ bytes: [UInt8]) {
    let checked = CommandBench.run(Seeds.small, bytes) { settings, names in
      var run = CheckRun(files: [names[0]], settings: settings)
      run.expectationFile = names[1]
      return try run.run()
    }
    PrintedText.check(checked.output, "a check")
    PrintedText.check(checked.messages, "a message")
    let diagnosed = CommandBench.run(Seeds.small, bytes) { settings, names in
      var run = DiagnoseRun(files: [names[0]], settings: settings)
      run.appSettings = .file(names[1])
      return try run.run()
    }
    PrintedText.check(diagnosed.output, "a diagnosis")
    PrintedText.check(diagnosed.messages, "a message")
  }

  private static let authority: TestAuthority = {
    guard let authority = try? TestAuthority.wellKnown() else { fatalError("no test authority") }
    return authority
  }()

  private static let verifier: ReceiptVerifier = {
    let text = AuthorityFiles.rootsText
    guard let roots = try? TrustAnchor.custom(Array(text(authority).utf8)) else {
      fatalError("no roots")
    }
    return ReceiptVerifier(trustRoots: roots)
  }()

  /// What a SPEC makes can be decoded, and what is made from that is the same again.
  private static func make(_ bytes: [UInt8]) {
    guard let specs = try? ReceiptSpec.all(DocumentNode.read(bytes)), specs.count <= 4 else {
      return
    }
    for spec in specs {
      guard let made = try? maker.make(spec), made.count <= 8 else { continue }
      for receipt in made { remake(receipt) }
    }
  }

  private static let maker = ReceiptMaker(
    authority: authority, now: ReceiptDate(millisecondsSince1970: 1_780_000_000_000), seed: [])

  private static func remake(_ made: ReceiptMaker.Made) {
    let decoded = CommandBench.run(made.bytes) { settings, names in
      var run = DecodeRun(files: names, settings: settings)
      run.format = .json
      return try run.run()
    }
    PrintedText.checkJSON(decoded.output, "JSON")
    PrintedText.check(decoded.messages, "a message")
    // A SPEC may ask for attributes that no reader takes.
    guard decoded.status == .fine,
      let specs = try? ReceiptSpec.all(DocumentNode.read(decoded.output)), specs.count == 1,
      let again = try? maker.make(specs[0]), again.count == 1
    else { return }
    let second = CommandBench.run(again[0].bytes) { settings, names in
      var run = DecodeRun(files: names, settings: settings)
      run.format = .json
      return try run.run()
    }
    promise(second.status == .fine, "what was decoded and made again cannot be decoded")
    promise(
      receiptPart(second.output) == receiptPart(decoded.output),
      "what was decoded and made again is another receipt")
  }

  /// The receipt in what `decode` prints.
  private static func receiptPart(_ json: [UInt8]) -> String? {
    (try? JSONReader.read(json))?["receipt"]?.description
  }
}
