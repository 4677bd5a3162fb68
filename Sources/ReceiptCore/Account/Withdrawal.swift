/// Why a purchase gives nothing any more, and since when (Apple, "revocationType", "revocationReason").
public struct Withdrawal: Sendable, Equatable {
  /// What happened.
  public let kind: Kind
  /// Since when; `nil` if the source does not date it: StoreKit 2 dates no upgrade.
  public let date: ReceiptDate?
  /// Apple's number of the reason: 1 = a fault of the app, as the customer sees it; 0 = another.
  public var reason: Int64?

  /// What happened to a purchase.
  public enum Kind: Sendable, Equatable {
    /// Apple gave the money back.
    case refund
    /// Apple gave a part of the money back, in thousandths of a percent: 40000 for 40 %.
    case partialRefund(share: Int64?)
    /// A family member no longer shares it.
    case familySharingEnded
    /// An organisation or a group took the seat back from this person.
    case seatTakenBack
    /// The customer moved to another product of the same subscription. Apple's responses say so. In an app receipt it
    /// is inferred: the other product was bought when this one was cancelled.
    case upgrade(to: ReceiptString?, isInferred: Bool)
    /// Apple withdrew it for a reason that it does not document. It may be a move to a bundle.
    case unknown
  }

  /// The largest time between the end of one product and the beginning of the other.
  package static let tolerance = TimeSpan(milliseconds: 3_600_000)

  /// A share of a price: `40 %`, `0.5 %`.
  package static func percent(_ share: Int64) -> String {
    let (whole, rest) = share.quotientAndRemainder(dividingBy: 1000)
    var decimals = String(1000 + rest.magnitude).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(whole)\(decimals.isEmpty ? "" : ".\(decimals)") %"
  }

  /// Whether Apple gave money back to this customer.
  public var isRefund: Bool {
    switch kind {
    case .refund, .partialRefund: true
    case .familySharingEnded, .seatTakenBack, .upgrade, .unknown: false
    }
  }

  /// Whether the customer has another product in its place.
  package var isUpgrade: Bool { if case .upgrade = kind { true } else { false } }
}

extension InAppPurchase {
  /// Whether it gives nothing any more: it was withdrawn, or the customer moved to another product.
  ///
  /// A refund of some seats leaves the others (Apple, "revokedSeatQuantity").
  package var isTakenBack: Bool {
    cancellationDate != nil && !hasSeatsLeft || self.isUpgraded == true
  }

  /// Whether some seats were refunded, and others were not.
  package var hasSeatsLeft: Bool {
    guard let revoked = self.revokedSeatQuantity, revoked > 0 else { return false }
    return revoked < quantity ?? 0
  }

  /// The kind of withdrawal, apart from upgrades that are inferred.
  var withdrawalKind: Withdrawal.Kind {
    switch self.revocationType {
    case Revocation.family: return .familySharingEnded
    case Revocation.assignment: return .seatTakenBack
    case Revocation.prorated: return .partialRefund(share: self.revocationPercentage)
    case Revocation.full: return .refund
    case .some: return .unknown
    case nil: break
    }
    // Before December 2025 Apple wrote no type. Then the owner tells what it was.
    if isFamilyShared { return .familySharingEnded }
    if isAssigned { return .seatTakenBack }
    // Reasons other than 0 and 1 are not documented. StoreKit has one for a move to a bundle.
    return [nil, 0, 1].contains(cancellationReason) ? .refund : .unknown
  }
}

extension PurchaseHistory {
  /// Why a record gives nothing any more; `nil` if it does.
  package func withdrawal(of record: InAppPurchase) -> Withdrawal? {
    guard record.isTakenBack else { return nil }
    guard let date = record.cancellationDate else {
      return Withdrawal(
        kind: .upgrade(to: successor(of: record)?.productID, isInferred: false), date: nil)
    }
    let successor = other(than: record, boughtAbout: date)
    if record.isUpgraded == true {
      return Withdrawal(kind: .upgrade(to: successor?.productID, isInferred: false), date: date)
    }
    // Reason 1 comes from the customer, and a type names what happened: neither is an upgrade.
    guard let successor, record.cancellationReason != 1, record.revocationType == nil else {
      return Withdrawal(
        kind: record.withdrawalKind, date: date, reason: record.cancellationReason)
    }
    return Withdrawal(kind: .upgrade(to: successor.productID, isInferred: true), date: date)
  }

  /// The next product of the same subscription after a record that was upgraded without a date.
  private func successor(of record: InAppPurchase) -> InAppPurchase? {
    record.purchaseDate.flatMap { other(than: record, boughtFrom: $0) }
  }
}
