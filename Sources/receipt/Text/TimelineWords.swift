internal import ReceiptCore

/// What is said beside a timeline, whatever it is drawn with.
struct TimelineWords {
  /// Moments that are pointed at, in order.
  let marks: [Mark]
  /// Whether periods at the regular price were paid for: only the App Store takes money.
  private let isPaid: Bool

  struct Mark {
    let name: String
    let date: ReceiptDate
  }

  init(_ report: DiagnoseReport, _ diagnosed: DiagnoseReport.Diagnosed) {
    let decoded = diagnosed.decoded
    isPaid = decoded.receipt.environment != .sandbox && decoded.receipt.environment != .xcode
    let made = decoded.madeAt.map { Mark(name: Self.making(decoded.form), date: $0) }
    // Whoever asks about a time before the receipt was made does not mean now.
    let isPast = decoded.madeAt.map { report.judgedAt < $0 } ?? false
    marks =
      ([made].compactMap { $0 } + [Mark(name: isPast ? "asked" : "now", date: report.judgedAt)])
      .sorted { $0.date < $1.date }
  }

  /// What happened when the receipt says that it was made.
  private static func making(_ form: ReceiptForm) -> String {
    form == .verifyReceipt ? "answered" : "made"
  }

  /// What a kind of stretch is called.
  func text(of kind: Timeline.Kind, isFamilyShared: Bool = false) -> String {
    switch kind {
    case .trial: "free trial"
    case .intro: "introductory price"
    case .offer: "with an offer"
    case .paid: isPaid ? "paid" : "regular period"
    case .grace: "grace period"
    case .refunded: isFamilyShared ? "taken back" : "refunded"
    case .replaced: "replaced"
    case .gap: "not active"
    }
  }

  /// What a stretch was, in a few words.
  func text(of stretch: Timeline.Stretch) -> String {
    let kind = text(of: stretch.kind, isFamilyShared: stretch.isFamilyShared)
    let periods = stretch.records.count > 1 ? ", \(counted(stretch.records.count, "period"))" : ""
    switch stretch.kind {
    case .trial, .intro, .offer, .paid: return kind + periods
    case .grace: return kind + ", unpaid"
    case .refunded:
      return kind + (stretch.records.first?.cancellationDate.map { " at \($0.dayText)" } ?? "")
    case .replaced:
      return kind + (stretch.replacement.map { " by \($0.description)" } ?? "")
    case .gap: return kind + (stretch.end.map { ", for \($0.since(stretch.start))" } ?? "")
    }
  }

  /// What was bought at one moment.
  func text(of purchase: Timeline.Purchase) -> String {
    let quantity = purchase.record.quantity ?? 1
    let amount = quantity == 1 ? "" : ", quantity \(quantity)"
    guard let cancelled = purchase.record.cancellationDate else { return "bought" + amount }
    return "bought\(amount), \(takenBack(purchase)) at \(cancelled.dayText)"
  }

  private func takenBack(_ purchase: Timeline.Purchase) -> String {
    text(of: .refunded, isFamilyShared: purchase.isFamilyShared)
  }

  // MARK: Around the drawing

  /// Something that a legend explains.
  enum LegendEntry {
    case stretch(Timeline.Kind, String)
    case bought
    case takenBack(String)

    var text: String {
      switch self {
      case .stretch(_, let text), .takenBack(let text): text
      case .bought: "bought"
      }
    }
  }

  func legend(of timeline: Timeline) -> [LegendEntry] {
    let stretches = timeline.tracks.flatMap(\.stretches)
    let purchases = timeline.tracks.flatMap(\.purchases)
    var entries = Timeline.Kind.allCases.compactMap { kind -> LegendEntry? in
      let ofKind = stretches.filter { $0.kind == kind }
      guard !ofKind.isEmpty else { return nil }
      return .stretch(
        kind, text(of: kind, isFamilyShared: ofKind.contains(where: \.isFamilyShared)))
    }
    if purchases.contains(where: { !$0.isRefunded }) { entries.append(.bought) }
    if let purchase = purchases.first(where: \.isRefunded) {
      entries.append(.takenBack("bought and \(takenBack(purchase))"))
    }
    return entries
  }

  /// What the drawing does not show.
  func remarks(on timeline: Timeline, _ scale: TimeScale) -> [String] {
    let day = scale.onlyDay.map { "all of it on \($0)" }
    var remarks =
      [day].compactMap { $0 }
      + marks.filter { !scale.contains($0.date) }.map { mark in
        "\(mark.name), \(mark.date.dayText), is "
          + (mark.date > scale.end
            ? "\(mark.date.since(scale.end)) after the right end"
            : "\(scale.start.since(mark.date)) before the left end")
      }
    if timeline.omittedProducts > 0 {
      remarks.append("\(counted(timeline.omittedProducts, "more product")) not drawn")
    }
    if timeline.undated > 0 {
      remarks.append(
        "\(counted(timeline.undated, "purchase")) without a date or a product not drawn")
    }
    return remarks
  }
}
