internal import ReceiptCore

/// Check results as SARIF 2.1.0 (OASIS, errata 01): one run, a rule for each check, and a result for each
/// problem. Results are written as they come, and the rest of the run follows them.
struct CheckSARIFRenderer: CheckRenderer {
  private var json: JSONWriter
  private let version: String
  private var tally = Tally()

  init(_ output: Output, version: String) {
    json = JSONWriter(output, isPretty: true)
    self.version = version
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
    for complaint in report.problems {
      json.nextElement()
      write(complaint)
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
        json.key("properties")
        json.object { $0.member("summary", text) }
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
      json.key("driver")
      json.object { json in
        json.member("name", "receipt")
        json.key("rules")
        json.array(CheckList.rules) { json, rule in
          json.object { json in
            json.key("fullDescription")
            json.object { $0.member("text", rule.explanation) }
            json.key("help")
            json.object { $0.member("text", rule.advice) }
            json.member("id", rule.id.rawValue)
            json.key("shortDescription")
            json.object { $0.member("text", rule.summary) }
          }
        }
        // Code scanning of GitHub asks for this one, others for the other.
        json.member("semanticVersion", version)
        json.member("version", version)
      }
    }
  }

  private mutating func write(_ complaint: Problem) {
    let rule = CheckList.rules.firstIndex { $0.id == complaint.check }
    json.object { json in
      json.member("level", complaint.kind == .undetermined ? "warning" : "error")
      json.key("locations")
      json.array([complaint]) { writeLocation($1, &$0) }
      json.key("message")
      json.object { json in
        // Readers show the rule beside it.
        var text = SARIFText.message(complaint.message)
        if let hint = complaint.hint { text += "\n" + SARIFText.message(hint) }
        json.member("text", text)
      }
      json.key("partialFingerprints")
      json.object { $0.member("receiptProblem/v1", complaint.fingerprint) }
      json.key("properties")
      json.object { writeProperties(complaint, &$0) }
      json.member("ruleId", complaint.check.rawValue)
      json.member("ruleIndex", number: rule.map(Int64.init))
    }
  }
}

private func writeLocation(_ complaint: Problem, _ json: inout JSONWriter) {
  let source = complaint.source
  json.object { json in
    if let part = source.part {
      json.key("logicalLocations")
      json.array([part]) { json, part in
        json.object { $0.member("fullyQualifiedName", part) }
      }
    }
    json.key("physicalLocation")
    json.object { json in
      json.key("artifactLocation")
      json.object { json in
        if source.name == "-" {
          json.key("description")
          json.object { $0.member("text", "standard input") }
        } else {
          json.member("uri", SARIFText.uri(ofPath: source.name))
        }
      }
      json.key("region")
      json.object { json in
        json.member("byteOffset", number: complaint.fileOffset.map(Int64.init))
        // Many readers show nothing that has no line. Text and bytes of a region are independent (§3.30.4).
        json.member("startLine", number: Int64(source.line ?? 1))
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

private func writeProperties(_ complaint: Problem, _ json: inout JSONWriter) {
  if !complaint.evidence.isEmpty {
    json.key("evidence")
    json.object { json in
      for (name, value) in complaint.evidence { json.member(name, value) }
    }
  }
  json.member("hint", complaint.hint)
  json.member("offset", number: complaint.offset.map(Int64.init))
  json.member("reason", complaint.reason)
}
