internal import ReceiptCore
internal import ReceiptInsight

/// The texts around a timeline, for every format.
struct TimelineWords {
  /// The marked moments, in order.
  let marks: [Mark]
  /// The clock of the reader.
  let localTime: LocalTime
  private let settings: AppSettings
  /// Whether periods at the regular price cost money: only those of the App Store do.
  private let isPaid: Bool
  /// What could not be read.
  private let faults: [ReceiptError]

  struct Mark {
    let name: String
    let date: ReceiptDate
  }

  init(
    _ report: DiagnoseReport, _ diagnosed: DiagnoseReport.Diagnosed
  ) {
    settings = report.settings
    localTime = report.settings.localTime
    let decoded = diagnosed.decoded
    isPaid = decoded.receipt.environment != .sandbox && decoded.receipt.environment != .xcode
    // Several customers that are told apart are not a fault.
    let errors = decoded.errors.filter { $0.code != .severalReceipts }
    // What is about one purchase has no others.
    faults = decoded.form.purchases == .one ? [] : errors
    let made = decoded.madeAt.map { Mark(name: Self.making(decoded.form), date: $0) }
    // A time before the receipt was made was given explicitly, so it is not called now.
    let isPast = decoded.madeAt.map { report.judgedAt < $0 } ?? false
    marks =
      ([made].compactMap { $0 } + [Mark(name: isPast ? "asked" : "now", date: report.judgedAt)])
      .sorted { $0.date < $1.date }
  }

  /// The verb for the receipt's own date.
  private static func making(_ form: ReceiptForm) -> String {
    form == .verifyReceipt ? "answered" : "made"
  }

  /// The products of tracks in few characters, each another text.
  func labels(of tracks: [Timeline.Track]) -> [String] {
    let names = tracks.map { settings.name(of: $0.productID) }
    let count = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(tracks, names).map { track, name in
      if let customer = track.customer { return "\(name) (customer \(customer))" }
      return count[name] == 1 ? name : track.productID.description
    }
  }

  /// A product by its name, if it has one, and its id.
  func title(of track: Timeline.Track) -> String {
    let id = track.productID.description
    let name = settings.name(of: track.productID)
    let customer = track.customer.map { " of customer \($0)" } ?? ""
    return (name == id ? id : "\(name) (\(id))") + customer
  }

  /// The name of a kind of stretch.
  func text(of kind: Timeline.Kind) -> String {
    switch kind {
    case .trial: "free trial"
    case .intro: "introductory offer"
    case .offer: "with an offer"
    case .paid: isPaid ? "paid" : "regular period"
    case .grace: "grace period"
    case .refunded: "refunded"
    case .withdrawn: "taken back"
    case .replaced: "replaced"
    case .gap: "not active"
    }
  }

  /// A short description of a stretch.
  func text(of stretch: Timeline.Stretch) -> String {
    let kind = text(of: stretch.kind)
    let periods = stretch.records.count > 1 ? ", \(counted(stretch.records.count, "period"))" : ""
    switch stretch.kind {
    case .trial, .intro, .offer, .paid: return kind + periods
    case .grace: return kind + ", unpaid"
    case .refunded, .withdrawn:
      return kind
        + (stretch.records.first?.cancellationDate.map { " at \(localTime.day($0))" } ?? "")
    case .replaced:
      return kind + (stretch.replacement.map { " by \(settings.name(of: $0))" } ?? "")
    case .gap: return kind + (stretch.end.map { ", for \($0.since(stretch.start))" } ?? "")
    }
  }

  /// A short description of a one-time purchase.
  func text(of purchase: Timeline.Purchase) -> String {
    let quantity = purchase.record.quantity ?? 1
    let amount = quantity == 1 ? "" : ", quantity \(quantity)"
    guard let withdrawal = purchase.withdrawal, let date = withdrawal.date else {
      return "bought" + amount
    }
    return "bought\(amount), \(text(of: withdrawal)) at \(localTime.day(date))"
  }

  private func text(of withdrawal: Withdrawal) -> String {
    text(of: withdrawal.isRefund ? .refunded : .withdrawn)
  }

  // MARK: Around the drawing

  /// What is drawn of a track.
  enum Shape: Hashable {
    case stretch(Timeline.Kind)
    case bought, takenBack
    /// It never ends.
    case endless
  }

  func legend(of timeline: Timeline) -> [(shape: Shape, text: String)] {
    let stretches = timeline.tracks.flatMap(\.stretches)
    let purchases = timeline.tracks.flatMap(\.purchases)
    var entries = Timeline.Kind.allCases.compactMap { kind -> (shape: Shape, text: String)? in
      guard stretches.contains(where: { $0.kind == kind }) else { return nil }
      return (.stretch(kind), text(of: kind))
    }
    if stretches.contains(where: { $0.end == nil && !$0.kind.isWithdrawn && $0.kind != .replaced })
    {
      entries.append((.endless, "never ends"))
    }
    if purchases.contains(where: { $0.withdrawal == nil }) { entries.append((.bought, "bought")) }
    if let withdrawal = purchases.lazy.compactMap(\.withdrawal).first {
      entries.append((.takenBack, "bought and \(text(of: withdrawal))"))
    }
    return entries
  }

  /// What the drawing does not show.
  func remarks(on timeline: Timeline, _ scale: TimeScale) -> [String] {
    let day = scale.onlyDay.map { "all of it on \($0)" }
    var remarks =
      [damage, day].compactMap { $0 }
      + marks.filter { !scale.contains($0.date) }.map { mark in
        "\(mark.name) (\(localTime.day(mark.date))) is beyond the chart, "
          + (mark.date > scale.end
            ? "\(mark.date.since(scale.end).rough) later"
            : "\(scale.start.since(mark.date).rough) earlier")
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

  /// The note that the receipt is damaged.
  private var damage: String? {
    guard !faults.isEmpty else { return nil }
    let areValues = faults.allSatisfy { [.wrongType, .invalidDate].contains($0.code) }
    return "the receipt is damaged, \(counted(faults.count, "fault")): "
      + (areValues ? "not all of it could be read" : "purchases may be missing")
  }

  /// Why there is nothing to draw.
  func absence(in timeline: Timeline) -> [String] {
    let undated = timeline.undated
    let nothing =
      undated == 0
      ? "there is no purchase in it"
      : "\(counted(undated, "purchase")) in it, but none says when it was made and of what"
    return [nothing, damage].compactMap { $0 }
  }

  // MARK: Exact times

  /// One line in the list of a track.
  struct Row {
    let start: String
    let end: String
    let text: String
  }

  /// The last lines of a track in order of time, and the number of omitted ones before them.
  func rows(
    of track: Timeline.Track, atMost limit: Int, now: ReceiptDate
  ) -> (rows: [Row], omitted: Int) {
    var rows: [(start: ReceiptDate, row: Row)] = track.stretches.map { stretch in
      let isNow =
        stretch.start <= now && stretch.end.map { now < $0 } ?? true
        && !stretch.kind.isWithdrawn && stretch.kind != .replaced
      let isBackwards = stretch.end.map { $0 < stretch.start } ?? false
      return (
        stretch.start,
        Row(
          start: localTime.time(stretch.start), end: stretch.end.map(localTime.time) ?? "never",
          text: text(of: stretch) + (isNow ? ", now" : "")
            + (isBackwards ? ", ends before it begins" : ""))
      )
    }
    rows += track.purchases.map {
      ($0.date, Row(start: localTime.time($0.date), end: "", text: text(of: $0)))
    }
    rows.sort { $0.start < $1.start }
    return (rows.suffix(limit).map(\.row), max(0, rows.count - limit))
  }
}
