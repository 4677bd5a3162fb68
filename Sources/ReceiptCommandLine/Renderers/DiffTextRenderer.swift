internal import ReceiptCore
internal import ReceiptInsight

/// A comparison for people: `-` before what only the first receipt has, `+` before what only the second has,
/// `~` before what differs.
struct DiffTextRenderer: TextRenderer {
  let output: Output
  let width: Int?
  let style: Style
  private var isFirst = true

  init(_ output: Output, width: Int?, style: Style) {
    self.output = output
    self.width = usableWidth(width)
    self.style = style
  }

  mutating func render(_ report: DiffReport) {
    // Standard error says why they cannot be compared.
    guard case .compared(let a, let b, let comparison) = report.outcome else { return }
    if !isFirst { line() }
    isFirst = false
    headline(.removed, report.a, a)
    headline(.added, report.b, b)
    line()
    let isDamaged = !a.decoded.errors.isEmpty || !b.decoded.errors.isEmpty
    paragraph(comparison.summary(isDamaged: isDamaged), indent: 2, style.strong)
    let names = CertificateNames(a, b)
    section("What happened", DiffLines.events(comparison.events, width: width))
    section("Fields", DiffLines.fields(comparison.fields, indent: 2, width: width))
    section("Purchases", DiffLines.purchases(comparison.purchases, width: width))
    section("Renewals to come", DiffLines.renewals(comparison.renewals, width: width))
    section(
      "Signature",
      DiffLines.fields(comparison.signature, indent: 2, width: width, certificates: names.text))
    writeLeftOut(comparison.leftOut, report, a, b)
  }

  private func section(_ title: String, _ lines: [DiffLines.Line]) {
    guard !lines.isEmpty else { return }
    section(title)
    for text in lines { line(text.marked(style)) }
  }

  private func headline(_ mark: Change, _ source: Source, _ receipt: ComparedReceipt) {
    let decoded = receipt.decoded
    let environment =
      switch decoded.receipt.environment {
      case .production: "production"
      case .sandbox: "sandbox"
      case .xcode: "Xcode" + decoded.receipt.localTestingText
      case nil: escapedForTerminal(decoded.receipt.otherEnvironmentText)
      }
    var facts = [decoded.formText, environment]
    if let date = decoded.receipt.receiptCreationDate {
      facts.append("created \(unbroken(momentText(date)))")
    } else if let date = decoded.receipt.signedDate {
      facts.append("dated \(unbroken(momentText(date)))")
    }
    let text =
      "\(source.text): \(facts.joined(separator: ", ")); "
      + decoded.signatureText(receipt.verification)
    let room = width.map { $0 - 2 }
    let lines = wrappedLines(text, to: room).flatMap { brokenLines($0, after: "/", to: room) }
    for (index, text) in lines.enumerated() {
      line((index == 0 ? mark.mark(style) + " " : "  ") + text)
    }
  }

  // MARK: What was left out

  private func writeLeftOut(
    _ leftOut: ReceiptComparison.LeftOut, _ report: DiffReport, _ a: ComparedReceipt,
    _ b: ComparedReceipt
  ) {
    guard !leftOut.isEmpty else { return }
    line()
    write(
      leftOut.a, leftOut.purchasesOfA, leftOut.renewalsOfA, of: "first", missingIn: b.decoded)
    write(
      leftOut.b, leftOut.purchasesOfB, leftOut.renewalsOfB, of: "second", missingIn: a.decoded)
  }

  private func write(
    _ names: [String], _ purchases: Int, _ renewals: Int, of side: String,
    missingIn other: DecodedReceipt
  ) {
    var parts: [String] = []
    if purchases > 0 { parts.append(counted(purchases, "purchase")) }
    if renewals > 0 { parts.append("\(counted(renewals, "renewal")) to come") }
    parts += names.map(escapedForTerminal)
    guard !parts.isEmpty else { return }
    let text =
      "only in the \(side), and not compared, because \(other.form.article) \(other.form.text) does "
      + "not say it: " + parts.joined(separator: ", ")
    paragraph(text, style.faint)
  }
}

extension ReceiptForm {
  var article: String {
    text.first.map { "aeiouAEIOU".contains($0) } == true ? "an" : "a"
  }
}

extension ReceiptComparison {
  /// Whether they are the same, or how much they differ.
  fileprivate func summary(isDamaged: Bool) -> String {
    if hasSameBytes, isSame { return "the same, byte for byte" }
    let end = isDamaged ? ", as far as they could be read" : ""
    guard !isSame else {
      return leftOut.isEmpty
        ? "the same by meaning\(end); the bytes differ"
        : "the same in all that both say\(end): \(common.text)"
    }
    var parts: [String] = []
    if !fields.isEmpty { parts.append(counted(fields.count, "field")) }
    if !purchases.isEmpty { parts.append(counted(purchases.count, "purchase")) }
    if !renewals.isEmpty { parts.append("\(counted(renewals.count, "renewal")) to come") }
    if !signature.isEmpty { parts.append("the signature") }
    return "they differ in \(enumerated(parts))\(end)"
  }
}

extension ReceiptComparison.Common {
  fileprivate var text: String {
    var parts: [String] = []
    if fields > 0 { parts.append(counted(fields, "field")) }
    if purchases > 0 { parts.append(counted(purchases, "purchase")) }
    if renewals > 0 { parts.append("\(counted(renewals, "renewal")) to come") }
    return enumerated(parts)
  }
}

/// `a, b and c`.
private func enumerated(_ parts: [String]) -> String {
  guard let last = parts.last else { return "nothing" }
  return parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and " + last
}

/// The names of certificates, by SHA-256.
private struct CertificateNames {
  private var names: [[UInt8]: String] = [:]

  init(_ receipts: ComparedReceipt...) {
    for receipt in receipts {
      add(receipt.decoded)
      for nested in receipt.decoded.nested {
        if case .success(let inner) = nested.content { add(inner) }
      }
    }
  }

  private mutating func add(_ decoded: DecodedReceipt) {
    for encoded in decoded.certificates {
      let details = CertificateDetails(encoded)
      names[DigestAlgorithm.sha256.digest(of: encoded)] = details.title
    }
  }

  func text(_ sha256: [UInt8]) -> String {
    "\(names[sha256] ?? "a certificate") (\(Hexadecimal.encode(Array(sha256.prefix(8))))…)"
  }
}
