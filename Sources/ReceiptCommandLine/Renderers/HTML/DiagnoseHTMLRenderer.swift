internal import ReceiptCore
internal import ReceiptInsight

/// Diagnoses as one self-contained page, to view, print, or attach to a ticket.
///
/// It has no scripts and loads nothing, and its policy forbids both (Content Security Policy Level
/// 3).
struct DiagnoseHTMLRenderer: DiagnoseRenderer {
  private let output: EscapedOutput<XMLText>
  /// Several receipts have a list above them.
  private let isSingle: Bool
  private var count = 0
  private var title: String?
  /// The time zone, which all reports share.
  private var zone: String?
  // The worst comes first, so all articles wait for the last.
  private var receipts: [(triage: Triage, entry: Markup, article: Markup)] = []

  init(_ output: Output, isSingle: Bool) {
    self.output = EscapedOutput(output)
    self.isSingle = isSingle
  }

  mutating func begin() {}

  mutating func render(_ report: DiagnoseReport) {
    count += 1
    let article = HTMLArticle(report, number: count, heading: HTMLHeading(level: isSingle ? 1 : 2))
    if isSingle { title = article.title }
    zone = report.settings.localTime.name
    receipts.append((report.card.triage, article.entry, article.markup))
  }

  mutating func end() {
    let number = counted(count, "receipt")
    write(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="referrer" content="no-referrer">
      <title>\(title ?? number)</title>
      \(HTMLStyleSheet.markup)</head>
      <body>
      \(HTMLPage.start)
      """)
    let sorted = Triage.allCases.flatMap { kind in receipts.filter { $0.triage == kind } }
    if !isSingle {
      write(
        """
        <h1>\(number)</h1>
        <p>\(Triage.totals(of: sorted.map(\.triage)))</p>
        <nav aria-label="Receipts"><ol>
        \(sorted.map(\.entry))</ol></nav>


        """)
    }
    for receipt in sorted { write(receipt.article) }
    write(
      """
      \(HTMLPage.end)Made by receipt \(Program.version), offline. This page holds no script and \
      fetches nothing. Times are in \(zone ?? "UTC").</footer>
      </main>
      </body>
      </html>

      """)
  }

  private func write(_ markup: Markup) { output.write(markup) }
}
