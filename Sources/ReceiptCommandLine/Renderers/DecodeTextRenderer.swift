internal import ReceiptCore
internal import ReceiptInsight

/// A receipt for people: what it is, its fields, its purchases, its findings, and what was not checked.
struct DecodeTextRenderer: DecodeRenderer, TextRenderer {
  let output: Output
  let width: Int?
  let style: Style
  private let showsAll: Bool
  private let showsCertificates: Bool
  private var isFirst = true

  init(_ output: Output, width: Int?, style: Style, showsAll: Bool, showsCertificates: Bool) {
    self.output = output
    self.width = usableWidth(width)
    self.style = style
    self.showsAll = showsAll
    self.showsCertificates = showsCertificates
  }

  mutating func render(_ report: DecodeReport) {
    // Standard error says why the input could not be read.
    guard case .decoded(let decoded, let verification) = report.outcome else { return }
    defer { for nested in report.nested { renderNested(nested) } }
    if !isFirst { output.write("\n") }
    isFirst = false
    writeHeadline(report.source, decoded, verification)
    writeFailure(verification, form: decoded.form, isDamaged: !decoded.errors.isEmpty)
    let rows = ReceiptFields(decoded, showsAll: showsAll).rows
    if !rows.isEmpty { line() }
    writeFields(rows)
    if let response = decoded.response { writeStatus(of: response) }
    if let response = decoded.apiResponse {
      line()
      writeFields(ReceiptFields(response).rows)
    }
    writePurchases(decoded)
    for renewal in decoded.renewals { writeRenewal(renewal) }
    if let comparison = ResponseComparison(decoded) {
      write(comparison.differences)
      write(comparison.additions)
    }
    writeOtherFields(decoded.otherFields)
    if showsAll, !decoded.attributes.isEmpty { writeAttributes(decoded) }
    if showsCertificates { writeCertificates(decoded.certificates) }
    writeErrors(decoded.errors)
    writeFindings(decoded.findings)
    line()
    paragraph(
      "not checked: whether it is for your app, its version and this device; see receipt check",
      style.faint)
  }

  /// A nested receipt that cannot be read gives no message of its own.
  private mutating func renderNested(_ report: DecodeReport) {
    guard case .failed(let error) = report.outcome else { return render(report) }
    line()
    paragraph("\(report.source.text): \(escapedForTerminal(error.description))")
    if let hint = error.advice { writeItem("", "", escapedForTerminal(hint)) }
  }

  // MARK: The first line

  private func writeHeadline(
    _ source: Source, _ decoded: DecodedReceipt, _ verification: Verification
  ) {
    let environment =
      switch decoded.receipt.environment {
      case .production: "production"
      case .sandbox: "sandbox"
      case .xcode: "made by Xcode" + decoded.receipt.localTestingText
      case nil: escapedForTerminal(decoded.receipt.otherEnvironmentText)
      }
    let facts = "\(decoded.formText), \(environment)\(decoded.containerFacts)"
    paragraph(
      "\(source.text): \(facts); \(decoded.signatureText(verification))", indent: 2, first: "",
      style.strong)
  }

  /// Why the signature or the structure is not trusted. For Xcode, the first line says so; damage has its own
  /// section.
  private func writeFailure(
    _ verification: Verification, form: ReceiptForm, isDamaged: Bool
  ) {
    guard verification.reason != .xcodeReceipt, form != .verifyReceipt, !form.isErrorReport,
      let failed = verification.checks.first(where: { $0.status == .fail }),
      !(isDamaged && failed.id == .structure)
    else { return }
    line()
    let reason = failed.reason.map { " [\($0)]" } ?? ""
    writeItem(style.bad("FAIL"), "FAIL", escapedForTerminal(failed.message) + reason)
    if let hint = failed.advice { writeItem("", "", escapedForTerminal(hint)) }
  }

  // MARK: Fields

