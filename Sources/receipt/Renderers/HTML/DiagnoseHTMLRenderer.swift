internal import ReceiptCore
internal import ReceiptInsight

/// A diagnosis as one self-contained page, to view, print, or attach to a ticket.
///
/// It has no scripts and loads nothing, and its policy forbids both (Content Security Policy Level 3).
struct DiagnoseHTMLRenderer: DiagnoseRenderer {
  private let output: Output
  private var count = 0

  init(_ output: Output) { self.output = output }

  mutating func begin() {
    write(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="referrer" content="no-referrer">
      <title>App Store receipt: diagnosis</title>
      \(HTMLStyleSheet.markup)</head>
      <body>
      <main>

      """)
  }

  mutating func render(_ report: DiagnoseReport) {
    count += 1
    switch report.outcome {
    case .failed(let error): write(failure(error, report.source))
    case .diagnosed(let diagnosed): write(article(report, diagnosed))
    }
  }

  mutating func end() {
    write(
      """
      <footer>Made by receipt \(Program.version), offline. This page holds no script and \
      fetches nothing. All times are in UTC.</footer>
      </main>
      </body>
      </html>

      """)
  }

  private func write(_ markup: Markup) { output.write(markup.html) }

  // MARK: One receipt

  private func failure(_ error: ReceiptError, _ source: Source) -> Markup {
    """
    <article>
    <h1>\(source.text)</h1>
    <p class="answer error">\(error.description)\(error.advice.map { "<br>\($0)" as Markup })</p>
    </article>

    """
  }

  private func article(_ report: DiagnoseReport, _ diagnosed: DiagnoseReport.Diagnosed) -> Markup {
    let decoded = diagnosed.decoded
    let diagnosis = diagnosed.diagnosis
    let size = "\(grouped(decoded.input.bytes.count)) bytes"
    return """
      <article>
      <h1>\(decoded.receipt.bundleID?.description ?? report.source.text)</h1>
      <p class="faint">\(report.source.text): \(decoded.formText), \(decoded.containerText), \(size); \
      judged at \(report.judgedAt.plainText)</p>
      <p class="answer">\(diagnosis.card.lines.genuine) \(diagnosis.card.lines.owned)</p>
      \(facts(diagnosed))
      \(diagnosis.sections.map { section($0, report, diagnosed) })\(remarks(diagnosis.remarks))\
      <h2>What to do next</h2>
      <ul>
      \(diagnosis.advice.map { "<li>\($0)</li>\n" })</ul>
      \(HTMLTables.fields(of: decoded))\
      \(HTMLTables.purchases(diagnosed.history.records, isDamaged: !decoded.errors.isEmpty))\
      \(HTMLTables.checks(diagnosed.checks))\(HTMLTables.faults(of: decoded))\
      \(HTMLTables.certificates(decoded.certificates))</article>

      """
  }

  /// Three separate facts: the signature, the structure, and the expectations.
  private func facts(_ diagnosed: DiagnoseReport.Diagnosed) -> Markup {
    let structure = diagnosed.checks.first { $0.id == .structure }
    let isSound = structure?.status == .pass && diagnosed.decoded.errors.isEmpty
    let asked = diagnosed.checks.dropFirst(diagnosed.verification.checks.count).filter {
      $0.status != .notRun
    }
    let isMet = !asked.contains(where: \.isProblem)
    let signature = SignatureFact(diagnosed)
    return """
      <ul class="facts">
      <li class="\(signature.isGood ? "good" as Markup : "bad")">\
      Signature: <b>\(signature.text)</b></li>
      <li class="\(isSound ? "good" as Markup : "bad")">Structure: \
      <b>\(isSound ? "well formed" : "not well formed")</b></li>
      <li class="\(asked.isEmpty ? "faint" as Markup : isMet ? "good" : "bad")">Expectations: \
      <b>\(asked.isEmpty ? "none were asked for" : isMet ? "met" : "not met")</b></li>
      </ul>

      """
  }

  private func section(
    _ section: Diagnosis.Section, _ report: DiagnoseReport, _ diagnosed: DiagnoseReport.Diagnosed
  ) -> Markup {
    let drawing: Markup? =
      section.topic == .ownership
      ? HTMLTimeline(
        diagnosed.timeline, words: TimelineWords(report, diagnosed), number: count,
        now: report.judgedAt)?.markup : nil
    return """
      <h2>\(section.title)</h2>
      <ul>
      \(section.statements.map(statement))</ul>
      \(drawing)
      """
  }

  private func statement(_ statement: Diagnosis.Statement) -> Markup {
    let mark: Markup? = statement.isInference ? " <span class=\"faint\">(inferred)</span>" : nil
    return "<li>\(statement.text)\(mark)\(HTMLTables.evidence(statement.evidence))</li>\n"
  }

  private func remarks(_ remarks: [Remark]) -> Markup {
    guard !remarks.isEmpty else { return .nothing }
    let items = remarks.map { remark -> Markup in
      let mark: Markup? = remark.severity == .warning ? "<b class=\"warn\">! </b>" : nil
      return """
        <li>\(mark)\(remark.message) <span class="faint code">\(remark.id)</span>\
        \(HTMLTables.evidence(remark.evidence))</li>

        """
    }
    return "<h2>What is odd</h2>\n<ul>\n\(items)</ul>\n"
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
      text = "answers are not signed"
      isGood = false
    } else if verification.isTrusted || !isBuiltWrongly {
      text = verification.text
      isGood = verification.isTrusted
    } else if let failed {
      text = failed.status == .notRun ? "not looked at" : failed.message
      isGood = false
    } else {
      text = "it fits what was signed; see the structure"
      isGood = true
    }
  }
}
