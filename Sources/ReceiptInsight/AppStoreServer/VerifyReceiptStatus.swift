internal import ReceiptCore

/// The status codes of verifyReceipt (Apple, "status").
package enum VerifyReceiptStatus {
  package struct Explanation: Sendable {
    /// What the code means.
    package let meaning: String
    /// What to do about it.
    package let advice: String
  }

  /// What a code means; `nil` for one that Apple does not document.
  package static func explanation(of status: Int64) -> Explanation? {
    if internalErrors.contains(status) {
      return Explanation(
        meaning: "an internal error of Apple's while it looked for the data",
        advice: "ask again later if is-retryable says so")
    }
    return table[status]
  }

  /// The codes that Apple documents singly, in order. Those of internal errors are a range.
  package static var documented: [Int64] { table.keys.sorted() }

  /// Whether a response says what the customer has. With `expired` Apple sends the receipt that had expired.
  package static func isAboutCustomer(_ status: Int64) -> Bool { status == 0 || status == expired }

  /// Whether the same request may have another answer in a moment.
  ///
  /// - Parameter isRetryable: what the response says of itself.
  package static func isPassing(_ status: Int64, isRetryable: Bool?) -> Bool {
    isRetryable ?? [21005, 21009].contains(status)
  }

  package static let valid: Int64 = 0
  /// The receipt is valid, and its subscription had ended.
  static let expired: Int64 = 21006

  package static let internalErrors: ClosedRange<Int64> = 21100...21199

  private static let table: [Int64: Explanation] = [
    0: Explanation(
      meaning: "the receipt is valid; a subscription in it may have expired all the same",
      advice: "look at the dates"),
    21000: Explanation(
      meaning: "the request was no HTTP POST, or its JSON could not be read",
      advice: "fix the program that asks"),
    21001: Explanation(meaning: "Apple does not send this any more", advice: "ask again"),
    21002: Explanation(
      meaning: "the receipt data is malformed or missing, or Apple had a fault for a moment",
      advice:
        "look at what your server sent as receipt-data: base64 that was cut, encoded twice or whose + became "
        + "spaces, line breaks in it, a JWS, a receipt of Xcode's tests and another key than receipt-data give this. If it is a whole receipt, ask again"
    ),
    21003: Explanation(
      meaning: "Apple could not authenticate the receipt",
      advice:
        "unlock nothing for this receipt; bytes that changed on the way give this, and receipts of Xcode's tests"
    ),
    21004: Explanation(
      meaning: "the shared secret is missing, or not that of the account",
      advice: "take the app's secret from App Store Connect"),
    21005: Explanation(
      meaning: "Apple's receipt server was not available", advice: "ask again later"),
    21006: Explanation(
      meaning:
        "the receipt is valid, but the subscription has expired; only answers in the style of "
        + "iOS 6 say this",
      advice: "treat the subscription as expired"),
    21007: Explanation(
      meaning: "a test receipt was sent to Apple's address for real purchases",
      advice:
        "send the same receipt to https://sandbox.itunes.apple.com/verifyReceipt; the customer need not do anything"
    ),
    21008: Explanation(
      meaning: "a receipt of real purchases was sent to Apple's address for tests",
      advice:
        "send the same receipt to https://buy.itunes.apple.com/verifyReceipt; the customer need not do anything"
    ),
    21009: Explanation(
      meaning: "an internal error of Apple's while it looked for the data",
      advice: "ask again later"),
    21010: Explanation(
      meaning: "the account was not found, or was deleted",
      advice: "treat the customer as one who never bought"),
  ]
}
