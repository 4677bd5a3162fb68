/// Withdrawals that stand beside the date of a transaction. The type of a notification tells of one. So do the items of
/// the Advanced Commerce API.
///
/// Apple dates each in the transaction itself. Where that date is missing, the purchase gives nothing all the same.
struct WithdrawalNotices {
  /// The transactions of which a notification says that their sharing ended.
  private(set) var unshared: Set<ReceiptString> = []
  /// When the newest such notification about a transaction was made, and which one it is.
  private var notices: [ReceiptString: (date: ReceiptDate, type: ReceiptString)] = [:]

  init(_ sources: [AccountSource], _ used: [Int]) {
    for index in used {
      let source = sources[index]
      guard let notification = source.decoded.notification, notification.subtype == nil,
        let type = notification.notificationType, type == Self.revoke || type == Self.refund
      else { continue }
      let carried =
        source.decoded.allPurchases + source.decoded.allNested.flatMap(\.allPurchases)
      if type == Self.revoke { unshared.formUnion(carried.compactMap(\.transactionID)) }
      // One of version 1 carries all that a receipt has.
      guard carried.count == 1, let id = carried[0].transactionID, let date = source.madeAt,
        !carried[0].isTakenBack, !carried[0].hasSeatsLeft,
        notices[id].map({ $0.date < date }) ?? true
      else { continue }
      notices[id] = (date, type)
    }
    guard !notices.isEmpty else { return }
    // A text that was signed later, and tells of none, takes it back.
    for index in used {
      let source = sources[index]
      guard source.certainty.isSigned, source.decoded.notification == nil, let made = source.madeAt
      else { continue }
      for purchase in source.decoded.allPurchases {
        guard let id = purchase.transactionID, let notice = notices[id],
          made.since(notice.date).milliseconds >= Self.tolerance
        else { continue }
        notices[id] = nil
      }
    }
  }

  /// A notification and the transaction in it are signed in the same minute.
  private static let tolerance: Int64 = 60_000

  private static let revoke = ReceiptString("REVOKE")
  private static let refund = ReceiptString("REFUND")

  /// The records with the withdrawals that stand beside them.
  func completed(_ records: [InAppPurchase]) -> [InAppPurchase] {
    var records = records
    for place in records.indices {
      guard records[place].cancellationDate == nil, let notice = notice(of: records[place])
      else { continue }
      records[place].cancellationDate = notice.date
      if records[place].revocationType == nil, !records[place].isAssigned {
        let isShared = notice.type == Self.revoke || records[place].isFamilyShared
        records[place].revocationType = isShared ? Revocation.family : Revocation.full
      }
    }
    return records
  }

  private func notice(of record: InAppPurchase) -> (date: ReceiptDate, type: ReceiptString)? {
    guard record.isUpgraded != true else { return nil }
    if let id = record.transactionID, let told = notices[id] { return told }
    return record.endOfItems.map { ($0, Self.refund) }
  }
}
