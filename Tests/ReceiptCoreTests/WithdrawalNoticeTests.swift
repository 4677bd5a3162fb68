import Testing

@testable import ReceiptCore

/// What a notification says of a withdrawal that the transaction in it does not date.
@Suite struct WithdrawalNoticeTests {
  private static func date(_ time: Int64) -> ReceiptDate {
    ReceiptDate(millisecondsSince1970: time)
  }

  private static func notification(
    _ type: String, _ purchases: [InAppPurchase], at madeAt: Int64 = 100_000, subtype: String? = nil
  ) -> AccountSource {
    AccountSource.made(purchases, form: .notification, at: madeAt) {
      $0.notification = ServerNotification()
      $0.notification?.notificationType = ReceiptString(type)
      $0.notification?.subtype = subtype.map { ReceiptString($0) }
    }
  }

  private static func record(_ sources: AccountSource...) -> InAppPurchase {
    Ledger(sources, Array(sources.indices)).history.records[0]
  }

  @Test(
    "a withdrawal without a date has that of its notification",
    arguments: [("REFUND", Revocation.full), ("REVOKE", Revocation.family)])
  func dated(type: String, revocation: ReceiptString) {
    let told = Self.record(Self.notification(type, [madePurchase("1", 1, 9)]))
    #expect(told.cancellationDate == Self.date(100_000) && told.revocationType == revocation)
    let other = Self.record(Self.notification("DID_RENEW", [madePurchase("1", 1, 9)]))
    #expect(other.cancellationDate == nil && other.revocationType == nil)
    let subtype = Self.record(Self.notification(type, [madePurchase("1", 1, 9)], subtype: "NEW"))
    #expect(subtype.cancellationDate == nil)
  }

  @Test("a transaction keeps its own date, and the type of its withdrawal")
  func own() {
    let dated = madePurchase("1", 1, 9) {
      $0.cancellationDate = Self.date(3000)
      $0.revocationType = Revocation.prorated
    }
    let notice = Self.notification("REFUND", [madePurchase("1", 1, 9)])
    let told = Self.record(notice, AccountSource.made([dated], at: 100_000))
    #expect(told.cancellationDate == Self.date(3000))
    #expect(told.revocationType == Revocation.prorated)
    // A newer text without it took it back, though it is of the same minute.
    let reversed = AccountSource.made([madePurchase("1", 1, 9)], at: 130_000)
    #expect(Self.record(reversed, Self.notification("REFUND", [dated])).cancellationDate == nil)
    let typed = madePurchase("1", 1, 9) { $0.revocationType = Revocation.prorated }
    #expect(Self.record(Self.notification("REFUND", [typed])).revocationType == Revocation.prorated)
  }

  @Test("a refund of some seats leaves the others, and a seat that was taken back is no refund")
  func seats() {
    let seats = madePurchase("1", 1, 9) {
      $0.quantity = 3
      $0.revokedSeatQuantity = 1
    }
    #expect(Self.record(Self.notification("REFUND", [seats])).cancellationDate == nil)
    let assigned = madePurchase("1", 1, 9) { $0.inAppOwnershipType = ReceiptString("ASSIGNED") }
    let told = Self.record(Self.notification("REVOKE", [assigned]))
    #expect(told.cancellationDate != nil && told.revocationType == nil)
  }

  @Test("a notification about several purchases withdraws none, and none that was upgraded")
  func others() {
    let two = [madePurchase("1", 1, 9), madePurchase("2", 2, 9)]
    #expect(Self.record(Self.notification("REFUND", two)).cancellationDate == nil)
    let notice = Self.notification("REFUND", [madePurchase("1", 1, 9)])
    let upgraded = madePurchase("1", 1, 9) { $0.isUpgraded = true }
    let told = Self.record(notice, AccountSource.made([upgraded], at: 100_000))
    #expect(told.isUpgraded == true && told.cancellationDate == nil)
  }

  @Test(
    "a signed transaction of a minute later takes it back",
    arguments: [(59_999, .signed, false), (60_000, .signed, true), (60_000, .unsigned, false)]
      as [(Int64, Certainty, Bool)])
  func takenBack(gap: Int64, certainty: Certainty, isTakenBack: Bool) {
    let later = AccountSource.made(
      [madePurchase("1", 1, 9)], certainty: certainty, at: 100_000 + gap)
    let told = Self.record(later, Self.notification("REFUND", [madePurchase("1", 1, 9)]))
    #expect((told.cancellationDate == nil) == isTakenBack)
    // Another notification does not.
    let other = Self.notification("DID_RENEW", [madePurchase("1", 1, 9)], at: 200_000)
    let kept = Self.record(other, Self.notification("REFUND", [madePurchase("1", 1, 9)]))
    #expect(kept.cancellationDate == Self.date(100_000))
  }

  @Test("of two notifications the newer one decides")
  func newest() {
    let refund = Self.notification("REFUND", [madePurchase("1", 1, 9)], at: 100_000)
    for (gap, revocation) in [(0, Revocation.full), (1, Revocation.family)] {
      let revoked = Self.notification("REVOKE", [madePurchase("1", 1, 9)], at: 100_000 + Int64(gap))
      #expect(Self.record(refund, revoked).revocationType == revocation)
    }
  }
}
