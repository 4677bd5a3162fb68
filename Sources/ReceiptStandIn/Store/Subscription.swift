internal import ReceiptCore
internal import ReceiptMaking

/// A subscription of a customer: what it is now, and what will happen to it.
struct Subscription: Sendable {
  /// The original transaction id, which all its periods have.
  let chain: ReceiptString
  /// The place of its newest period among the transactions of the customer.
  var newest: Int
  /// What Apple's server says of the next period.
  var renewal: RenewalInfo
  /// How long its periods are, unless they are extended.
  var length: PeriodLength
  var phase: Phase
  /// Whether the next payment fails.
  var paymentFails = false
  /// How long a customer whose payment fails keeps access.
  var grace: Int64?
  /// Why it ends with its period, where the scenario says so.
  var plannedIntent: Int64?
  /// How often it was renewed here.
  var renewals = 0
  /// When its period was extended.
  var extensions: [ReceiptDate] = []

  enum Phase: Sendable {
    case running, grace, retry, ended
  }

  /// A year of it in short periods would fill the memory.
  static let maximumRenewals = 1000
  /// How long Apple tries to charge; with a commitment for a year, longer (Apple, "isInBillingRetryPeriod").
  static let daysOfRetry: Int64 = 60
  static let daysOfRetryWithCommitment: Int64 = 90

  /// Why a subscription ended (Apple, "expirationIntent").
  enum Intent {
    static let voluntary: Int64 = 1
    static let billing: Int64 = 2
    static let price: Int64 = 3
    static let other: Int64 = 5
  }

  /// The subscription as a scenario leaves it at a date. A renewal that fails or ends while the period still runs is
  /// what will happen at its end.
  init(
    chain: ReceiptString, newest: Int, period: InAppPurchase, _ renewal: RenewalInfo,
    length: PeriodLength, at date: ReceiptDate
  ) {
    typealias Status = SubscriptionStatus
    self.chain = chain
    self.newest = newest
    self.renewal = renewal
    self.length = length
    var status = APIResponse.SubscriptionStatus(period, renewal, at: date).status
    // In the last moment of a period, nothing has happened yet.
    if status != Status.revoked, period.expiresDate == date { status = Status.active }
    phase =
      switch status {
      case Status.active: .running
      case Status.gracePeriod: .grace
      case Status.billingRetry: .retry
      default: .ended
      }
    guard let end = period.expiresDate, phase == .running || phase == .grace else { return }
    grace = renewal.gracePeriodExpiresDate.map {
      $0.millisecondsSince1970 - end.millisecondsSince1970
    }.flatMap { $0 > 0 ? $0 : nil }
    guard phase == .running else { return }
    paymentFails = renewal.isInBillingRetryPeriod == true || grace != nil
    plannedIntent = paymentFails ? nil : renewal.expirationIntent
    self.renewal.isInBillingRetryPeriod = nil
    self.renewal.gracePeriodExpiresDate = nil
    self.renewal.expirationIntent = nil
  }
}
