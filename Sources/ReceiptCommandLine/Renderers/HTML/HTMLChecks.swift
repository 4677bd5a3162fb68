internal import ReceiptCore

/// The checks: three facts in short, then each check.
struct HTMLChecks {
  let diagnosed: DiagnoseReport.Diagnosed

  var markup: Markup { "\(facts)\(table)\(rest)" }

  /// Signature, structure and expectations are separate facts. Only a problem has a colour, so that
  /// none contradicts the verdict.
  private var facts: Markup {
    let structure = diagnosed.checks.first { $0.id == .structure }
    let isSound = structure?.status == .pass && diagnosed.decoded.errors.isEmpty
    let signature = SignatureFact(diagnosed)
    let asked = diagnosed.checks.dropFirst(diagnosed.verification.checks.count).filter {
      $0.status != .notRun
    }
    let isMet = !asked.contains(where: \.isProblem)
    let expectations: Markup? =
      asked.isEmpty ? nil : fact("Expectations", isMet ? "met" : "not met", isGood: isMet)
    return """
      <ul class="facts">
      \(fact("Signature", signature.text, isGood: signature.isGood))\
      \(fact("Structure", isSound ? "well formed" : "not well formed", isGood: isSound))\
      \(expectations)</ul>

      """
  }

  private func fact(_ name: String, _ text: String, isGood: Bool) -> Markup {
    "<li class=\"\(isGood ? "met" : "bad")\">\(name): <b>\(HTMLText.wrapping(text))</b></li>\n"
  }

  private var table: Markup {
    var table = HTMLTable(
      caption: "Checks, and what each found", columns: ["Result", "Check", "What was found"],
      headColumn: 1, style: "checks")
    table.rows = diagnosed.checks.filter { $0.status != .notRun }.map { check in
      let reason: Markup? = check.reason.map { " <span class=\"faint code\">\($0.rawValue)</span>" }
      let hint: Markup? = check.advice.map {
        "<br><span class=\"faint\">\(HTMLText.wrapping($0))</span>"
      }
      return [
        result(check.status), "\(HTMLText.wrapping(check.id.rawValue))",
        """
        \(HTMLText.wrapping(check.message))\(reason)\(hint)\(HTMLFacts.evidence(check.evidence))
        """,
      ]
    }
    return table.markup
  }

  private func result(_ status: CheckResult.Status) -> Markup {
    switch status {
    case .pass: "pass"
    case .fail: "<b class=\"bad\">FAIL</b>"
    case .undetermined: "<b class=\"bad\">undetermined</b>"
    case .notRun: "not run"
    }
  }

  private var rest: Markup? {
    let others = diagnosed.checks.filter { $0.status == .notRun }.map(\.id.rawValue)
    guard !others.isEmpty else { return nil }
    return "<p class=\"faint\">Not checked: \(others.joined(separator: ", "))</p>\n"
  }
}

/// The state of the signature alone.
private struct SignatureFact {
  let text: String
  let isGood: Bool

  init(_ diagnosed: DiagnoseReport.Diagnosed) {
    let verification = diagnosed.verification
    let failed = verification.checks.first { $0.id != .structure && $0.status != .pass }
    let isBuiltWrongly = verification.checks.contains { $0.id == .structure && $0.status == .fail }
    if diagnosed.decoded.form == .verifyReceipt {
      text = "responses are not signed"
      isGood = false
    } else if verification.isTrusted || !isBuiltWrongly {
      text = verification.text
      isGood = verification.isTrusted
    } else if let failed {
      text = failed.status == .notRun ? "not checked" : failed.message
      isGood = false
    } else {
      text = "it fits what was signed; see the structure"
      isGood = true
    }
  }
}
