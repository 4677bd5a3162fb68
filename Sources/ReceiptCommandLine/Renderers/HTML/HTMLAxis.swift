internal import ReceiptInsight

/// The lines and labels of a time axis, once for small and once for wide screens. Neither set
/// contains the other.
struct HTMLAxis {
  private let scale: TimeScale

  /// The number of characters that fit on the axis.
  private static let layouts: [(name: String, columns: Int)] = [("narrow", 42), ("wide", 96)]

  init(_ scale: TimeScale) { self.scale = scale }

  func markup(to bottom: Int) -> [Markup] {
    Self.layouts.flatMap { name, columns in
      labels(columns: columns).map { label -> Markup in
        let place = percentText(label.share)
        let side: Markup = label.isLeft ? "text-anchor=\"end\" dx=\"-4\"" : "dx=\"4\""
        return """
          <g class="tick \(name)"><line class="grid" x1="\(place)" x2="\(place)" y1="18" \
          y2="\(bottom)"/><line x1="\(place)" x2="\(place)" y1="4" y2="18"/>\
          <text x="\(place)" \(side) y="14">\(label.text)</text></g>

          """
      }
    }
  }

  private struct Label {
    let share: Double
    let text: String
    /// It stands to the left of its line.
    let isLeft: Bool
  }

  /// A label stands to the right of its line, or to the left if there is no room. A line without
  /// room for a label is left out.
  private func labels(columns: Int) -> [Label] {
    var labels: [Label] = []
    for tick in scale.ticks(columns: columns) {
      let share = min(max(scale.position(of: tick.date), 0), 1)
      let width = Double(tick.label.count + 2) / Double(columns)
      if share + width <= 1 {
        labels.append(Label(share: share, text: tick.label, isLeft: false))
      } else if share - width >= labels.last.map({ $0.share + width }) ?? 0 {
        labels.append(Label(share: share, text: tick.label, isLeft: true))
      }
    }
    return labels
  }
}
