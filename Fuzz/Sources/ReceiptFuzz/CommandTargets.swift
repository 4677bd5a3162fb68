@testable import ReceiptCommandLine
@testable import ReceiptCore
@testable import ReceiptInsight
@testable import ReceiptMaking

/// Whole commands, over any file.
extension FuzzTarget {
  static let commands: [FuzzTarget] = [
    FuzzTarget("decode", seeds: Seeds.everything, run: decode),
    FuzzTarget("check", seeds: Seeds.everything, run: check),
    FuzzTarget("dump", seeds: Seeds.everything, run: dump),
    FuzzTarget("diagnose", seeds: Seeds.everything, run: diagnose),
    FuzzTarget("page", seeds: Seeds.everything, run: page),
    FuzzTarget("diff", seeds: Seeds.everything, run: diff),
    FuzzTarget("redact", seeds: Seeds.everything, run: redact),
  ]

  private static func decoded(_ bytes: [UInt8], _ format: DecodeFormat) -> CommandBench.Result {
    CommandBench.run(bytes) { settings, names in
      var run = DecodeRun(files: names, settings: settings)
      run.format = format
      run.showsAll = format == .json || format == .text
      run.showsCertificates = format == .text
      return try run.run()
    }
  }

  /// All formats. The same bytes always give the same.
  private static func decode(_ bytes: [UInt8]) {
    let text = decoded(bytes, .text)
    PrintedText.check(text.output, "text")
    PrintedText.check(text.messages, "a message")
    let json = decoded(bytes, .json)
    PrintedText.checkDocument(json.output, "JSON")
    promise(
      json.output == decoded(bytes, .json).output, "decoding the same bytes gives something else")
    promise(json.status == text.status, "the exit code depends on the format")
    PrintedText.checkJSON(decoded(bytes, .verifyReceipt).output, "a response")
    PrintedText.check(decoded(bytes, .csv).output, "CSV")
    let limit = 65_536 + 200 * bytes.count
    promise(text.output.count < limit && json.output.count < limit, "decode prints too much")
  }

  private static func check(_ bytes: [UInt8]) {
    var passed: Set<ExitStatus> = []
    for format in CheckFormat.allCases {
      let result = CommandBench.run(bytes) { settings, names in
        var run = CheckRun(files: names, settings: settings)
        run.format = format
        return try run.run()
      }
      passed.insert(result.status)
      switch format {
      case .json, .ndjson, .sarif: PrintedText.checkJSON(result.output, "a report")
      // Its lines are commands.
      case .github: break
      default: PrintedText.check(result.output, "a report")
      }
      PrintedText.check(result.messages, "a message")
    }
    promise(passed.count == 1, "the exit code depends on the format")
  }

  /// A dump shows each byte once, and does not print much more than it reads.
  private static func dump(_ bytes: [UInt8]) {
    for format in [DumpFormat.text, .json] {
      let result = CommandBench.run(bytes) { settings, names in
        var run = DumpRun(file: names[0], settings: settings)
        run.format = format
        return try run.run()
      }
      if format == .text {
        PrintedText.check(result.output, "a dump")
      } else {
        PrintedText.checkDocument(result.output, "a dump")
      }
      PrintedText.check(result.messages, "a message")
      promise(result.output.count < 65_536 + 1_000 * bytes.count, "a dump is too long")
    }
    for input in (try? StructureInput.all(in: bytes, inside: nil, limits: DecodingLimits())) ?? [] {
      var dump = StructureDump(input)
      // The bytes that the parts have shown, the innermost part last.
      var open = [0]
      while let event = dump.next() {
        switch event {
        case .node(let node): open[open.count - 1] += node.octets.count
        case .begin(let part): open.append(-part.count)
        case .end: promise(open.removeLast() == 0, "a part is not shown whole")
        }
      }
    }
  }

  private static func diagnosed(_ bytes: [UInt8], _ format: DiagnoseFormat) -> CommandBench.Result {
    CommandBench.run(bytes) { settings, names in
      var run = DiagnoseRun(files: names, settings: settings)
      run.format = format
      run.showsDetails = true
      run.reply = .de
      run.appSettings = .none
      return try run.run()
    }
  }

