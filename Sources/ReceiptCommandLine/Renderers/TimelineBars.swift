internal import ReceiptCore
internal import ReceiptInsight

/// A timeline as bars of characters, in which each column is a length of time.
struct TimelineBars {
  private let timeline: Timeline
  private let words: TimelineWords
  private let scale: TimeScale
  /// The width of the whole in columns.
  private let width: Int
  private let style: Style
  private let glyphs: TimelineGlyphs

  /// Narrower bars cannot be read, and wider ones cannot be taken in at a glance.
  private static let widths = 24...400
  private static let gap = 2

  /// `nil` if there is nothing to draw.
  init?(
    _ timeline: Timeline, words: TimelineWords, width: Int, style: Style, glyphs: TimelineGlyphs
  ) {
    guard let scale = TimeScale(timeline, with: words.marks.map(\.date), in: words.localTime)
    else { return nil }
    self.timeline = timeline
    self.words = words
    self.scale = scale
    self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    self.style = style
    self.glyphs = glyphs
  }

  func lines() -> [String] {
    let names = words.labels(of: timeline.tracks).map(escapedForTerminal)
    let nameWidth = names.reduce(0) { max($0, displayWidth($1)) }
    // Names are next to the bars if they take no more than two fifths of the width.
    let isBeside = nameWidth + Self.gap <= width * 2 / 5
    let margin = isBeside ? nameWidth + Self.gap : 0
    let columns = width - margin
    let indent = String(repeating: " ", count: margin)
    var lines = [indent + style.faint(axis(columns))]
    // Different products must not look the same.
    let short = names.map { shortened($0, to: width, ellipsis: glyphs.ellipsis) }
    let isDistinct = Set(short).count == Set(names).count
    for (index, track) in timeline.tracks.enumerated() {
      let name = names[index]
      let bar = text(of: cells(of: track, columns))
      if isBeside {
        lines.append(name + String(repeating: " ", count: margin - displayWidth(name)) + bar)
      } else {
        lines += [isDistinct ? short[index] : name, bar]
      }
    }
    lines += pointers(columns).map { indent + style.faint($0) }
    lines += legend
    let column = TimeSpan(
      milliseconds: scale.end.since(scale.start).milliseconds / Int64(columns))
    return lines
      + (["a column is \(column)"] + words.remarks(on: timeline, scale))
      .flatMap { wrapped($0, to: width) }.map(style.faint)
  }

  // MARK: Bars

  /// The content of a column.
  private typealias Cell = TimelineWords.Shape

  private func column(of date: ReceiptDate, _ columns: Int) -> Int {
    let place = (scale.position(of: date) * Double(columns)).rounded(.down)
    return min(max(Int(place), 0), columns - 1)
  }

  private func cells(of track: Timeline.Track, _ columns: Int) -> [Cell?] {
    var cells = [Cell?](repeating: nil, count: columns)
    var ranks = [Int](repeating: -1, count: columns)
    func paint(_ cell: Cell, _ range: ClosedRange<Int>) {
      let bonus = range.count == 1 && cell.isSeenWhenShort ? 10 : 0
      for column in range where ranks[column] < cell.rank + bonus {
        cells[column] = cell
        ranks[column] = cell.rank + bonus
      }
    }
    for stretch in track.stretches {
      let first = column(of: stretch.start, columns)
      var last = columns - 1
      if let end = stretch.end {
        let position = (scale.position(of: end) * Double(columns)).rounded(.up)
        last = min(max(Int(position) - 1, first), columns - 1)
      }
      paint(.stretch(stretch.kind), first...last)
      if stretch.end == nil, !stretch.kind.isWithdrawn, stretch.kind != .replaced {
        paint(.endless, last...last)
      }
    }
    for purchase in track.purchases {
      let place = column(of: purchase.date, columns)
      paint(purchase.withdrawal != nil ? .takenBack : .bought, place...place)
    }
    return cells
  }

  private func text(of cells: [Cell?]) -> String {
    // No blanks at the end of a line.
    let end = (cells.lastIndex { $0 != nil } ?? -1) + 1
    var result = ""
    var index = 0
    while index < end {
      let cell = cells[index]
      let next = cells[index..<end].firstIndex { $0 != cell } ?? end
      let run = String(repeating: glyph(cell), count: next - index)
      result += decorated(run, cell)
      index = next
    }
    return result
  }

