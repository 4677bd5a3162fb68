internal import ReceiptCore
internal import ReceiptInsight

/// A timeline as an SVG drawing of variable width. Positions are percentages, so that the text
/// keeps its size.
struct HTMLTimeline {
  private let timeline: Timeline
  private let scale: TimeScale
  private let words: TimelineWords
  /// Makes names unique, because all drawings of a page share them.
  private let number: Int
  private let now: ReceiptDate

  /// Heights in CSS pixels.
  private static let axisHeight = 22
  private static let trackHeight = 44
  private static let barHeight = 16
  private static let markHeight = 18
  /// The largest number of shapes of each kind on a track; the last ones are kept. More would cover
  /// each other.
  private static let maximumShapes = 500
  /// The largest number of lines for each product.
  private static let maximumRows = 100
  /// The smallest width of a shape: 1/200 of the drawing.
  private static let leastWidth = 0.005

  /// `nil` if there is nothing to draw.
  init?(_ timeline: Timeline, words: TimelineWords, number: Int, now: ReceiptDate) {
    guard let scale = TimeScale(timeline, with: words.marks.map(\.date), in: words.localTime) else {
      return nil
    }
    self.timeline = timeline
    self.scale = scale
    self.words = words
    self.number = number
    self.now = now
  }

  var markup: Markup {
    let shown = words.marks.filter { scale.contains($0.date) }
    let bottom = Self.axisHeight + Self.trackHeight * timeline.tracks.count
    let height = bottom + Self.markHeight * shown.count + 4
    let tops = timeline.tracks.indices.map { Self.axisHeight + $0 * Self.trackHeight }
    let bars = zip(timeline.tracks, tops).map { self.bars(of: $0, top: $1) }
    let names = zip(timeline.tracks, tops).map { self.name(of: $0, top: $1) }
    // Names come last, so that no line strikes through them.
    return """
      <figure class="timeline">
      <svg width="100%" height="\(height)" role="img" aria-label="\(description.text)">
      \(patterns)\(HTMLAxis(scale).markup(to: bottom))\(bars)\(pointers(shown, from: bottom))\
      \(names)</svg>
      <figcaption>\(legend)\(remarks)</figcaption>
      </figure>

      """
  }

  private var description: HTMLTimelineDescription {
    HTMLTimelineDescription(timeline, scale, words: words, now: now)
  }

  /// The exact times, because a drawing is not read aloud and paper shows no tooltips.
  var times: Markup { "\(timeline.tracks.map(times))" }

  private func times(of track: Timeline.Track) -> Markup {
    let (rows, omitted) = words.rows(of: track, atMost: Self.maximumRows, now: now)
    let more: Markup? =
      omitted == 0
      ? nil
      : """
      <p class="faint">\(grouped(omitted)) before these; \
      receipt timeline -f json has them all</p>

      """
    var table = HTMLTable(
      caption: shortened(escapedForTerminal(words.title(of: track)), to: 200),
      columns: ["From", "To", "What"], style: "times")
    table.rows = rows.map { [$0.start, $0.end, $0.text].map(HTMLText.wrapping) }
    return "\(more)\(table.markup)"
  }

  private func share(_ date: ReceiptDate) -> Double { min(max(scale.position(of: date), 0), 1) }

  /// The patterns that tell kinds apart without colour: lines for refunds, dots, stripes.
  private var patterns: Markup {
    """
    <defs><pattern id="refunded\(number)" width="6" height="6" patternUnits="userSpaceOnUse" \
    patternTransform="rotate(45)"><rect class="hatch" width="2.5" height="6"/></pattern>
    <pattern id="intro\(number)" width="6" height="6" patternUnits="userSpaceOnUse">\
    <rect class="ground" width="6" height="6"/><rect class="dot" width="2" height="2"/></pattern>
    <pattern id="offer\(number)" width="6" height="6" patternUnits="userSpaceOnUse">\
    <rect class="ground" width="6" height="6"/><rect class="dot" width="2" height="6"/></pattern>
    </defs>

    """
  }

