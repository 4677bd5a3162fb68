package import ReceiptCore

/// The renewal of a subscription that differs between two receipts.
package struct RenewalDifference: Sendable {
  /// The renewal in the first receipt; `nil` if it has none.
  package let a: RenewalInfo?
  /// The renewal in the second receipt; `nil` if it has none.
  package let b: RenewalInfo?
  /// The fields that differ, if both have it.
  package let fields: [FieldDifference]

  /// The renewal from the second receipt; if missing there, from the first.
  package var renewal: RenewalInfo { b ?? a ?? RenewalInfo() }

  package var change: Change { a == nil ? .added : b == nil ? .removed : .changed }
}

/// Compares the upcoming renewals in two receipts.
struct RenewalComparison {
  private(set) var differences: [RenewalDifference] = []
  private(set) var pairCount = 0
  private(set) var leftOutOfA = 0
  private(set) var leftOutOfB = 0

  init(
    _ a: DecodedReceipt, _ b: DecodedReceipt, _ left: FormCapabilities, _ right: FormCapabilities
  ) {
    let (mine, others) = (Self.renewals(of: a), Self.renewals(of: b))
    guard !mine.isEmpty || !others.isEmpty else { return }
    // Renewals are matched by original transaction; without one, by product.
    var places: [[ReceiptString?]: [Int]] = [:]
    for (index, renewal) in others.enumerated().reversed() {
      places[Self.key(renewal), default: []].append(index)
    }
    let plan = FieldPlan(Field<RenewalInfo>.all, left, right)
    let extents = (
      a: left.extent(left.renewals, isEmpty: mine.isEmpty, comparedWith: right),
      b: right.extent(right.renewals, isEmpty: others.isEmpty, comparedWith: left)
    )
    let aIsMissed = extents.b.holds(asMuchAs: extents.a)
    let bIsMissed = extents.a.holds(asMuchAs: extents.b)
    var isTaken = [Bool](repeating: false, count: others.count)
    var count = 0
    for renewal in mine {
      guard let place = places[Self.key(renewal)]?.popLast() else {
        if aIsMissed {
          differences.append(RenewalDifference(a: renewal, b: nil, fields: []))
        } else {
          leftOutOfA += 1
        }
        continue
      }
      isTaken[place] = true
      pairCount += 1
      let fields = plan.differences([renewal], [others[place]], countBoth: &count)
      guard !fields.isEmpty else { continue }
      differences.append(RenewalDifference(a: renewal, b: others[place], fields: fields))
    }
    for (renewal, isTaken) in zip(others, isTaken) where !isTaken {
      if bIsMissed {
        differences.append(RenewalDifference(a: nil, b: renewal, fields: []))
      } else {
        leftOutOfB += 1
      }
    }
  }

  private static func key(_ renewal: RenewalInfo) -> [ReceiptString?] {
    renewal.originalTransactionID.map { [$0] } ?? [nil, renewal.productID]
  }

  private static func renewals(of decoded: DecodedReceipt) -> [RenewalInfo] {
    decoded.allRenewals
  }
}