  private static func diagnose(_ bytes: [UInt8]) {
    let text = diagnosed(bytes, .text)
    PrintedText.check(text.output, "a diagnosis")
    PrintedText.check(text.messages, "a message")
    let json = diagnosed(bytes, .json)
    PrintedText.checkDocument(json.output, "a diagnosis")
    promise(json.status == text.status, "the exit code depends on the format")
    let timeline = CommandBench.run(bytes) { settings, names in
      var run = DiagnoseRun(files: names, settings: settings)
      run.view = .timeline
      run.appSettings = .none
      return try run.run()
    }
    PrintedText.check(timeline.output, "a timeline")
  }

  private static func page(_ bytes: [UInt8]) {
    PrintedText.checkPage(diagnosed(bytes, .html).output)
  }

  /// An input is compared with itself, with a sound receipt, and one half with the other.
  private static func diff(_ bytes: [UInt8]) {
    func compare(_ a: [UInt8], _ b: [UInt8], _ format: DiffFormat) -> CommandBench.Result {
      let result = CommandBench.run(a, b) { settings, names in
        var run = DiffRun(a: names[0], b: names[1], settings: settings)
        run.format = format
        return try run.run()
      }
      PrintedText.check(result.messages, "a message")
      return result
    }
    let same = compare(bytes, bytes, .text)
    PrintedText.check(same.output, "a comparison")
    promise(same.status != .checkFailed, "a receipt differs from itself")
    for (a, b) in [
      (bytes, Seeds.small),
      (Array(bytes.prefix(bytes.count / 2)), Array(bytes.suffix(bytes.count / 2))),
    ] {
      let text = compare(a, b, .text)
      let json = compare(a, b, .json)
      PrintedText.check(text.output, "a comparison")
      PrintedText.checkJSON(json.output, "a comparison")
      promise(text.status == json.status, "the exit code depends on the format")
    }
  }

  private static let pseudonyms = Pseudonyms(key: Array("a key for the fuzzer, public".utf8))

  /// Of what was replaced nothing is left in the copy.
  private static func redact(_ bytes: [UInt8]) {
    guard let found = try? FoundReceipt.all(in: bytes, limits: DecodingLimits()) else { return }
    for receipt in found.prefix(2) {
      guard case .success(let input) = receipt.input,
        let original = try? ReceiptDecoder().decode(input),
        let authority = try? TestAuthority.wellKnown()
      else { continue }
      var redactor = Redactor(pseudonyms)
      let signers = CopySigners(authority, verifier: ReceiptVerifier())
      guard let copy = try? redactor.redact(original, .signed(signers)) else { continue }
      let shown = decoded(copy, .json)
      PrintedText.checkJSON(shown.output, "JSON")
      guard let texts = (try? JSONReader.read(shown.output)).map(strings) else { continue }
      for replaced in redactor.replacements where replaced.original.utf8.count >= 12 {
        // Of what is kept, such as a version, an input may say the same as in a secret.
        for (name, text) in texts where !kept.contains(name) {
          promise(
            !text.contains(replaced.original),
            "\(replaced.field) is left of \(replaced.original), in \(name)")
        }
      }
    }
  }

  /// The members that keep their values, and those that describe them.
  private static let kept: Set<String> = [
    "application_version", "original_application_version", "receipt_type", "environment", "message",
    "path", "name",
    "form", "hint", "summary", "currency", "storefront", "country",
  ]

  /// All texts with the name of the member that has them.
  private static func strings(_ value: JSONValue) -> [(String, String)] {
    var result: [(String, String)] = []
    var pending = [("", value)]
    while let (name, next) = pending.popLast() {
      if let text = next.string { result.append((name, text)) }
      pending += (next.elements ?? []).map { (name, $0) }
      pending += (next.members ?? []).map { ($0.name, $0.value) }
    }
    return result
  }
}
