/// A subscription's status as the App Store Server API has it (Apple, "status").
package enum SubscriptionStatus {
  package static let active: Int64 = 1
  package static let expired: Int64 = 2
  package static let billingRetry: Int64 = 3
  package static let gracePeriod: Int64 = 4
  package static let revoked: Int64 = 5
}
