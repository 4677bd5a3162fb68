internal import ReceiptCore

/// What a list of Apple's holds that does not hold all purchases of a customer. Of what is outside, it says nothing.
enum PartOfList: Equatable {
  /// One page of a history; others follow.
  case page
  /// Refunds only.
  case refunds(hasMore: Bool)
  /// One order.
  case order
  /// The newest transaction of each subscription.
  case subscriptions
  /// Events, which may be of several customers.
  case events(hasMore: Bool)

  /// `nil` for what holds all purchases, and for single transactions.
  init?(_ decoded: DecodedReceipt) {
    guard decoded.form.isAroundSignedTexts, let response = decoded.apiResponse else { return nil }
    switch response.kind {
    case .history where response.hasMore == true: self = .page
    case .refunds: self = .refunds(hasMore: response.hasMore == true)
    case .order: self = .order
    case .statuses: self = .subscriptions
    case .notifications: self = .events(hasMore: response.hasMore == true)
    default: return nil
    }
  }

  /// Whether other pages follow.
  var hasMore: Bool {
    switch self {
    case .page, .refunds(hasMore: true), .events(hasMore: true): true
    case .refunds, .order, .subscriptions, .events: false
    }
  }

  /// The list, as a sentence names it.
  var name: String {
    switch self {
    case .page: "page"
    case .refunds: "list of refunds"
    case .order: "order"
    case .subscriptions: "list of subscriptions"
    case .events: "list of events"
    }
  }

  /// What it leaves out.
  var limit: String {
    switch self {
    case .page: "other pages follow, and may hold more"
    case .refunds(let hasMore):
      hasMore
        ? "it holds refunds only, and other pages follow"
        : "it holds refunds only, and may leave out other purchases"
    case .order: "it holds one order only"
    case .subscriptions: "it holds subscriptions only"
    case .events(let hasMore):
      "it holds events, not all purchases\(hasMore ? ", and other pages follow" : "")"
    }
  }
}
