/// What the App Store Server API responded, besides the signed texts in it. Nothing of it is signed.
public struct APIResponse: Sendable {
  /// Which request it answers.
  public var kind: Kind
  /// Whether there are more pages: then it is not the whole of what Apple knows.
  public var hasMore: Bool?
  /// What to send for the next page.
  public var revision: ReceiptString?
  /// The same for notification histories.
  public var paginationToken: ReceiptString?
  /// The answer to a look-up of an order: 0 = valid, 1 = not.
  public var status: Int64?
  /// The states of subscriptions, in the order of the response.
  public var subscriptions: [SubscriptionStatus] = []
  /// Which receipts hold each transaction, if several receipts were put together.
  public var transactions: [TransactionSource] = []
  /// Seven digits, the first three of which are the HTTP status.
  public var errorCode: Int64?
  /// What is wrong, in Apple's words.
  public var errorMessage: ReceiptString?
  /// Whether the extension of a renewal date was accepted.
  public var success: Bool?
  /// Whether an extension for all subscribers is finished.
  public var complete: Bool?
  /// When a renewal date was moved to.
  public var effectiveDate: ReceiptDate?
  /// When that extension was finished.
  public var completeDate: ReceiptDate?
  /// The identifier that the developer gave the request.
  public var requestIdentifier: ReceiptString?
  /// The subscription whose renewal date was extended.
  public var originalTransactionID: ReceiptString?
  /// The subscription period that was extended.
  public var webOrderLineItemID: ReceiptString?
  /// How many subscriptions were extended.
  public var succeededCount: Int64?
  /// How many subscriptions could not be extended.
  public var failedCount: Int64?
  /// Identifies a test notification.
  public var testNotificationToken: ReceiptString?
  /// The attempts to deliver a notification, as Apple writes them.
  public var sendAttempts: JSONValue?
  /// How many seats were bought.
  public var totalSeatCount: Int64?
  /// How many seats are free.
  public var availableSeatCount: Int64?
  /// The claims of the seats that are taken.
  public var assignedSeatClaimIDs: [ReceiptString]?
  /// Identifies the claim of a seat.
  public var seatClaimID: ReceiptString?

  package init(_ kind: Kind) { self.kind = kind }

  /// Whether a purchase that is not in it does not exist: a history on one page. Filters of the request do not show.
  package var holdsAllPurchases: Bool { kind == .history && hasMore != true }

  /// Which request it answers. The raw value is stable.
  public enum Kind: String, Sendable, CaseIterable {
    /// Get Transaction History.
    case history
    /// Get All Subscription Statuses.
    case statuses
    /// Look Up Order ID.
    case order
    /// Get Refund History.
    case refunds
    /// Get Transaction Info, or a change by the Advanced Commerce API.
    case transaction
    /// Get App Transaction Info.
    case appTransaction = "app-transaction"
    /// Get Notification History.
    case notifications
    /// Request a Test Notification, and Get Test Notification Status.
    case testNotification = "test-notification"
    /// Extend a Subscription Renewal Date, for one or all subscribers, and the status of that.
    case renewalExtension = "renewal-extension"
    /// Get Seat Info, and Claim Seat.
    case seats
    /// Get Customer Groups, and Get Group Members.
    case groups
    /// An error of the API, with its code.
    case error
    /// No response, but several receipts of one customer that were put together.
    case together
  }

  /// A transaction, and the receipts that hold it.
  public struct TransactionSource: Sendable {
    /// The transaction's identifier.
    public let transactionID: ReceiptString
    /// The product of the transaction.
    public let productID: ReceiptString?
    /// The names of the inputs.
    public internal(set) var pieces: [String]
  }

  /// The state of one subscription, by its last transaction.
  public struct SubscriptionStatus: Sendable {
    /// The group that the subscription belongs to.
    public var subscriptionGroupIdentifier: ReceiptString?
    /// Identifies the subscription.
    public var originalTransactionID: ReceiptString?
    /// 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
    public var status: Int64?

    package init() {}
  }
}
