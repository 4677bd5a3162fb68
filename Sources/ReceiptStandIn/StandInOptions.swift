package import ReceiptCore
package import ReceiptMaking

/// How a stand-in behaves, besides what its scenarios say.
package struct StandInOptions: Sendable {
  /// What signs. Everyone has the keys of the built-in one.
  package var authority: TestAuthority
  /// Whose tokens the App Store Server API accepts.
  package var developer: DeveloperKey
  /// The app's shared secret for verifyReceipt; `nil` to accept any.
  package var sharedSecret: String?
  /// The date that the clock shows at the start; `nil` for the real one.
  package var start: ReceiptDate?
  /// How many seconds of the clock one real second takes. With 0 it moves only when it is told to.
  package var speed: Int64 = 1
  /// Whether notifications are sent anywhere.
  package var hasNotificationURL = false
  package var faults: [StandInFault] = []

  package init(authority: TestAuthority, developer: DeveloperKey) {
    self.authority = authority
    self.developer = developer
  }
}
