internal import ReceiptCore

/// A timeline as a drawing in SVG that is as wide as there is room: places are shares of the width, so that
/// the text in it keeps its size.
struct HTMLTimeline {
  private let timeline: Timeline
  private let scale: TimeScale
  private let words: TimelineWords
  /// Drawings of one page share its names.
  private let number: Int

  /// Heights in CSS pixels.
  private static let axisHeight = 22
  private static let trackHeight = 44
  private static let barHeight = 16
  private static let markHeight = 18
  /// How many characters the axis has room for: on a telephone, and otherwise.
  private static let narrowColumns = 42
  private static let wideColumns = 96
  /// What is shorter is drawn so wide, to be seen: a two-hundredth.
  private static let leastWidth = 0.005

  /// `nil` when there is nothing to draw.
  init?(_ timeline: Timeline, words: TimelineWords, number: Int) {
    guard let scale = TimeScale(timeline, with: words.marks.map(\.date)) else { return nil }
    self.timeline = timeline
    self.scale = scale
    self.words = words
    self.number = number
  }

  var markup: Markup {
    let shown = words.marks.filter { scale.contains($0.date) }
    let bottom = Self.axisHeight + Self.trackHeight * timeline.tracks.count
    let height = bottom + Self.markHeight * shown.count + 4
    let tracks = timeline.tracks.enumerated().map { index, track in
      self.track(track, top: Self.axisHeight + index * Self.trackHeight)
    }
    return """
      <figure class="timeline">
      <svg width="100%" height="\(height)" role="img" aria-label="\(description)">
      \(pattern)\(axis(to: bottom))\(tracks)\(pointers(shown, from: bottom))</svg>
      <figcaption>\(legend)\(remarks)</figcaption>
      </figure>

      """
  }

  /// For those who cannot see it.
  private var description: String {
    "A timeline from \(scale.start.dayText) to \(scale.end.dayText) of "
      + counted(timeline.tracks.count, "product")
  }

  private func share(_ date: ReceiptDate) -> Double { min(max(scale.position(of: date), 0), 1) }

  /// Lines across what was refunded: colour alone tells nothing on paper.
  private var pattern: Markup {
    """
    <defs><pattern id="refunded\(number)" width="6" height="6" patternUnits="userSpaceOnUse" \
    patternTransform="rotate(45)"><rect class="hatch" width="2.5" height="6"/></pattern></defs>

    """
  }

  private func axis(to bottom: Int) -> [Markup] {
    let coarse = Set(scale.ticks(columns: Self.narrowColumns).map(\.date))
    return scale.ticks(columns: Self.wideColumns).map { tick in
      let place = percentText(share(tick.date))
      // What begins so far to the right would be cut off.
      let isCoarse = coarse.contains(tick.date)
      let label: Markup =
        share(tick.date) > (isCoarse ? 0.82 : 0.92)
        ? .nothing : "<text x=\"\(place)\" dx=\"4\" y=\"14\">\(tick.label)</text>"
      return """
        <g class="tick\(isCoarse ? .nothing : " fine" as Markup)"><line x1="\(place)" x2="\(place)" y1="4" y2="\(bottom)"/>\(label)</g>

        """
    }
  }

  private func track(_ track: Timeline.Track, top: Int) -> Markup {
    let name = track.productID.description
    let barTop = top + 19
    // What is drawn later covers what was drawn before.
    let order: [Timeline.Kind] = [
      .gap, .replaced, .refunded, .grace, .paid, .offer, .intro, .trial,
    ]
    let bars = order.flatMap { kind in track.stretches.filter { $0.kind == kind } }
    return """
      <g class="track"><text class="name" x="0" y="\(top + 12)">\
      \(shortened(name, to: 46))<title>\(name)</title></text>
      \(bars.map { bar($0, top: barTop) })\(track.purchases.map { point($0, top: barTop) })</g>

      """
  }

  private func bar(_ stretch: Timeline.Stretch, top: Int) -> Markup {
    let start = share(stretch.start)
    let end = stretch.end.map(share) ?? 1
    let width = max(end - start, Self.leastWidth)
    let x = percentText(min(start, 1 - Self.leastWidth))
    let title =
      "\(stretch.start) to \(stretch.end?.description ?? "for ever"): \(words.text(of: stretch))"
    if stretch.kind == .gap {
      let middle = top + Self.barHeight / 2
      return """
        <line class="gap" x1="\(percentText(start))" x2="\(percentText(end))" y1="\(middle)" \
        y2="\(middle)"><title>\(title)</title></line>

        """
    }
    let fill: Markup = stretch.kind == .refunded ? " fill=\"url(#refunded\(number))\"" : .nothing
    return """
      <rect class="\(stretch.kind.rawValue)" x="\(x)" y="\(top)" width="\(percentText(width))" \
      height="\(Self.barHeight)"\(fill)><title>\(title)</title></rect>

      """
  }

  private func point(_ purchase: Timeline.Purchase, top: Int) -> Markup {
    // A whole circle at both ends.
    let place = percentText(min(max(share(purchase.date), 0.01), 0.99))
    let kind = purchase.isRefunded ? "taken-back" : "bought"
    return """
      <circle class="\(kind)" cx="\(place)" cy="\(top + Self.barHeight / 2)" r="5.5">\
      <title>\(purchase.date.description): \(words.text(of: purchase))</title></circle>

      """
  }

  private func pointers(_ marks: [TimelineWords.Mark], from bottom: Int) -> [Markup] {
    marks.enumerated().map { index, mark in
      let place = percentText(share(mark.date))
      let isRight = share(mark.date) > 0.5
      let side: Markup = isRight ? "text-anchor=\"end\" dx=\"-5\"" : "dx=\"5\""
      let top = bottom + Self.markHeight * index
      return """
        <g class="mark"><line x1="\(place)" x2="\(place)" y1="\(Self.axisHeight - 4)" \
        y2="\(top + Self.markHeight - 2)"/>\
        <text x="\(place)" y="\(top + Self.markHeight - 4)" \(side)>\
        \(mark.name), \(mark.date.dayText)</text></g>

        """
    }
  }

  private var legend: [Markup] {
    words.legend(of: timeline).map { entry in
      let kind =
        switch entry {
        case .stretch(let kind, _): kind.rawValue
        case .bought: "bought"
        case .takenBack: "taken-back"
        }
      return "<span class=\"key\"><i class=\"\(kind)\"></i>\(entry.text)</span> "
    }
  }

  private var remarks: [Markup] { words.remarks(on: timeline, scale).map { "<br>\($0)" } }
}
