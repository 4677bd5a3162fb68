@testable import ReceiptCore

/// Seats, refunds, and other products in the place of one.
extension HoldingTests {
  // MARK: Seats

  static func seats(
    _ id: String, _ quantity: Int64?, revoked: Int64? = nil, from start: Int64 = day,
    to end: Int64 = 31 * day, in chain: String = "1",
    _ change: (inout InAppPurchase) -> Void = { _ in }
  ) -> InAppPurchase {
    madePurchase(id, start, end, in: chain) {
      $0.quantity = quantity
      $0.revokedSeatQuantity = revoked
      change(&$0)
    }
  }

  static func seated(_ rule: String, _ purchases: [InAppPurchase], _ seats: String) -> Row {
    Row(rule: rule, purchases: purchases, at: 5 * day, expected: "active until 31 #1" + seats)
  }

  static let ofSeats: [Row] = [
    seated("one seat", [seats("1", 1)], ""),
    seated("one purchase of no stated number", [seats("1", nil)], ""),
    seated("two seats", [seats("1", 2)], " seats 2 of 2"),
    seated("one purchase twice, of no stated number", [seats("1", nil), seats("2", nil)], ""),
    seated("one seat twice", [seats("1", 1), seats("2", 1)], ""),
    seated("some revoked", [seats("1", 5, revoked: 2)], " seats 3 of 5"),
    seated("all revoked, without a date", [seats("1", 5, revoked: 7)], " seats 0 of 5"),
    seated("a number below zero revoked", [seats("1", 5, revoked: -2)], " seats 5 of 5"),
    seated("a number below zero", [seats("1", 5), seats("2", -5)], " seats 5 of 5"),
    seated(
      "an addition",
      [seats("1", 5), seats("2", 3) { $0.additionalTransactionReason = ReceiptString("A") }],
      " seats 8 of 8"
    ),
    seated(
      "an addition to one seat",
      [seats("1", 1) { $0.additionalTransactionReason = ReceiptString("A") }, seats("2", nil)],
      " seats 2 of 2"
    ),
    seated(
      "invitations to one seat", [seats("1", nil) { $0.invitationManagement = ReceiptString("A") }],
      ""
    ),
    seated(
      "invitations to two purchases",
      [seats("1", nil) { $0.invitationManagement = ReceiptString("A") }, seats("2", nil)],
      " seats 2 of 2"
    ),
    seated("none of one revoked", [seats("1", nil, revoked: 0), seats("2", nil)], " seats 2 of 2"),
    seated(
      "an addition that was refunded", [seats("1", 5), seats("2", 3, refunded(4 * day))],
      " seats 5 of 8"),
    seated(
      "seats of an earlier period", [seats("1", 5), seats("2", 4, from: -30 * day, to: day)],
      " seats 5 of 5"
    ),
    seated(
      "seats of another subscription", [seats("1", 5), seats("2", 4, in: "2")], " seats 5 of 5"),
    seated(
      "the seat of a person",
      [seats("1", 5) { $0.inAppOwnershipType = InAppPurchase.assigned }], " paid by organization"
    ),
  ]

  // MARK: Withdrawals

  static func changed(
    _ time: Int64, _ change: @escaping (inout InAppPurchase) -> Void
  ) -> InAppPurchase {
    madePurchase("1", 1 * day, 31 * day) {
      $0.cancellationDate = date(time)
      change(&$0)
    }
  }

