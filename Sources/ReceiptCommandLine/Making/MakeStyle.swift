internal import ReceiptCore
internal import ReceiptMaking

/// What can be made.
enum MakeStyle: String, CaseIterable, Sendable {
  case apple, xcode, ios6
  case jwsTransaction = "jws-transaction"
  case jwsAppTransaction = "jws-app-transaction"
  case jwsRenewalInfo = "jws-renewal-info"
  case jwsNotification = "jws-notification"
  case jwsRealtimeRequest = "jws-realtime-request"
  case verifyReceipt = "verify-receipt"
  case request
  case notificationV1 = "notification-v1"
  case apiHistory = "api-history"
  case apiStatuses = "api-statuses"
  case apiRefunds = "api-refunds"
  case apiOrder = "api-order"
  case apiTransaction = "api-transaction"
  case apiAppTransaction = "api-app-transaction"
  case apiNotifications = "api-notifications"
  case apiTestNotification = "api-test-notification"
  case apiRenewalExtension = "api-renewal-extension"
  case apiSeats = "api-seats"
  case apiGroups = "api-groups"
  case apiError = "api-error"

  /// What a style writes. All else about it follows from that.
  enum Kind {
    case attributes(AttributeStyle)
    case ios6
    /// A JWS of this form.
    case signed(ReceiptForm)
    case verifyReceipt
    /// The body that is posted to verifyReceipt.
    case request
    case notificationV1
    case api(APIResponse.Kind)
  }

  var kind: Kind {
    switch self {
    case .apple: .attributes(.apple)
    case .xcode: .attributes(.xcode)
    case .ios6: .ios6
    case .jwsTransaction: .signed(.transaction)
    case .jwsAppTransaction: .signed(.appTransaction)
    case .jwsRenewalInfo: .signed(.renewalInfo)
    case .jwsNotification: .signed(.notification)
    case .jwsRealtimeRequest: .signed(.realtimeRequest)
    case .verifyReceipt: .verifyReceipt
    case .request: .request
    case .notificationV1: .notificationV1
    case .apiHistory: .api(.history)
    case .apiStatuses: .api(.statuses)
    case .apiRefunds: .api(.refunds)
    case .apiOrder: .api(.order)
    case .apiTransaction: .api(.transaction)
    case .apiAppTransaction: .api(.appTransaction)
    case .apiNotifications: .api(.notifications)
    case .apiTestNotification: .api(.testNotification)
    case .apiRenewalExtension: .api(.renewalExtension)
    case .apiSeats: .api(.seats)
    case .apiGroups: .api(.groups)
    case .apiError: .api(.error)
    }
  }

  /// The style of responses to one request.
  init?(_ kind: APIResponse.Kind) { self.init(rawValue: "api-" + kind.rawValue) }

  /// The style that makes a receipt of this form again; `nil` for a form that has several.
  init?(_ form: ReceiptForm) {
    let style = Self.allCases.first { style in
      switch style.kind {
      case .signed(let own): own == form
      case .ios6: form == .ios6Transaction
      case .verifyReceipt: form == .verifyReceipt
      case .notificationV1: form == .notificationV1
      case .api(let kind): kind == .error && form == .apiError
      case .attributes(let style): style == .apple && form == .payload
      case .request: false
      }
    }
    guard let style else { return nil }
    self = style
  }

  /// The form of receipts whose signed part is a text.
  var form: ReceiptForm? {
    switch kind {
    case .signed(let form): form
    case .ios6: .ios6Transaction
    default: nil
    }
  }

  /// The response of the App Store Server API that it is.
  var response: APIResponse.Kind? {
    if case .api(let kind) = kind { kind } else { nil }
  }

  /// Whether what it signs is StoreKit 2's.
  var isStoreKit: Bool {
    switch kind {
    case .signed, .api: true
    case .attributes, .ios6, .verifyReceipt, .request, .notificationV1: false
    }
  }

  /// Whether it holds a notification about an event.
  var tellsOfEvent: Bool {
    switch kind {
    case .signed(.notification), .notificationV1, .api(.notifications): true
    default: false
    }
  }

  /// Whether it holds attributes that can be replaced.
  var hasAttributes: Bool {
    switch kind {
    case .attributes, .request: true
    default: false
    }
  }

  /// The digest with which the style is always signed; `nil` if there is a choice.
  var onlyDigest: DigestAlgorithm? {
    switch kind {
    case .ios6: .sha1
    case .signed, .api: .sha256
    case .attributes, .verifyReceipt, .request, .notificationV1: nil
    }
  }

  /// The extension of a file name.
  var ending: String {
    switch kind {
    case .attributes: ".receipt"
    case .ios6: ".plist"
    case .signed: ".jws"
    case .verifyReceipt, .request, .notificationV1, .api: ".json"
    }
  }

  /// Whether it is one line of text.
  var isText: Bool {
    switch kind {
    case .attributes, .ios6: false
    case .signed, .verifyReceipt, .request, .notificationV1, .api: true
    }
  }
}

/// The digest on the command line or in a SPEC.
enum DigestArgument: String, CaseIterable {
  case sha1, sha256

  var digest: DigestAlgorithm {
    switch self {
    case .sha1: .sha1
    case .sha256: .sha256
    }
  }
}
