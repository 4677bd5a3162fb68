internal import ReceiptCore

/// The content and the checks of a receipt as tables, which become lists on small screens.
enum HTMLTables {
  /// The largest number of purchases on a page. For more, a spreadsheet is better.
  private static let maximumPurchases = 1000

  static func evidence(_ evidence: Evidence) -> Markup? {
    guard !evidence.isEmpty else { return nil }
    let text = evidence.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    return "<br><span class=\"evidence\">\(text)</span>"
  }

  static func fields(of decoded: DecodedReceipt) -> Markup {
    let renewals = decoded.renewals.map { renewal -> Markup in
      "<h2>Renewal</h2>\n\(table(of: ReceiptFields(renewal).rows))"
    }
    return """
      <h2>Fields</h2>
      \(table(of: ReceiptFields(decoded, showsAll: false).rows))\(renewals)
      """
  }

  private static func table(of rows: [ReceiptFields.Row]) -> Markup {
    guard !rows.isEmpty else { return "<p class=\"faint\">none</p>\n" }
    let cells = rows.map { row -> Markup in
      let note: Markup? = row.note.map { " <span class=\"faint\">(\($0))</span>" }
      return "<tr><th scope=\"row\">\(row.label)</th><td>\(row.value)\(note)</td></tr>\n"
    }
    return "<table class=\"fields\"><tbody>\n\(cells)</tbody></table>\n"
  }

  static func purchases(_ records: [InAppPurchase], isDamaged: Bool) -> Markup {
    guard !records.isEmpty else { return .nothing }
    let table = PurchaseTable(
      records.suffix(maximumPurchases), isDamaged: isDamaged, width: nil,
      showsAll: true
    ).whole
    let more: Markup? =
      records.count > maximumPurchases
      ? """
      <p class="faint">\(grouped(records.count - maximumPurchases)) before these: \
      receipt decode --format csv has them all</p>

      """ : nil
    let names = table.header.map { $0.prefix(1) + $0.dropFirst().lowercased() }.map(String.init)
    let rows = table.rows.map { row -> Markup in
      let cells = zip(names, row).map { name, cell -> Markup in
        "<td data-name=\"\(name)\">\(cell)</td>"
      }
      return "<tr>\(cells)</tr>\n"
    }
    return """
      <h2>\(counted(records.count, "purchase")), by purchase date</h2>
      \(more)<table><thead><tr>\(names.map { "<th scope=\"col\">\($0)</th>" })</tr></thead><tbody>
      \(rows)</tbody></table>

      """
  }

  static func checks(_ checks: [CheckResult]) -> Markup {
    let rows = checks.filter { $0.status != .notRun }.map { check -> Markup in
      let (word, mark): (String, Markup) =
        switch check.status {
        case .pass: ("pass", "good")
        case .fail: ("FAIL", "bad")
        case .undetermined: ("undetermined", "bad")
        case .notRun: ("not run", "faint")
        }
      let reason: Markup? = check.reason.map { " <span class=\"faint code\">\($0.rawValue)</span>" }
      let hint: Markup? = check.advice.map { "<br><span class=\"faint\">\($0)</span>" }
      return """
        <tr><td><b class="\(mark)">\(word)</b></td><th scope="row">\(check.id.rawValue)</th>\
        <td>\(check.message)\(reason)\(hint)\(evidence(check.evidence))</td></tr>

        """
    }
    let others = checks.filter { $0.status == .notRun }.map(\.id.rawValue)
    let rest: Markup? =
      others.isEmpty
      ? nil : "<p class=\"faint\">not checked: \(others.joined(separator: ", "))</p>\n"
    return """
      <h2>Checks</h2>
      <table><tbody>
      \(rows)</tbody></table>
      \(rest)
      """
  }

  /// What is damaged, and what is unusual about its structure.
  static func faults(of decoded: DecodedReceipt) -> Markup {
    let errors = decoded.errors.prefix(100).map { error -> Markup in
      let hint: Markup? = error.advice.map { "<br><span class=\"faint\">\($0)</span>" }
      return "<li><b class=\"bad\">error</b> \(error.description)\(hint)</li>\n"
    }
    let findings = decoded.findings.prefix(100).map { finding -> Markup in
      let place = finding.offset.map { " at byte \($0)" } ?? ""
      return
        "<li>\(finding.message)\(place) <span class=\"faint code\">\(finding.id.rawValue)</span></li>\n"
    }
    guard !errors.isEmpty || !findings.isEmpty else { return .nothing }
    return "<h2>How it is built</h2>\n<ul>\n\(errors)\(findings)</ul>\n"
  }

  static func certificates(_ certificates: [ArraySlice<UInt8>]) -> Markup {
    guard !certificates.isEmpty else { return .nothing }
    let parts = certificates.map { encoded -> Markup in
      let details = CertificateDetails(encoded)
      return "<h3>\(details.title)</h3>\n\(table(of: details.rows))"
    }
    return "<h2>\(counted(certificates.count, "certificate"))</h2>\n\(parts)"
  }
}