  static let withdrawals: [Row] = [
    Row(
      rule: "a refund at the end of a period leaves open what came next",
      purchases: [madePurchase("1", 1 * day, 31 * day, refunded(31 * day))], at: 33 * day,
      expected: "unknown after 31 #1"),
    Row(
      rule: "a refund just before the end of a period",
      purchases: [madePurchase("1", 1 * day, 31 * day, refunded(31 * day - 1))], at: 33 * day,
      expected: "refunded on 31-1 #1"),
    Row(
      rule: "a refund after its period, in a text that lists all",
      purchases: [madePurchase("1", 1 * day, 31 * day, refunded(32 * day))], form: .appReceipt,
      at: 33 * day, expected: "refunded on 32 #1"),
    Row(
      rule: "a refund after its period, of a subscription that was revoked",
      purchases: [madePurchase("1", 1 * day, 31 * day, refunded(32 * day))], status: 5,
      at: 33 * day,
      expected: "refunded on 32 #1"),
    Row(
      rule: "the end of sharing after its period",
      purchases: [changed(32 * day) { $0.revocationType = Revocation.family }], at: 33 * day,
      expected: "no-longer-shared on 32 #1"),
    Row(
      rule: "a refund of some seats of a single transaction",
      purchases: [
        madePurchase("1", 1 * day, 31 * day) {
          refunded(3 * day)(&$0)
          $0.additionalTransactionReason = ReceiptString("A")
        }
      ], at: 5 * day, expected: "unknown after 31 #1"),
    Row(
      rule: "a refund of some seats in a list",
      purchases: [
        madePurchase("1", 1 * day, 31 * day) {
          refunded(3 * day)(&$0)
          $0.additionalTransactionReason = ReceiptString("A")
        }
      ], form: .appReceipt, at: 5 * day, expected: "refunded on 3 #1"),
    Row(
      rule: "a refund of all of two seats",
      purchases: [
        madePurchase("1", 1 * day, 31 * day) {
          refunded(3 * day)(&$0)
          $0.quantity = 2
          $0.revokedSeatQuantity = 2
        }
      ], at: 5 * day, expected: "refunded on 3 #1"),
    Row(
      rule: "a refund of one of two seats",
      purchases: [
        madePurchase("1", 1 * day, 31 * day) {
          refunded(3 * day)(&$0)
          $0.quantity = 2
          $0.revokedSeatQuantity = 1
        }
      ], at: 5 * day, expected: "active until 31 #1 seats 1 of 2"),
    Row(
      rule: "a refund of no seats is one of all",
      purchases: [
        madePurchase("1", 1 * day, 31 * day) {
          refunded(3 * day)(&$0)
          $0.quantity = 2
          $0.revokedSeatQuantity = 0
        }
      ], at: 5 * day, expected: "refunded on 3 #1"),
    Row(
      rule: "a refund of one seat of no stated number",
      purchases: [
        madePurchase("1", 1 * day, 31 * day) {
          refunded(3 * day)(&$0)
          $0.revokedSeatQuantity = 1
        }
      ], at: 5 * day, expected: "refunded on 3 #1"),
    Row(
      rule: "a refund of which a notification says that it was shared",
      purchases: [madePurchase("1", 1 * day, 31 * day, refunded(3 * day))],
      isRevokedNotification: true,
      at: 5 * day, expected: "no-longer-shared on 3 #1 paid by family"),
    Row(
      rule: "such a notification of a person's seat",
      purchases: [
        madePurchase("1", 1 * day, 31 * day) {
          refunded(3 * day)(&$0)
          $0.inAppOwnershipType = InAppPurchase.assigned
        }
      ], isRevokedNotification: true, at: 5 * day,
      expected: "refunded on 3 #1 paid by organization"),
    Row(
      rule: "such a notification of a seat that was taken back",
      purchases: [changed(3 * day) { $0.revocationType = Revocation.assignment }],
      isRevokedNotification: true, at: 5 * day, expected: "seat-taken-back on 3 #1 paid by family"),
  ]

  // MARK: Another product in its place

  static func max(_ id: String, _ start: Int64?, _ end: Int64? = nil) -> InAppPurchase {
    madePurchase(id, start, end, of: "max")
  }

  static func upgraded(_ id: String, _ start: Int64?, _ end: Int64?) -> InAppPurchase {
    madePurchase(id, start, end) { $0.isUpgraded = true }
  }

  /// A move to another product that begins some time before or after the end of this one.
  static func moved(_ gap: Int64, _ expected: String) -> Row {
    Row(
      rule: "cancelled \(gap) ms before another product begins",
      purchases: [
        madePurchase("1", 1 * day, 31 * day) { $0.cancellationDate = date(10 * day) },
        max("2", 10 * day + gap, 40 * day),
      ], at: 12 * day, expected: expected)
  }

