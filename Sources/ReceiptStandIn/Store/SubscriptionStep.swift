internal import ReceiptCore

/// What happens next to a subscription, and when.
struct SubscriptionStep: Sendable {
  let date: ReceiptDate
  let event: Event

  enum Event: Sendable, Equatable {
    case renews
    /// The payment fails. There may be a time of grace, in milliseconds.
    case fails(grace: Int64?)
    case graceEnds
    /// It ends, for a reason (Apple, "expirationIntent").
    case ends(intent: Int64)
  }
}

extension Subscription {
  /// What the passing time does next; `nil` for nothing.
  ///
  /// - Parameter period: the newest one.
  func nextStep(_ period: InAppPurchase) -> SubscriptionStep? {
    guard let end = period.expiresDate, period.cancellationDate == nil else { return nil }
    switch phase {
    case .running: return SubscriptionStep(date: end, event: atEnd)
    case .grace:
      return SubscriptionStep(
        date: renewal.gracePeriodExpiresDate ?? end, event: .graceEnds)
    case .retry:
      let hasCommitment = period.billingPeriodNumber != nil
      let days = hasCommitment ? Self.daysOfRetryWithCommitment : Self.daysOfRetry
      return SubscriptionStep(
        date: ReceiptDate(
          millisecondsSince1970: end.millisecondsSince1970 + days * PeriodLength.day),
        event: .ends(intent: Intent.billing))
    case .ended: return nil
    }
  }

  /// What happens at the end of the period.
  private var atEnd: SubscriptionStep.Event {
    if let plannedIntent { return .ends(intent: plannedIntent) }
    if renewal.autoRenewStatus == false { return .ends(intent: Intent.voluntary) }
    // The customer was asked to agree to a higher price, and did not.
    if renewal.priceIncreaseStatus == 0 || renewal.priceConsentStatus == 0 {
      return .ends(intent: Intent.price)
    }
    if paymentFails { return .fails(grace: grace) }
    return renewals < Self.maximumRenewals ? .renews : .ends(intent: Intent.other)
  }
}
