import TestSupport
import Testing

@testable import ReceiptCore

/// The searches of a history, compared with plain ones, in many small histories.
@Suite struct PurchaseHistoryTests {
  private static let times: [Int64] = Array(0...9)

  private static func date(_ time: Int64) -> ReceiptDate {
    // Hours, because a move to another product may take one.
    ReceiptDate(millisecondsSince1970: time * 3_600_000)
  }

  private static func records(_ random: inout SplitMix64) -> [InAppPurchase] {
    (1...Int.random(in: 1...8, using: &random)).map { id in
      let start = times.randomElement(using: &random) ?? 0
      let chain = ["1", "1", "2", nil].randomElement(using: &random) ?? nil
      return madePurchase(
        "\(id)", start * 3_600_000, of: ["a", "b", "c"].randomElement(using: &random) ?? "a",
        in: chain
      ) {
        if Int.random(in: 0...9, using: &random) == 0 { $0.purchaseDate = nil }
        if Int.random(in: 0...3, using: &random) > 0 {
          $0.expiresDate = date(start + Int64.random(in: 0...5, using: &random))
        }
        if Int.random(in: 0...3, using: &random) == 0 {
          $0.cancellationDate = date(start + Int64.random(in: 0...3, using: &random))
        }
        if Bool.random(using: &random) { $0.isUpgraded = Bool.random(using: &random) }
      }
    }
  }

  private static let histories: [PurchaseHistory] = {
    var random = SplitMix64(seed: 7)
    return (0..<300).map { _ in PurchaseHistory(records(&random)) }
  }()

  @Test("of two entries of one transaction in one text, the later end counts, in any order")
  func copies() {
    let entries = [3, 5].map { end in
      madePurchase("1", 3_600_000) { $0.expiresDate = Self.date(end) }
    }
    for records in [entries, entries.reversed()] {
      let history = PurchaseHistory(records)
      #expect(history.records.map(\.expiresDate) == [Self.date(5)])
    }
  }

  /// Each record of each history, at each time.
  private static let cases = cases(of: histories)

  private static func cases(
    of histories: [PurchaseHistory]
  ) -> [(PurchaseHistory, InAppPurchase, ReceiptDate)] {
    histories.flatMap { history in
      history.records.flatMap { record in times.map { (history, record, date($0)) } }
    }
  }

  /// The records of the subscription that a record belongs to, in order.
  private static func chain(
    of record: InAppPurchase, in history: PurchaseHistory
  ) -> [InAppPurchase] {
    guard let original = record.originalTransactionID else { return [] }
    return history.records.filter { $0.originalTransactionID == original }
  }

  private static func id(_ record: InAppPurchase?) -> String? { record?.transactionID?.text }

  @Test("another product of the subscription from a date on, and around one")
  func others() {
    #expect(Self.cases.count > 3000)
    for (history, record, date) in Self.cases {
      let others = Self.chain(of: record, in: history).filter { $0.productID != record.productID }
      let first = others.first { $0.purchaseDate.map { $0 >= date } ?? true }
      #expect(Self.id(history.other(than: record, boughtFrom: date)) == Self.id(first))
      let hour = TimeSpan(milliseconds: 3_600_000)
      let from = date.adding(TimeSpan(milliseconds: -3_600_000))
      let about = others.first { $0.purchaseDate.map { $0 >= from } ?? true }
      let isAbout = about?.purchaseDate.map { $0 <= date.adding(hour) } ?? false
      #expect(
        Self.id(history.other(than: record, boughtAbout: date)) == (isAbout ? Self.id(about) : nil))
    }
  }

  @Test("the last of a subscription, and the product that took its place")
  func successors() {
    #expect(Self.cases.count > 3000)
    for (history, record, time) in Self.cases {
      let chain = Self.chain(of: record, in: history)
      let isBefore: (InAppPurchase) -> Bool = { $0.purchaseDate.map { $0 < time } ?? false }
      let last = record.originalTransactionID == nil ? [record] : chain
      #expect(
        Self.id(history.last(inChainOf: record, where: isBefore))
          == Self.id(last.last(where: isBefore)))
      let successor = chain.last {
        guard let start = $0.purchaseDate, let end = $0.expiresDate else { return false }
        return $0.productID != record.productID && !$0.isTakenBack && start <= time && time < end
      }
      #expect(Self.id(history.successor(of: record, at: time)) == Self.id(successor))
    }
  }

  @Test("the newest other transaction of a subscription, also where several records are one")
  func newest() {
    var random = SplitMix64(seed: 8)
    let shared = Self.histories.map { history in
      PurchaseHistory(
        unique: history.records.map { record in
          var record = record
          record.transactionID = ReceiptString(["1", "2"].randomElement(using: &random) ?? "1")
          return record
        })
    }
    let cases = Self.cases(of: Self.histories + shared)
    #expect(cases.count > 6000)
    for (history, record, time) in cases {
      let newest = Self.chain(of: record, in: history).last {
        $0.transactionID != record.transactionID && !$0.isTakenBack
          && $0.purchaseDate.map { $0 <= time } ?? false
      }
      let found = history.newest(inChainOf: record, at: time)
      #expect(Self.id(found) == Self.id(newest))
      #expect(found?.purchaseDate == newest?.purchaseDate)
      #expect(found?.productID == newest?.productID)
    }
  }

  @Test("as of a time, no withdrawal has come that comes later")
  func asOf() {
    #expect(Self.cases.count > 3000)
    for (history, record, time) in Self.cases {
      let then = history.asOf(time)
      #expect(then.records.map(\.transactionID) == history.records.map(\.transactionID))
      let place = history.records.firstIndex { $0.transactionID == record.transactionID } ?? 0
      let original = record.originalTransactionID
      let next = history.records.dropFirst(place + 1).first {
        original != nil && $0.originalTransactionID == original && $0.productID != record.productID
      }
      let isLater =
        record.cancellationDate.map { $0 > time }
        ?? (record.isUpgraded == true && next?.purchaseDate.map { $0 > time } ?? false)
      #expect(then.records[place].cancellationDate == (isLater ? nil : record.cancellationDate))
      #expect(then.records[place].isUpgraded == (isLater ? nil : record.isUpgraded))
    }
  }

  @Test("what a withdrawal was follows from its fields, and from what was bought then")
  func withdrawals() {
    #expect(Self.cases.count > 3000)
    for (history, record, _) in Self.cases {
      let others = Self.chain(of: record, in: history).filter { $0.productID != record.productID }
      let found = history.withdrawal(of: record)
      guard record.cancellationDate != nil || record.isUpgraded == true else {
        #expect(found == nil)
        continue
      }
      #expect(found?.date == record.cancellationDate)
      let near = record.cancellationDate.map { history.other(than: record, boughtAbout: $0) }
      let after = record.purchaseDate.flatMap { start in
        others.first { $0.purchaseDate.map { $0 >= start } ?? true }
      }
      let other = (near ?? after)?.productID
      let expected: Withdrawal.Kind =
        if record.isUpgraded == true {
          .upgrade(to: other, isInferred: false)
        } else if let other {
          .upgrade(to: other, isInferred: true)
        } else {
          .refund
        }
      #expect(found?.kind == expected)
    }
  }
}
