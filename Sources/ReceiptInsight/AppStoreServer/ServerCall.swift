/// A call of the App Store Server API (Apple, "App Store Server API", version 1.23).
package struct ServerCall: Sendable {
  package let name: String
  package let method: String
  /// With the id in braces, as Apple names it.
  package let path: String

  private init(_ name: String, _ method: String, _ path: String) {
    self.name = name
    self.method = method
    self.path = path
  }

  package static let transactionInfo = ServerCall(
    "Get Transaction Info", "GET", "/inApps/v1/transactions/{transactionId}")
  package static let transactionHistory = ServerCall(
    "Get Transaction History", "GET", "/inApps/v2/history/{transactionId}")
  package static let subscriptionStatuses = ServerCall(
    "Get All Subscription Statuses", "GET", "/inApps/v1/subscriptions/{transactionId}")
  package static let refundHistory = ServerCall(
    "Get Refund History", "GET", "/inApps/v2/refund/lookup/{transactionId}")
  package static let appTransaction = ServerCall(
    "Get App Transaction Info", "GET",
    "/inApps/v1/transactions/appTransactions/{transactionId}")
  package static let orderLookup = ServerCall(
    "Look Up Order ID", "GET", "/inApps/v1/lookup/{orderId}")
  package static let consumption = ServerCall(
    "Send Consumption Information", "PUT",
    "/inApps/v2/transactions/consumption/{transactionId}")
  package static let renewalDate = ServerCall(
    "Extend a Subscription Renewal Date", "PUT",
    "/inApps/v1/subscriptions/extend/{originalTransactionId}")
  package static let accountToken = ServerCall(
    "Set App Account Token", "PUT",
    "/inApps/v1/transactions/{originalTransactionId}/appAccountToken")
}

/// A service of Apple's, with a server for each environment.
package struct AppleService: Sendable {
  package let production: String
  package let sandbox: String

  package static let appStoreServerAPI = AppleService(
    production: "api.storekit.apple.com", sandbox: "api.storekit-sandbox.apple.com")
  package static let verifyReceipt = AppleService(
    production: "buy.itunes.apple.com", sandbox: "sandbox.itunes.apple.com")
}
