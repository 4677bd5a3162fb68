internal import ReceiptCore
internal import ReceiptMaking

/// Names with their descriptions, one on each line, as `--scenario list` and `--broken list` print them.
struct NameList {
  let rows: [(name: String, summary: String)]

  static var scenarios: NameList {
    NameList(rows: Scenario.all.map { ($0.name, $0.summary) })
  }

  /// The names of the catalogue, with the expected verdicts.
  static var broken: NameList {
    NameList(
      rows: CatalogueReceipt.all.map { receipt in
        let verdict =
          switch receipt.verdict {
          case .accepted: "pass"
          case .refused(let reason), .undetermined(let reason): reason.rawValue
          case .unreadable(let code): code.rawValue
          }
        let options = receipt.expectations.options
        let condition = options.isEmpty ? "" : " with \(options.joined(separator: " "))"
        return (receipt.name, "\(receipt.summary) [\(verdict)\(condition)]")
      })
  }

  func write(to output: Output) {
    let width = rows.map(\.name.utf8.count).max() ?? 0
    for row in rows {
      let space = String(repeating: " ", count: width - row.name.utf8.count + 2)
      output.write("\(row.name)\(space)\(row.summary)\n")
    }
  }
}