  private func writeFields(_ rows: [ReceiptFields.Row]) {
    let labelWidth = rows.reduce(0) { max($0, displayWidth($1.label)) }
    for row in rows {
      let label = row.label + String(repeating: " ", count: labelWidth - displayWidth(row.label))
      let value = escapedForTerminal(row.value)
      let note = row.note.map { "(\(escapedForTerminal($0)))" }
      let indent = labelWidth + 4
      let room = width.map { $0 - indent }
      let noteFits = room.map { displayWidth(value) + 2 + displayWidth(note ?? "") <= $0 } ?? true
      if let room, displayWidth(value) > room {
        // A value is never wrapped, so that it can be copied.
        line("  " + style.faint(row.label))
        line("    " + value)
        if let note { paragraph(note, indent: 4, style.faint) }
      } else if let note, noteFits {
        line("  \(style.faint(label))  \(value)  \(style.faint(note))")
      } else {
        line("  \(style.faint(label))  \(value)")
        if let note { paragraph(note, indent: indent, style.faint) }
      }
    }
  }

  // MARK: Purchases

  private func writePurchases(_ decoded: DecodedReceipt) {
    let receipt = decoded.receipt
    let isDamaged = !decoded.errors.isEmpty && !decoded.isContentWhole
    writePurchases(decoded.response?.latestReceiptInfo ?? [], "in latest_receipt_info", decoded)
    writePurchases(
      decoded.response?.latestExpiredReceiptInfo ?? [], "in latest_expired_receipt_info", decoded)
    guard !receipt.inApp.isEmpty else {
      // Only these forms normally list purchases.
      guard decoded.form == .appReceipt || decoded.response?.status == 0,
        decoded.allPurchases.isEmpty
      else { return }
      section(isDamaged ? "purchases: none could be read" : "no purchases")
      paragraph(
        isDamaged
          ? "(there may be some behind the damage)"
          : "(consumables leave a receipt once they are finished)", indent: 2, style.faint)
      return
    }
    writePurchases(receipt.inApp, nil, decoded)
  }

  private func writePurchases(
    _ purchases: [InAppPurchase], _ place: String?, _ decoded: DecodedReceipt
  ) {
    guard !purchases.isEmpty else { return }
    let order = purchases.count > 1 ? ", by purchase date" : ""
    section(
      counted(purchases.count, "purchase") + (place.map { " \($0)" } ?? "") + "\(order), in UTC")
    line()
    let table = PurchaseTable(
      Receipt.byPurchaseDate(purchases), isDamaged: !decoded.errors.isEmpty, width: width,
      showsAll: showsAll)
    for text in table.lines(style) { line(text) }
    // A transaction has much to say. The purchases of an app receipt say little beyond the table, and all of it is
    // among the attributes.
    let hasAttributes = !decoded.attributes.isEmpty
    for purchase in Receipt.byPurchaseDate(purchases) where showsAll || purchases.count == 1 {
      let rows = ReceiptFields(purchase).rows
      guard !hasAttributes || !purchase.server.isEmpty, !rows.isEmpty else { continue }
      line()
      if purchases.count > 1, let id = purchase.transactionID {
        line("  " + style.strong("transaction \(escapedForTerminal(id.description))"))
      }
      writeFields(rows)
    }
  }

  // MARK: Fields of other forms

  private func writeRenewal(_ renewal: RenewalInfo) {
    section("renewal")
    line()
    writeFields(ReceiptFields(renewal).rows)
  }

  private func writeStatus(of response: VerifyReceiptResponse) {
    guard let status = response.status else { return }
    section("status \(status)")
    line()
    let explanation = VerifyReceiptStatus.explanation(of: status)
    let meaning = explanation.map { [$0.meaning, $0.advice] } ?? ["Apple does not document it"]
    for text in meaning { paragraph(text, indent: 2) }
    if let isRetryable = response.isRetryable {
      line("  " + (isRetryable ? "asking again may help" : "asking again does not help"))
    }
  }

  /// The differences between a response and the receipt in it: mostly later purchases.
  private func write(_ differences: [ResponseComparison.Difference]) {
    guard !differences.isEmpty else { return }
    section(
      "the answer and its latest_receipt differ in \(counted(differences.count, "place"))")
    line()
    let shown = showsAll ? differences[...] : differences.prefix(10)
    for difference in shown {
      let text =
        switch (difference.response, difference.receipt) {
        case (let response?, nil): "only the answer: \(response)"
        case (nil, let receipt?): "only the receipt: \(receipt)"
        case (let response?, let receipt?): "answer \(response), receipt \(receipt)"
        case (nil, nil): ""
        }
      paragraph(escapedForTerminal("\(difference.path): \(text)"), indent: 2)
    }
    writeOmitted(differences.count - shown.count)
  }

