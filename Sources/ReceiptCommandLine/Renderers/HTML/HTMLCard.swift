internal import ReceiptCore
internal import ReceiptInsight

/// The answer on the first screen: the verdict, the product and its state, and what to do.
struct HTMLCard {
  let card: Card
  let verdict: HTMLVerdict
  /// Where it comes from, and when it is judged.
  let origin: [String]

  init(_ report: DiagnoseReport) {
    card = report.card
    verdict = HTMLVerdict(card)
    let localTime = report.settings.localTime
    var origin = [
      report.source.text, "judged at \(localTime.time(report.judgedAt)) \(localTime.name)",
    ]
    switch report.outcome {
    case .diagnosed(let diagnosed):
      origin.insert(diagnosed.decoded.formText.capitalizedFirst, at: 0)
    case .failed(let error):
      let place = error.place.map { " at byte \(grouped($0))" } ?? ""
      origin.append("error \(error.code.rawValue)\(place)")
    }
    self.origin = origin
  }

  func markup(_ heading: HTMLHeading) -> Markup {
    let lines = card.lines
    return """
      <header class="card \(verdict.kind.rawValue)">
      <p class="verdict">\(verdict.icon)<b>\(verdict.word)</b></p>
      \(heading(HTMLText.wrapping(card.headline)))
      <dl>
      <div><dt>Genuine?</dt><dd>\(HTMLText.wrapping(lines.genuine))</dd></div>
      <div><dt>Owned?</dt><dd>\(HTMLText.wrapping(lines.owned))</dd></div>
      <div class="do"><dt>Do</dt><dd>\(HTMLText.wrapping(lines.action))</dd></div>
      </dl>
      <p class="origin">\(origin.map { "<span>\(HTMLText.wrapping($0))</span> " })</p>
      </header>

      """
  }
}

extension String {
  /// The same with a capital first letter. Apple's names keep theirs: `iOS 6 transaction`.
  fileprivate var capitalizedFirst: String {
    hasPrefix("iOS") ? self : prefix(1).uppercased() + dropFirst()
  }
}
