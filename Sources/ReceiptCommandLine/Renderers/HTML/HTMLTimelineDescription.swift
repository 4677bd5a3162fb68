internal import ReceiptCore
internal import ReceiptInsight

/// What a drawing of a timeline shows, in words, for people who cannot see it: products, states and
/// times.
struct HTMLTimelineDescription {
  let text: String

  /// More would take too long to listen to. The exact times have all.
  private static let maximumTracks = 6
  private static let maximumRows = 4

  init(_ timeline: Timeline, _ scale: TimeScale, words: TimelineWords, now: ReceiptDate) {
    let tracks = timeline.tracks.prefix(Self.maximumTracks).map { track in
      let (rows, omitted) = words.rows(of: track, atMost: Self.maximumRows, now: now)
      let states = rows.map {
        $0.end.isEmpty ? "\($0.text) \($0.start)" : "\($0.text) \($0.start) to \($0.end)"
      }
      let name = shortened(escapedForTerminal(words.title(of: track)), to: 60)
      let more = omitted == 0 ? "" : "; more before"
      return "\(name): \(states.joined(separator: "; "))\(more)."
    }
    let more = timeline.tracks.count - tracks.count
    let marks = words.marks.filter { scale.contains($0.date) }
      .map { "\($0.name) \(words.localTime.day($0.date))" }
    text =
      (["Timeline from \(words.localTime.day(scale.start)) to \(words.localTime.day(scale.end))."]
      + tracks
      + (more == 0 ? [] : ["\(counted(more, "more product"))."])
      + (marks.isEmpty ? [] : ["Marked: \(marks.joined(separator: ", "))."]))
      .joined(separator: " ")
  }
}
