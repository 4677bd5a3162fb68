internal import ReceiptCore

/// The content of a receipt as tables.
enum HTMLTables {
  /// The largest number of purchases on a page. For more, a spreadsheet is better.
  private static let maximumPurchases = 1000
  /// The largest number of errors, and of findings.
  private static let maximumFaults = 100

  static func fields(of decoded: DecodedReceipt, _ source: Source) -> Markup {
    let caption = "\(source.text): \(decoded.formText)\(decoded.containerFacts)"
    let renewals = decoded.renewals.map {
      table(of: ReceiptFields($0).rows, caption: "The next renewal")
    }
    return """
      \(table(of: ReceiptFields(decoded, showsAll: false).rows, caption: caption))\(renewals)
      """
  }

  private static func table(of rows: [ReceiptFields.Row], caption: String) -> Markup {
    guard !rows.isEmpty else {
      return "<p class=\"faint\">\(HTMLText.wrapping(caption)): no fields</p>\n"
    }
    return HTMLTable(rows, caption: caption).markup
  }

  static func purchases(_ records: [InAppPurchase], isDamaged: Bool) -> Markup {
    let text = PurchaseTable(
      records.suffix(maximumPurchases), isDamaged: isDamaged, width: nil, showsAll: true
    ).whole
    let omitted = records.count - min(records.count, maximumPurchases)
    let more: Markup? =
      omitted == 0
      ? nil
      : """
      <p class="faint">\(grouped(omitted)) before these: \
      receipt decode --format csv has them all</p>

      """
    var table = HTMLTable(
      caption: "Purchases, by the date of purchase",
      columns: text.header.map { $0.prefix(1) + $0.dropFirst().lowercased() }, headColumn: 0,
      style: "purchases")
    table.rows = text.rows.map { $0.map(HTMLText.wrapping) }
    return "\(more)\(table.markup)"
  }

  /// What is damaged, and what is unusual about its structure.
  static func faults(of decoded: DecodedReceipt) -> Markup {
    let errors = decoded.errors.prefix(maximumFaults).map { error -> Markup in
      let hint: Markup? = error.advice.map {
        "<br><span class=\"faint\">\(HTMLText.wrapping($0))</span>"
      }
      return "<li><b class=\"bad\">error</b> \(HTMLText.wrapping(error.description))\(hint)</li>\n"
    }
    let findings = decoded.findings.prefix(maximumFaults).map { finding -> Markup in
      let place = finding.offset.map { " at byte \($0)" } ?? ""
      return """
        <li>\(HTMLText.wrapping(finding.message + place)) \
        <span class="faint code">\(finding.id.rawValue)</span></li>

        """
    }
    guard !errors.isEmpty || !findings.isEmpty else { return .nothing }
    return "<ul>\n\(errors)\(findings)</ul>\n"
  }

  static func certificates(_ certificates: [ArraySlice<UInt8>]) -> Markup {
    let tables = certificates.map { encoded -> Markup in
      let details = CertificateDetails(encoded)
      return table(of: details.rows, caption: details.title)
    }
    return "\(tables)"
  }
}
