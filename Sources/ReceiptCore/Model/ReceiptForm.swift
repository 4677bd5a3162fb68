/// What kind of receipt something is. The raw value is stable.
public enum ReceiptForm: String, Sendable, CaseIterable {
  /// PKCS#7: the file at an app's `appStoreReceiptURL`.
  case appReceipt = "app-receipt"
  /// `SKPaymentTransaction.transactionReceipt`, until iOS 6.
  case ios6Transaction = "ios6-transaction"
  /// A response from Apple's verifyReceipt.
  case verifyReceipt = "verify-receipt"
  /// StoreKit 2: `AppTransaction`.
  case appTransaction = "app-transaction"
  /// StoreKit 2: `Transaction`.
  case transaction
  /// StoreKit 2: `Product.SubscriptionInfo.RenewalInfo`.
  case renewalInfo = "renewal-info"
  /// An App Store Server Notification, version 2.
  case notification
  /// An App Store Server Notification, version 1: JSON without a signature.
  case notificationV1 = "notification-v1"
  /// What Retention Messaging asks a developer's server while a customer is about to cancel.
  case realtimeRequest = "realtime-request"
  /// A response of the App Store Server API, around signed texts.
  case apiAnswer = "api-answer"
  /// An error of the App Store Server API.
  case apiError = "api-error"
  /// What an app receipt signs, without its signature.
  case payload
}

extension ReceiptForm {
  /// What is so of every text of a form.
  private struct Row {
    let holder: Holder
    let signature: Signature
    let purchases: Extent
    let renewals: Extent
    var contents = Contents.own
  }

  private var row: Row {
    switch self {
    case .appReceipt: Row(holder: .app, signature: .cms, purchases: .all, renewals: .none)
    case .ios6Transaction:
      Row(holder: .app, signature: .propertyList, purchases: .one, renewals: .none)
    case .verifyReceipt:
      Row(
        holder: .server, signature: .none, purchases: .all, renewals: .all, contents: .aroundReceipt
      )
    case .appTransaction: Row(holder: .app, signature: .jws, purchases: .none, renewals: .none)
    case .transaction: Row(holder: .app, signature: .jws, purchases: .one, renewals: .none)
    case .renewalInfo: Row(holder: .app, signature: .jws, purchases: .none, renewals: .one)
    case .notification: Row(holder: .server, signature: .jws, purchases: .one, renewals: .one)
    case .notificationV1:
      Row(
        holder: .server, signature: .none, purchases: .all, renewals: .all, contents: .aroundReceipt
      )
    case .realtimeRequest: Row(holder: .server, signature: .jws, purchases: .none, renewals: .none)
    case .apiAnswer:
      Row(
        holder: .server, signature: .none, purchases: .some, renewals: .all,
        contents: .aroundSignedTexts)
    case .apiError:
      Row(
        holder: .server, signature: .none, purchases: .none, renewals: .none, contents: .error)
    case .payload: Row(holder: .app, signature: .none, purchases: .all, renewals: .none)
    }
  }

  /// Who has it: an app on a customer's device, or the developer's server, which Apple's server sent it.
  private enum Holder { case app, server }

  /// How Apple signs it.
  private enum Signature { case cms, propertyList, jws, none }

  /// What it holds itself, and what of it is in signed texts inside.
  private enum Contents { case own, aroundReceipt, aroundSignedTexts, error }

  /// How many items of a kind it can hold. Some are those that a request asked for.
  package enum Extent: Int, Comparable, Sendable {
    case none, one, some, all

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// How many of a customer's purchases it can hold. Consumables that were used up are in none.
  package var purchases: Extent { row.purchases }

  /// How many subscriptions' renewals it can hold.
  package var renewals: Extent { row.renewals }

  /// Whether Apple's server sends it to a developer's: a customer has no such thing.
  package var isFromServer: Bool { row.holder == .server }

  /// Whether StoreKit 2 or the App Store server signs it as a JWS.
  package var isJWS: Bool { row.signature == .jws }

  /// Whether it is what Apple's server says without a signature of its own.
  package var isUnsignedAnswer: Bool { isFromServer && row.signature == .none }

  /// Whether it is unsigned text that may hold a signed receipt as `latest_receipt`.
  package var isAroundReceipt: Bool { row.contents == .aroundReceipt }

  /// Whether it is unsigned text around texts that are signed one by one.
  package var isAroundSignedTexts: Bool { row.contents == .aroundSignedTexts }

  /// Whether it reports an error, and so says nothing of a customer.
  package var isErrorReport: Bool { row.contents == .error }

  /// Whether verifyReceipt takes it.
  package var isTakenByVerifyReceipt: Bool {
    row.signature == .cms || row.signature == .propertyList
  }

  /// Whether the app can get a new one at any time, with what was bought since (Apple, SKReceiptRefreshRequest).
  package var canBeRefreshed: Bool { row.signature == .cms }

  /// Whether its signature covers its date and its environment. That of iOS 6 covers the purchase alone.
  package var signsDate: Bool { row.signature != .propertyList }

  /// The form whose fields it has: a payload has those of the receipt around it.
  package var fieldsForm: ReceiptForm { self == .payload ? .appReceipt : self }
}