  /// The name of a track, with the whole name as a tooltip.
  private func name(of track: Timeline.Track, top: Int) -> Markup {
    // Escaped first, because hidden characters become longer than their place.
    let name = escapedForTerminal(words.title(of: track))
    return """
      <text class="name" x="0" y="\(top + 13)">\(shortened(name, to: 46))\
      <title>\(shortened(name, to: 300))</title></text>

      """
  }

  private func bars(of track: Timeline.Track, top: Int) -> Markup {
    let barTop = top + 19
    // Later shapes cover earlier ones.
    let order: [Timeline.Kind] = [
      .gap, .replaced, .withdrawn, .refunded, .grace, .paid, .offer, .intro, .trial,
    ]
    let bars = order.flatMap { kind in
      track.stretches.filter { $0.kind == kind }.suffix(Self.maximumShapes)
    }
    let points = track.purchases.suffix(Self.maximumShapes)
    return """
      <g class="track">
      \(bars.map { bar($0, top: barTop) })\(points.map { point($0, top: barTop) })</g>

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
    let look = stretch.kind.look
    let isPatterned = [.refunded, .intro, .offer].contains(look)
    let fill: Markup =
      isPatterned ? " fill=\"url(#\(look.rawValue)\(number))\"" : .nothing
    return """
      <rect class="\(look.rawValue)" x="\(x)" y="\(top)" width="\(percentText(width))" \
      height="\(Self.barHeight)"\(fill)><title>\(title)</title></rect>

      """
  }

  private func point(_ purchase: Timeline.Purchase, top: Int) -> Markup {
    // The whole circle stays visible at both ends.
    let place = percentText(min(max(share(purchase.date), 0.01), 0.99))
    let kind = purchase.withdrawal != nil ? "taken-back" : "bought"
    return """
      <circle class="\(kind)" cx="\(place)" cy="\(top + Self.barHeight / 2)" r="5.5">\
      <title>\(purchase.date.description): \(words.text(of: purchase))</title></circle>

      """
  }

  /// The marked moments: first all lines, so that none strikes through a label.
  private func pointers(_ marks: [TimelineWords.Mark], from bottom: Int) -> Markup {
    let shapes = marks.enumerated().map { index, mark -> (line: Markup, label: Markup) in
      // The whole line stays visible at both ends.
      let place = percentText(min(max(share(mark.date), 0.001), 0.999))
      let isRight = share(mark.date) > 0.5
      let side: Markup = isRight ? "text-anchor=\"end\" dx=\"-5\"" : "dx=\"5\""
      let top = bottom + Self.markHeight * index
      let line: Markup = """
        <line x1="\(place)" x2="\(place)" y1="\(Self.axisHeight - 2)" \
        y2="\(top + Self.markHeight - 2)"/>

        """
      let label: Markup = """
        <text x="\(place)" y="\(top + Self.markHeight - 4)" \(side)>\
        \(mark.name), \(words.localTime.day(mark.date))</text>

        """
      return (line, label)
    }
    return "<g class=\"mark\">\n\(shapes.map { $0.line })\(shapes.map { $0.label })</g>\n"
  }

  private var legend: [Markup] {
    words.legend(of: timeline).map { entry in
      let kind =
        switch entry.shape {
        case .stretch(let kind): kind.look.rawValue
        case .bought: "bought"
        case .takenBack: "taken-back"
        case .endless: "endless"
        }
      return "<span class=\"key\"><i class=\"\(kind)\"></i>\(entry.text)</span> "
    }
  }

  private var remarks: [Markup] {
    var remarks = words.remarks(on: timeline, scale)
    let isCut = timeline.tracks.contains { track in
      track.purchases.count > Self.maximumShapes
        || Timeline.Kind.allCases.contains { kind in
          track.stretches.count { $0.kind == kind } > Self.maximumShapes
        }
    }
    if isCut { remarks.append("of each kind only the last \(Self.maximumShapes) are drawn") }
    return remarks.map { "<br>\(HTMLText.wrapping($0))" }
  }
}

extension Timeline.Kind {
  /// The kind whose colours and pattern it has. What was refunded and what was taken back differ in words.
  fileprivate var look: Timeline.Kind { self == .withdrawn ? .refunded : self }
}
