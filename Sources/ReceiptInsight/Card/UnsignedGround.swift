internal import ReceiptCore

/// What an action rests on, where unsigned text stands beside signed text.
extension Judgement {
  /// Whether an action rests on text that no signature covers.
  func restsOnUnsigned(_ action: Action) -> Bool {
    guard situation.account.isPartlyRelied(party: situation.party) else { return false }
    let about = holdings.filter { action.products.contains($0.productID) }
    // Payments are told one by one.
    if action.code != .chargesShown, about.contains(where: \.isContradicted) { return true }
    switch action.code {
    case .agreeToPrice, .alreadyCancelled:
      return about.contains { situation.renewal(of: $0).map(isUnsigned) ?? false }
    case .howToCancel:
      // One that is left out goes on, if its renewal is on after all.
      return holdings.contains {
        !action.products.contains($0.productID) && $0.isHeld
          && situation.renewal(of: $0).map { $0.isTurnedOff && isUnsigned($0) } ?? false
      }
    case .notCharged, .payerCancels: return about.contains(where: isPayerUnsigned)
    case .chargesShown:
      return isUnsigned { CardWords(self).isPaid($0) }
        || history.records.contains {
          CardWords(self).isPaid($0) && situation.account.isUnsigned(["price", "currency"], of: $0)
        }
    case .pastRefundShown:
      return isUnsigned { action.products.contains($0.productID ?? ReceiptString("")) }
    default: return false
    }
  }

  /// Whether only unsigned text tells of a renewal, beside signed text.
  func isUnsigned(_ renewal: RenewalInfo) -> Bool {
    situation.account.isPartlyRelied(party: situation.party)
      && !situation.account.isRelied(renewal, party: situation.party)
  }

  /// Whether only unsigned text tells who pays for something that signed text tells of.
  func isPayerUnsigned(_ holding: Holding) -> Bool {
    unsignedFields(of: holding).contains("in_app_ownership_type")
  }

  /// The fields that only unsigned text tells of something that signed text tells of.
  func unsignedFields(of holding: Holding) -> Set<String> {
    guard situation.account.isPartlyRelied(party: situation.party) else { return [] }
    let unsigned = situation.account.provenance(of: holding).filter { !$0.certainty.isSigned }
    return Set(unsigned.map(\.field))
  }

  /// Whether only unsigned text tells of one of these purchases, or that it was taken back.
  private func isUnsigned(_ isAbout: (InAppPurchase) -> Bool) -> Bool {
    let signed = situation.account.reliedHistory(of: situation.party)?.records ?? []
    let isTakenBack = Dictionary(
      signed.compactMap { record in record.transactionID.map { ($0, record.isTakenBack) } },
      uniquingKeysWith: { first, _ in first })
    return history.records.contains { record in
      isAbout(record)
        && record.transactionID.flatMap { isTakenBack[$0] } != record.isTakenBack
    }
  }
}