  /// What only the response says.
  private func write(_ additions: [ResponseComparison.Addition]) {
    guard !additions.isEmpty else { return }
    section("what the answer says and its latest_receipt does not")
    line()
    let texts = additions.map { addition in
      switch addition.path {
      case "pending_renewal_info": "\(addition.path) of \(counted(addition.count, "product"))"
      case let path where path.hasPrefix("in_app."):
        "\(path.dropFirst("in_app.".count)) of \(counted(addition.count, "purchase"))"
      default: addition.path
      }
    }
    paragraph(texts.joined(by: ", "), indent: 2)
  }

  /// Fields that are not in the model, so that nothing readable is lost.
  private func writeOtherFields(_ fields: [OtherField]) {
    guard !fields.isEmpty else { return }
    section(counted(fields.count, "other field"))
    line()
    let shown = showsAll ? fields[...] : fields.prefix(10)
    writeFields(
      shown.map {
        ReceiptFields.Row(
          label: escapedForTerminal($0.path), value: $0.value.string ?? $0.shown.description,
          note: nil)
      })
    writeOmitted(fields.count - shown.count)
  }

  // MARK: Every attribute

  private func writeAttributes(_ decoded: DecodedReceipt) {
    let place = decoded.signedData?.encoding == .der ? "the receipt" : "its content"
    section("\(counted(decoded.attributes.count, "attribute")); offsets are in \(place)")
    line()
    AttributeTableLines(decoded.attributes, width: width).write(style) { line($0) }
  }

  // MARK: Certificates

  private func writeCertificates(_ certificates: [ArraySlice<UInt8>]) {
    section(counted(certificates.count, "certificate"))
    for encoded in certificates {
      let details = CertificateDetails(encoded)
      line()
      line("  " + style.strong(escapedForTerminal(details.title)))
      writeFields(details.rows)
    }
  }

  // MARK: Errors and findings

  private func writeErrors(_ errors: [ReceiptError]) {
    guard !errors.isEmpty else { return }
    section("damaged: \(counted(errors.count, "fault"))")
    let shown = showsAll ? errors[...] : errors.prefix(10)
    for error in shown {
      writeItem(style.bad("error"), "error", escapedForTerminal(error.description))
      if let hint = error.advice { writeItem("", "", escapedForTerminal(hint)) }
    }
    writeOmitted(errors.count - shown.count)
  }

  private func writeFindings(_ findings: [Finding]) {
    guard !findings.isEmpty else { return }
    section(counted(findings.count, "finding"))
    if showsAll {
      for finding in findings { writeFinding(finding, count: 1) }
      return
    }
    // Findings of one kind share one line, at the place of the first.
    var counts: [Finding.ID: Int] = [:]
    for finding in findings { counts[finding.id, default: 0] += 1 }
    for finding in findings {
      guard let count = counts.removeValue(forKey: finding.id) else { continue }
      writeFinding(finding, count: count)
    }
  }

  private func writeFinding(_ finding: Finding, count: Int) {
    let severity = finding.severity.rawValue
    let place =
      [
        finding.path.map { "attribute \($0)" }, finding.field.map(escapedForTerminal),
        finding.offset.map { "at byte \($0)" },
      ].compactMap { $0 }.joined(by: ", ")
      + (count > 1 ? " and \(counted(count - 1, "more place"))" : "")
    writeItem(
      finding.severity == .info ? style.faint(severity) : style.warning(severity), severity,
      "\(escapedForTerminal(finding.message))\(place.isEmpty ? "" : ": ")\(place) "
        + "[\(finding.id.rawValue)]")
  }

  /// A word in the margin, with wrapped text next to it.
  private func writeItem(_ decoratedWord: String, _ word: String, _ text: String) {
    let padding = String(repeating: " ", count: 9 - displayWidth(word))
    paragraph(text, indent: 11, first: "  " + decoratedWord + padding)
  }

  private func writeOmitted(_ count: Int) {
    guard count > 0 else { return }
    line("  " + style.faint("and \(grouped(count)) more; --all shows them"))
  }
}