  static let upgrades: [Row] = [
    moved(0, "replaced by max on 10 #1"), moved(hour, "replaced by max on 10 #1"),
    moved(-hour, "replaced by max on 10 #1"), moved(hour + 1, "refunded on 10 #1"),
    moved(-hour - 1, "refunded on 10 #1"),
    Row(
      rule: "upgraded at a date, to a product that is not listed",
      purchases: [changed(10 * day) { $0.isUpgraded = true }], at: 12 * day,
      expected: "replaced by ? on 10 #1"),
    Row(
      rule: "upgraded without a date, to a product that runs",
      purchases: [upgraded("1", 1 * day, 31 * day), max("2", 10 * day, 40 * day)], at: 12 * day,
      expected: "replaced by max on 10 #1 inferred"),
    Row(
      rule: "upgraded without a date, to a product that begins now",
      purchases: [upgraded("1", 1 * day, 31 * day), max("2", 12 * day, 40 * day)], at: 12 * day,
      expected: "replaced by max on 12 #1 inferred"),
    Row(
      rule: "upgraded without a date, to a product that begins later",
      purchases: [upgraded("1", 1 * day, 31 * day), max("2", 12 * day + 1, 40 * day)],
      at: 12 * day, expected: "active until 31 #1 early ?"),
    Row(
      rule: "upgraded without a date, to a product that is not listed",
      purchases: [upgraded("1", 1 * day, 31 * day)], at: 12 * day,
      expected: "replaced by ? on ? #1"),
    Row(
      rule: "upgraded without a date, to a product whose period has ended",
      purchases: [upgraded("1", 1 * day, 31 * day), max("2", 5 * day, 12 * day)], at: 12 * day,
      expected: "replaced by max on 5 #1 inferred"),
    Row(
      rule: "upgraded without a date, after the other product",
      purchases: [max("2", 1 * day, 12 * day), upgraded("1", 1 * day, 31 * day)], at: 12 * day,
      expected: "replaced by ? on ? #1"),
    Row(
      rule: "upgraded without a date, and the same product follows",
      purchases: [upgraded("1", 1 * day, 31 * day), madePurchase("2", 5 * day, 12 * day)],
      at: 12 * day, expected: "replaced by ? on ? #1"),
    Row(
      rule: "upgraded without a date, to a product without an end that begins now",
      purchases: [upgraded("1", 1 * day, 31 * day), max("2", 12 * day)], at: 12 * day,
      expected: "replaced by max on 12 #1 inferred"),
    Row(
      rule: "upgraded without a date, to a product that is upgraded too, and begins later",
      purchases: [
        upgraded("1", 1 * day, 31 * day),
        madePurchase("2", 12 * day + 1, 40 * day, of: "max") { $0.isUpgraded = true },
      ], at: 12 * day, expected: "active until 31 #1 early ?"),
    Row(
      rule: "ended, and another product has no date", purchases: [month, max("2", nil)],
      at: 33 * day, expected: "unknown after 31 #1"),
    Row(
      rule: "ended, and another product of the subscription runs",
      purchases: [month, max("2", 20 * day, 60 * day)], at: 33 * day,
      expected: "replaced by max on 20 #1 inferred"),
    Row(
      rule: "ended, and another product of another subscription runs",
      purchases: [month, madePurchase("2", 20 * day, 60 * day, of: "max", in: "2")], at: 33 * day,
      expected: "unknown after 31 #1"),
    Row(
      rule: "ended, and another product began when it ended, and has ended too",
      purchases: [month, max("2", 31 * day, 32 * day)], at: 33 * day,
      expected: "replaced by max on 31 #1 inferred"),
    Row(
      rule: "ended, and another product ended before",
      purchases: [month, max("2", 31 * day - 1, 32 * day)], at: 33 * day,
      expected: "unknown after 31 #1"),
    Row(
      rule: "ended, and another product begins now",
      purchases: [month, max("2", 33 * day, nil)], at: 33 * day,
      expected: "replaced by max on 33 #1 inferred"),
    Row(
      rule: "ended, and another product begins later",
      purchases: [month, max("2", 33 * day + 1, nil)], at: 33 * day,
      expected: "unknown after 31 #1"),
    Row(
      rule: "ended, and another product was withdrawn",
      purchases: [month, madePurchase("2", 31 * day, 61 * day, of: "max", refunded(32 * day))],
      at: 33 * day, expected: "unknown after 31 #1"),
    Row(
      rule: "bought again after another product, it is not replaced",
      purchases: [
        madePurchase("1", 1 * day, 31 * day), max("2", 31 * day, 33 * day),
        madePurchase("3", 34 * day),
      ], at: 40 * day, expected: "unknown after 31 #1"),
    Row(
      rule: "a period of no length does not follow itself",
      purchases: [max("1", 31 * day, 32 * day), madePurchase("2", 31 * day, 31 * day)],
      at: 33 * day,
      expected: "replaced by max on 31 #2 inferred"),
    Row(
      rule: "without a subscription, no product follows",
      purchases: [
        madePurchase("1", 1 * day, 31 * day, in: nil),
        madePurchase("2", 31 * day, 61 * day, of: "max", in: nil),
      ], at: 33 * day, expected: "unknown after 31 #1"),
  ]
}