  private func glyph(_ cell: Cell?) -> Character {
    switch cell {
    case .stretch(let kind): glyphs.stretch(kind)
    case .bought: glyphs.bought
    case .takenBack: glyphs.stretch(.refunded)
    case .endless: glyphs.endless
    case nil: " "
    }
  }

  private func decorated(_ run: String, _ cell: Cell?) -> String {
    switch cell {
    case .stretch(.trial), .stretch(.intro), .stretch(.offer), .stretch(.paid), .endless, .bought:
      style.good(run)
    case .stretch(.refunded), .stretch(.withdrawn), .takenBack: style.bad(run)
    case .stretch(.replaced), .stretch(.grace): style.warning(run)
    case .stretch(.gap): style.faint(run)
    case nil: run
    }
  }

  // MARK: Around the bars

  private func axis(_ columns: Int) -> String {
    var line = ""
    for tick in scale.ticks(columns: columns) {
      let place = column(of: tick.date, columns)
      guard place >= displayWidth(line) + (line.isEmpty ? 0 : 1),
        place + 1 + displayWidth(tick.label) <= columns
      else { continue }
      line += String(repeating: " ", count: place - displayWidth(line))
      line += String(glyphs.tick) + tick.label
    }
    return line
  }

  /// The lines that point at marked moments.
  private func pointers(_ columns: Int) -> [String] {
    var names: [(place: Int, name: String)] = []
    for mark in words.marks where scale.contains(mark.date) {
      let place = column(of: mark.date, columns)
      if let last = names.last, last.place == place {
        names[names.count - 1].name += ", \(mark.name)"
      } else {
        names.append((place, mark.name))
      }
    }
    var lines: [String] = []
    for (place, name) in names {
      let text = "\(glyphs.pointer) \(name)"
      let isRight = place + displayWidth(text) > columns
      let label = isRight ? "\(name) \(glyphs.pointer)" : text
      let start = isRight ? max(0, place + 1 - displayWidth(label)) : place
      if let last = lines.last, displayWidth(last) + Self.gap <= start {
        lines[lines.count - 1] =
          last + String(repeating: " ", count: start - displayWidth(last)) + label
      } else {
        lines.append(String(repeating: " ", count: start) + label)
      }
    }
    return lines
  }

  /// An entry is never separated from its glyph.
  private var legend: [String] {
    var lines: [String] = []
    for entry in words.legend(of: timeline) {
      let text = "\(glyph(entry.shape)) \(entry.text)"
      if let last = lines.last, displayWidth(last) + 2 + displayWidth(text) <= width {
        lines[lines.count - 1] = last + ", " + text
      } else {
        lines.append(text)
      }
    }
    return lines
  }
}

extension TimelineWords.Shape {
  /// Which content wins if a column holds several.
  fileprivate var rank: Int {
    switch self {
    case .stretch(.gap): 0
    case .stretch(.replaced): 1
    case .stretch(.refunded), .stretch(.withdrawn): 2
    case .stretch(.grace): 3
    case .stretch(.paid): 4
    case .stretch(.offer): 5
    case .stretch(.intro): 6
    case .stretch(.trial): 7
    case .bought: 8
    case .takenBack: 9
    case .endless: 20
    }
  }

  /// Whether it must be seen even if it is short and shares its only column with something longer.
  fileprivate var isSeenWhenShort: Bool {
    switch self {
    case .stretch(.trial), .stretch(.intro), .stretch(.offer), .stretch(.refunded),
      .stretch(.withdrawn):
      true
    default: false
    }
  }
}

/// The characters of the bars.
enum TimelineGlyphs {
  case unicode
  /// For terminals and fonts without Unicode.
  case ascii

  func stretch(_ kind: Timeline.Kind) -> Character {
    switch kind {
    case .trial: self == .ascii ? "t" : "░"
    case .intro: self == .ascii ? "i" : "▒"
    case .offer: self == .ascii ? "%" : "▓"
    case .paid: self == .ascii ? "#" : "█"
    case .grace: self == .ascii ? "g" : "▂"
    case .refunded, .withdrawn: self == .ascii ? "x" : "×"
    case .replaced: self == .ascii ? ">" : "»"
    case .gap: self == .ascii ? "." : "·"
    }
  }

  var bought: Character { self == .ascii ? "o" : "●" }
  var endless: Character { self == .ascii ? "~" : "→" }
  var ellipsis: String { self == .ascii ? "..." : "…" }
  var tick: Character { self == .ascii ? "|" : "╷" }
  var pointer: Character { self == .ascii ? "^" : "▴" }
}
