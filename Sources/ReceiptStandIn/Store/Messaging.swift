/// What a developer set up for Retention Messaging.
struct Messaging: Sendable {
  /// The size of each image by its identifier.
  var images: [String: String] = [:]
  /// The images of each message by its identifier.
  var messages: [String: [String]] = [:]
  /// The default message of a product and a language.
  var defaults: [Key: String] = [:]
  var realtimeURL: String?
  /// The identifiers of the last performance tests, and how many there were.
  var tests: [String] = []
  var testCount = 0

  struct Key: Hashable, Sendable {
    let product: String
    let locale: String
  }

  /// How many images, messages and tests there may be.
  static let maximumCount = 2000
}
