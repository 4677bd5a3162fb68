internal import ReceiptCore
internal import ReceiptInsight

/// The ids of a receipt for people, by what they identify, with the calls of the App Store Server API that they fit.
struct ServerIDsTextRenderer: DecodeRenderer {
  private let output: Output
  private let width: Int?
  private let style: Style
  private var isFirst = true

  init(_ output: Output, width: Int?, style: Style) {
    self.output = output
    // The narrowest usable layout.
    self.width = width.map { max($0, 40) }
    self.style = style
  }

  mutating func render(_ report: DecodeReport) {
    // Standard error says why the input could not be read.
    guard case .decoded(let decoded, let verification) = report.outcome else { return }
    if !isFirst { line() }
    isFirst = false
    let ids = ServerIDs(decoded)
    let headline =
      "\(report.source.text): \(decoded.formText); \(decoded.signatureText(verification))"
    for (index, text) in wrapped(headline, to: width.map { $0 - 2 }).enumerated() {
      line((index == 0 ? "" : "  ") + style.strong(text))
    }
    line()
    guard !ids.rows.isEmpty else {
      return write("there is no id in it for the App Store Server API")
    }
    write(hostText(ids.host))
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
    line()
    line("  " + style.strong(kind.rawValue))
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
    if let note = kind.note { write(note) }
  }

  private func write(_ text: String) {
    for text in wrapped(text, to: width.map { $0 - 2 }) { line("  " + text) }
  }

  private func line(_ text: String = "") { output.write(text + "\n") }
}
