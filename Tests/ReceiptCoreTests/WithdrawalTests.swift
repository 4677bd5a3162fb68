import Testing

@testable import ReceiptCore

/// The words for a purchase that does not give access any more.
@Suite struct WithdrawalTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let kind: Withdrawal.Kind
    var reason: Int64?
    let text: String
    let hint: String
    let checkReason: CheckReason
    let isRefund: Bool

    var testDescription: String { text }
  }

  private static let year = ReceiptString("year")

  private static let rows: [Row] = [
    Row(
      kind: .refund, reason: 0, text: "it was refunded at 1970-01-01T00:00:00Z",
      hint: "Apple gave the money back", checkReason: .cancelled, isRefund: true),
    Row(
      kind: .refund, reason: 1, text: "it was refunded at 1970-01-01T00:00:00Z",
      hint: "Apple gave the money back; the customer named a fault of the app's",
      checkReason: .cancelled, isRefund: true),
    Row(
      kind: .partialRefund(share: 40_999),
      text: "40.999 % of it was refunded at 1970-01-01T00:00:00Z",
      hint: "Apple gave a part of the money back", checkReason: .cancelled, isRefund: true),
    Row(
      kind: .partialRefund(share: nil),
      text: "a part of it was refunded at 1970-01-01T00:00:00Z",
      hint: "Apple gave a part of the money back", checkReason: .cancelled, isRefund: true),
    Row(
      kind: .familySharingEnded, text: "Family Sharing of it ended at 1970-01-01T00:00:00Z",
      hint: "this ends access for this person only; the buyer keeps it", checkReason: .cancelled,
      isRefund: false),
    Row(
      kind: .seatTakenBack, text: "the seat was taken back at 1970-01-01T00:00:00Z",
      hint: "this ends access for this person only; the buyer keeps it", checkReason: .cancelled,
      isRefund: false),
    Row(
      kind: .unknown, reason: 7, text: "Apple withdrew it at 1970-01-01T00:00:00Z",
      hint: "the reason is 7, which may be a move to a bundle: look for a newer transaction",
      checkReason: .cancelled, isRefund: false),
    Row(
      kind: .upgrade(to: year, isInferred: true),
      text: "it was replaced by year at 1970-01-01T00:00:00Z, as the dates suggest",
      hint: "the customer has year in its place", checkReason: .upgraded, isRefund: false),
    Row(
      kind: .upgrade(to: nil, isInferred: false),
      text: "it was replaced at 1970-01-01T00:00:00Z",
      hint: "ask for the product that they moved to", checkReason: .upgraded, isRefund: false),
  ]

  @Test("each kind", arguments: rows)
  func words(row: Row) {
    let withdrawal = Withdrawal(
      kind: row.kind, date: ReceiptDate(millisecondsSince1970: 0), reason: row.reason)
    #expect(withdrawal.text == row.text)
    #expect(withdrawal.hint == row.hint)
    #expect(withdrawal.checkReason == row.checkReason)
    #expect(withdrawal.isRefund == row.isRefund)
    #expect(withdrawal.isUpgrade == (row.checkReason == .upgraded))
  }

  @Test(
    "before Apple wrote a type, owner and reason tell what it was",
    arguments: [
      (nil, nil, .refund), (nil, 0, .refund), (nil, 1, .refund), (nil, 2, .unknown),
      ("FAMILY_SHARED", 0, .familySharingEnded), ("ASSIGNED", 0, .seatTakenBack),
      ("PURCHASED", 0, .refund),
    ] as [(String?, Int64?, Withdrawal.Kind)])
  func untyped(owner: String?, reason: Int64?, kind: Withdrawal.Kind) {
    let purchase = madePurchase("1", 1) {
      $0.inAppOwnershipType = owner.map { ReceiptString($0) }
      $0.cancellationReason = reason
    }
    #expect(purchase.withdrawalKind == kind)
  }

  @Test(
    "a reason that comes from the customer, or a type, is no upgrade",
    arguments: [
      (0, nil, .upgrade(to: year, isInferred: true)), (1, nil, .refund),
      (0, Revocation.full, .refund), (nil, Revocation.family, .familySharingEnded),
    ] as [(Int64?, ReceiptString?, Withdrawal.Kind)])
  func inferred(reason: Int64?, type: ReceiptString?, kind: Withdrawal.Kind) {
    let cancelled = madePurchase("1", 1, 9) {
      $0.cancellationDate = ReceiptDate(millisecondsSince1970: 5)
      $0.cancellationReason = reason
      $0.revocationType = type
    }
    let history = PurchaseHistory([cancelled, madePurchase("2", 5, 20, of: "year")])
    let withdrawal = history.withdrawal(of: history.records[0])
    #expect(withdrawal?.kind == kind)
    #expect(
      withdrawal?.reason == (kind == .upgrade(to: Self.year, isInferred: true) ? nil : reason))
  }
}
