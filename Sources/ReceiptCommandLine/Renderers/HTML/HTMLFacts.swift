internal import ReceiptCore
internal import ReceiptInsight

/// All facts of a diagnosis, section by section, as lists.
struct HTMLFacts {
  let diagnosis: Diagnosis
  let heading: HTMLHeading

  var markup: Markup { "\(diagnosis.sections.map(section))\(remarks)\(steps)" }

  private func section(_ section: Diagnosis.Section) -> Markup {
    list(section.title, section.statements.map(statement))
  }

  private func statement(_ statement: Diagnosis.Statement) -> Markup {
    let mark: Markup? = statement.isInference ? " <span class=\"faint\">(inferred)</span>" : nil
    return
      "<li>\(HTMLText.wrapping(statement.text))\(mark)\(Self.evidence(statement.evidence))</li>\n"
  }

  private var remarks: Markup? {
    let remarks = diagnosis.remarks
    return remarks.isEmpty ? nil : list("What is odd", remarks.map(remark))
  }

  private func remark(_ remark: Remark) -> Markup {
    let mark: Markup? = remark.severity == .warning ? "<b class=\"warn\">! </b>" : nil
    return """
      <li>\(mark)\(HTMLText.wrapping(remark.message)) <span class="faint code">\(remark.id)</span>\
      \(Self.evidence(remark.evidence))</li>

      """
  }

  /// What else to do. The card has the first step.
  private var steps: Markup? {
    let steps = diagnosis.advice.dropFirst()
    guard !steps.isEmpty else { return nil }
    return list("What else to do", steps.map { "<li>\(HTMLText.wrapping($0))</li>\n" })
  }

  private func list(_ title: String, _ items: [Markup]) -> Markup {
    "\(heading(HTMLText.wrapping(title)))\n<ul>\n\(items)</ul>\n"
  }

  /// The fields that a statement follows from.
  static func evidence(_ evidence: Evidence) -> Markup? {
    guard !evidence.isEmpty else { return nil }
    let text = evidence.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    return "<br><span class=\"evidence\">\(HTMLText.wrapping(text))</span>"
  }
}
