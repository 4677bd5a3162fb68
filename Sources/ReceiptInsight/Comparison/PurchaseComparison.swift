package import ReceiptCore

/// A purchase that differs between two receipts.
package struct PurchaseDifference: Sendable {
  /// The purchase in the first receipt; `nil` if only the second has it.
  package let a: InAppPurchase?
  /// The purchase in the second receipt; `nil` if only the first has it.
  package let b: InAppPurchase?
  /// The fields that differ, if both have it.
  package let fields: [FieldDifference]

  /// The purchase from the second receipt; if missing there, from the first.
  package var purchase: InAppPurchase { b ?? a ?? InAppPurchase() }

  package var change: Change { a == nil ? .added : b == nil ? .removed : .changed }
}

/// How something changed from the first receipt to the second.
package enum Change: String, Sendable, CaseIterable {
  case added, removed, changed
}

/// Compares the purchases of two receipts.
struct PurchaseComparison {
  private(set) var differences: [PurchaseDifference] = []
  let matching: PurchaseMatching
  /// Purchases that count as missing in the other receipt.
  let onlyInA: [PurchaseRecord]
  let onlyInB: [PurchaseRecord]
  /// The number of purchases that are not compared, because the other form cannot contain them.
  let leftOutOfA: Int
  let leftOutOfB: Int
  /// Fields that one has and the other's form cannot contain.
  private(set) var onlyA: [String] = []
  private(set) var onlyB: [String] = []

  var pairCount: Int { matching.pairs.count }

  init(
    _ a: DecodedReceipt, _ b: DecodedReceipt, _ left: FormCapabilities, _ right: FormCapabilities
  ) {
    let records = (a: PurchaseRecord.all(of: a), b: PurchaseRecord.all(of: b))
    matching = PurchaseMatching(records.a, records.b)
    // A form with at most one purchase says nothing about others.
    let extents = (
      a: left.extent(left.purchases, isEmpty: records.a.isEmpty, comparedWith: right),
      b: right.extent(right.purchases, isEmpty: records.b.isEmpty, comparedWith: left)
    )
    let aIsMissed = extents.b.holds(asMuchAs: extents.a)
    let bIsMissed = extents.a.holds(asMuchAs: extents.b)
    onlyInA = aIsMissed ? matching.onlyA : []
    onlyInB = bIsMissed ? matching.onlyB : []
    leftOutOfA = aIsMissed ? 0 : matching.onlyA.count
    leftOutOfB = bIsMissed ? 0 : matching.onlyB.count

    let plan = FieldPlan(Field<InAppPurchase>.byName, left, right)
    var count = 0
    for pair in matching.pairs {
      var fields = plan.differences(pair.a.all, pair.b.all, countBoth: &count)
      if left.form == right.form {
        fields += Self.unnamed(pair.a.unnamed, pair.b.unnamed)
      } else if Self.isUpgradeWithoutDate(pair.a, pair.b) {
        fields.removeAll { $0.name == "cancellation_date" }
      }
      guard !fields.isEmpty else { continue }
      differences.append(
        PurchaseDifference(a: pair.a.purchase, b: pair.b.purchase, fields: fields))
    }
    differences += onlyInA.map { PurchaseDifference(a: $0.purchase, b: nil, fields: []) }
    differences += onlyInB.map { PurchaseDifference(a: nil, b: $0.purchase, fields: []) }
    differences = Self.sorted(differences)
    let names = plan.onlyOneHas(matching.pairs.map { ($0.a.all, $0.b.all) })
    onlyA = names.a.map { "in_app[].\($0)" }
    onlyB = names.b.map { "in_app[].\($0)" }
  }

  /// Whether one side has the date of an upgrade, and the other, from StoreKit 2, only the fact. StoreKit 2
  /// dates only refunds.
  private static func isUpgradeWithoutDate(_ a: PurchaseRecord, _ b: PurchaseRecord) -> Bool {
    [a, b].contains { record in
      let purchase = record.purchase
      return purchase.cancellationDate == nil && purchase.isUpgraded == true
    }
  }

  private static func unnamed(
    _ a: UnnamedAttributes.Values, _ b: UnnamedAttributes.Values
  ) -> [FieldDifference] {
    guard !a.isEmpty || !b.isEmpty else { return [] }
    return Set(a.keys).union(b.keys).sorted().compactMap { type in
      let left = UnnamedAttributes.value(a[type])
      let right = UnnamedAttributes.value(b[type])
      guard left != right else { return nil }
      return FieldDifference(name: UnnamedAttributes.name(type), a: left, b: right)
    }
  }

  /// Sorted by the earlier of the two purchase dates, so that the order is the same in both directions.
  private static func sorted(_ differences: [PurchaseDifference]) -> [PurchaseDifference] {
    let keyed = differences.map { difference in
      let dates = [difference.a?.purchaseDate, difference.b?.purchaseDate].compactMap(\.self)
      return (date: dates.min(), difference: difference)
    }
    return keyed.sorted { left, right in
      switch (left.date, right.date) {
      case (let a?, let b?) where a != b: return a < b
      case (_?, nil): return true
      case (nil, _?): return false
      default: break
      }
      let a = left.difference.purchase.transactionID?.bytes ?? []
      let b = right.difference.purchase.transactionID?.bytes ?? []
      if a.count != b.count { return a.count < b.count }
      return a.lexicographicallyPrecedes(b)
    }.map(\.difference)
  }
}

extension ReceiptForm.Extent {
  /// Whether an item that is missing here and present in `other` counts as missing.
  func holds(asMuchAs other: Self) -> Bool { self >= min(other, .some) }
}
