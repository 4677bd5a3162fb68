internal import ReceiptCore

/// When something of a subscription ran, whichever of its products.
struct HeldTime {
  /// For each original transaction: spans that do not touch, in order.
  private var spans: [ReceiptString: [Span]] = [:]

  struct Span: Equatable {
    var start: ReceiptDate
    package var end: ReceiptDate
  }

  /// A hole that is shorter is none.
  private static let tolerance = TimeSpan(milliseconds: 60_000)

  init(_ history: PurchaseHistory) {
    for record in history.records {
      guard let original = record.originalTransactionID, let start = record.purchaseDate,
        let expires = record.expiresDate
      else { continue }
      // What was given back or replaced ran until then.
      let end = min(expires, record.cancellationDate ?? expires)
      guard start < end else { continue }
      // They come by purchase date.
      var own = spans[original] ?? []
      spans[original] = nil
      if let last = own.indices.last, start.since(own[last].end) < Self.tolerance {
        own[last].end = max(own[last].end, end)
      } else {
        own.append(Span(start: start, end: end))
      }
      spans[original] = own
    }
  }

  /// The parts of a hole in which nothing ran of the subscription that a record belongs to.
  func gaps(from start: ReceiptDate, to end: ReceiptDate, in record: InAppPurchase) -> [Span] {
    let own = record.originalTransactionID.flatMap { spans[$0] } ?? []
    // The first that ends in the hole or behind it, by halves.
    var low = 0
    var high = own.count
    while low < high {
      let middle = (low + high) / 2
      if own[middle].end <= start { low = middle + 1 } else { high = middle }
    }
    var gaps: [Span] = []
    var free = start
    for span in own[low...] {
      guard span.start < end else { break }
      if span.start.since(free) >= Self.tolerance {
        gaps.append(Span(start: free, end: span.start))
      }
      free = max(free, span.end)
    }
    if end.since(free) >= Self.tolerance { gaps.append(Span(start: free, end: end)) }
    return gaps
  }
}
