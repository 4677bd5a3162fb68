internal import ReceiptCore
internal import ReceiptInsight

/// The ids of a receipt for people, by what they identify, with the calls of the App Store Server API that they fit.
struct ServerIDsTextRenderer: DecodeRenderer, TextRenderer {
  let output: Output
  let width: Int?
  let style: Style
  private var isFirst = true

  init(_ output: Output, width: Int?, style: Style) {
    self.output = output
    self.width = usableWidth(width)
    self.style = style
  }

  mutating func render(_ report: DecodeReport) {
    // Standard error says why the input could not be read.
    guard case .decoded(let decoded, let verification) = report.outcome else { return }
    if !isFirst { line() }
    isFirst = false
    let ids = ServerIDs(decoded)
    paragraph(
      "\(report.source.text): \(decoded.formText); \(decoded.signatureText(verification))",
      indent: 2, first: "", style.strong)
    line()
    guard !ids.rows.isEmpty else {
      return paragraph("there is no id in it for the App Store Server API", indent: 2)
    }
    paragraph(hostText(ids.host), indent: 2)
    for kind in ServerIDs.Kind.allCases {
      let rows = ids.rows.filter { $0.kind == kind }
      if !rows.isEmpty { write(kind, rows) }
    }
  }

  private func hostText(_ host: ServerIDs.Host) -> String {
    switch host {
    case .server(let name): "send them to \(name)"
    case .none: "Xcode made them: no server of Apple's knows them"
    case .unknown:
      "it does not say where it is from: send them to \(AppleService.appStoreServerAPI.production), then to "
        + AppleService.appStoreServerAPI.sandbox
    }
  }

  private func write(_ kind: ServerIDs.Kind, _ rows: [ServerIDs.Row]) {
    section(kind.rawValue)
    line()
    var table = TextTable(header: ["ID", "PRODUCT"])
    table.rows = rows.map {
      [escapedForTerminal($0.id), escapedForTerminal($0.products.joined(separator: ", "))]
    }
    table.removeColumn("PRODUCT", ifAll: "")
    for text in table.lines(indent: "  ", decorateHeader: style.faint) { line(text) }
    line()
    // A path is never wrapped, so that it can be copied.
    for call in kind.calls {
      line("  \(call.name)")
      line("    " + style.faint("\(call.method) \(call.path)"))
    }
    if let note = kind.note { paragraph(note, indent: 2) }
  }
}
