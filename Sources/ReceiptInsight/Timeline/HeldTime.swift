internal import ReceiptCore

/// The times when a subscription ran, with any of its products.
struct HeldTime {
  /// For each original transaction, its separate spans in order.
  private var spans: [ReceiptString: [Span]] = [:]

  struct Span: Equatable {
    var start: ReceiptDate
    package var end: ReceiptDate
  }

  init(_ history: PurchaseHistory) {
    for record in history.records {
      guard let original = record.originalTransactionID, let start = record.purchaseDate,
        let expires = record.endOfPeriod
      else { continue }
      // A cancelled period ran until its cancellation.
      let end = record.isTakenBack ? min(expires, record.cancellationDate ?? expires) : expires
      guard start < end else { continue }
      // The records are sorted by purchase date.
      var own = spans[original] ?? []
      spans[original] = nil
      if let last = own.indices.last, start.since(own[last].end) < Timeline.shortestGap {
        own[last].end = max(own[last].end, end)
      } else {
        own.append(Span(start: start, end: end))
      }
      spans[original] = own
    }
  }

  /// The parts of a gap in which no product of the same subscription ran.
  func gaps(from start: ReceiptDate, to end: ReceiptDate, in record: InAppPurchase) -> [Span] {
    let own = record.originalTransactionID.flatMap { spans[$0] } ?? []
    // The first span that ends after the start of the gap.
    let first = own.partitioningIndex { $0.end > start }
    var gaps: [Span] = []
    var free = start
    for span in own[first...] {
      guard span.start < end else { break }
      if span.start.since(free) >= Timeline.shortestGap {
        gaps.append(Span(start: free, end: span.start))
      }
      free = max(free, span.end)
    }
    if end.since(free) >= Timeline.shortestGap { gaps.append(Span(start: free, end: end)) }
    return gaps
  }
}
