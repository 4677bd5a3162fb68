internal import ReceiptCore

/// Check results as SARIF 2.1.0 (OASIS, errata 01): one run, a rule for each check, and a result for each
/// problem. Results are written as they come, and the rest of the run follows them.
struct CheckSARIFRenderer: CheckRenderer {
  private var json: JSONWriter
  private let version: String
  private let paths: RepositoryPaths
  private var tally = Tally()

  init(_ output: Output, version: String, paths: RepositoryPaths) {
    json = JSONWriter(output, isPretty: true)
    self.version = version
    self.paths = paths
  }

  // The members are in the order of SARIF's own examples, with the tool first.

  mutating func begin() {
    json.open("{")
    json.member(
      "$schema",
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
    json.key("version", isSorted: false)
    json.string("2.1.0")
    json.key("runs", isSorted: false)
    json.open("[")
    json.nextElement()
    json.open("{")
    json.key("tool", isSorted: false)
    writeTool()
    json.key("results", isSorted: false)
    json.open("[")
    json.flush()
  }

  mutating func render(_ report: CheckReport) {
    tally.add(report)
    for problem in report.problems {
      json.nextElement()
      write(problem)
    }
    json.flush()
  }

  mutating func end() {
    json.close("]")
    json.key("invocations", isSorted: false)
    let isComplete = tally.unreadable + tally.missing == 0
    json.array([tally.text]) { json, text in
      json.object { json in
        // An unreadable receipt was not checked, so the run did not complete.
        json.member("executionSuccessful", isComplete)
        json.object("properties") { $0.member("summary", text) }
      }
    }
    json.close("}")
    json.close("]")
    json.close("}")
    json.newLine()
    json.flush()
  }

  private mutating func writeTool() {
    let version = self.version
    json.object { json in
      json.object("driver") { json in
        json.member("name", "receipt")
        json.objects("rules", CheckList.rules) { json, rule in
          json.object("fullDescription") { $0.member("text", rule.explanation) }
          json.object("help") { $0.member("text", rule.advice) }
          json.member("id", rule.id.rawValue)
          json.object("shortDescription") { $0.member("text", rule.summary) }
        }
        // Code scanning of GitHub asks for this one, others for the other.
        json.member("semanticVersion", version)
        json.member("version", version)
      }
    }
  }

  private mutating func write(_ problem: Problem) {
    let rule = CheckList.rules.firstIndex { $0.id == problem.check }
    json.object { json in
      json.member("level", problem.kind == .undetermined ? "warning" : "error")
      json.objects("locations", [problem.line.map(SARIFPlace.init) ?? SARIFPlace(problem)]) {
        $1.write(&$0, paths)
      }
      json.object("message") { json in
        // Readers show the rule beside it, and the place. That is not the receipt where it is a line of an expectation
        // file.
        let name = problem.line.map { _ in problem.source.unescapedText + ": " } ?? ""
        let lines = [name + problem.message, problem.hint, problem.line?.sentence]
        json.member("text", lines.compactMap { $0.map(SARIFText.message) }.joined(separator: "\n"))
      }
      json.object("partialFingerprints") { $0.member("receiptProblem/v1", problem.fingerprint) }
      json.object("properties") { writeProperties(problem, &$0) }
      if let line = problem.line {
        let overridden = line.place.overridden.map {
          SARIFPlace(name: line.file, line: $0, words: "what it overrides")
        }
        json.objects("relatedLocations", [SARIFPlace(problem), overridden].compactMap { $0 }) {
          $1.write(&$0, paths)
        }
      }
      json.member("ruleId", problem.check.rawValue)
      json.member("ruleIndex", number: rule.map(Int64.init))
    }
  }
}

/// A location of SARIF.
private struct SARIFPlace {
  var name: String
  var line: Int
  var byteOffset: Int?
  var part: String?
  /// What is there, in a few words.
  var words: String?

  init(name: String, line: Int, words: String? = nil) {
    self.name = name
    self.line = line
    self.words = words
  }

  init(_ line: DecidingLine) { self.init(name: line.file, line: line.place.line) }

  /// The receipt.
  init(_ problem: Problem) {
    // Many readers show nothing that has no line. Text and bytes of a region are independent (§3.30.4).
    self.init(
      name: problem.source.name, line: problem.source.line ?? 1,
      words: problem.line == nil ? nil : "the receipt")
    byteOffset = problem.fileOffset
    part = problem.source.part
  }

  func write(_ json: inout JSONWriter, _ paths: RepositoryPaths) {
    if let part {
      json.objects("logicalLocations", [part]) { $0.member("fullyQualifiedName", $1) }
    }
    if let words { json.object("message") { $0.member("text", words) } }
    json.object("physicalLocation") { json in
      json.object("artifactLocation") { json in
        if name == "-" {
          json.object("description") { $0.member("text", "standard input") }
        } else {
          json.member("uri", SARIFText.uri(ofPath: paths.path(name)))
        }
      }
      json.object("region") { json in
        json.member("byteOffset", number: byteOffset.map(Int64.init))
        json.member("startLine", number: Int64(line))
      }
    }
  }
}

extension Problem {
  /// The same for the same problem in the next run, whatever the message says then: SHA-256 of the check with
  /// its subject, the reason, the path, and the part of the file.
  fileprivate var fingerprint: String {
    let parts = [name, reason, source.name, source.part ?? ""]
    return Hexadecimal.encode(
      DigestAlgorithm.sha256.digest(of: Array(parts.joined(separator: "\0").utf8)[...]))
  }
}

private func writeProperties(_ problem: Problem, _ json: inout JSONWriter) {
  if !problem.evidence.isEmpty {
    json.key("evidence")
    Shape.evidence.write(problem.evidence, &json)
  }
  json.member("hint", problem.hint)
  json.member("offset", number: problem.offset.map(Int64.init))
  json.member("reason", problem.reason)
}
