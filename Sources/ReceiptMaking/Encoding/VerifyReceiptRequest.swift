package import ReceiptCore

/// What an app's server posts to verifyReceipt (Apple, "requestBody").
package struct VerifyReceiptRequest: Sendable {
  package var receipt: [UInt8]
  /// The app's shared secret.
  package var password: String?
  package var excludesOldTransactions: Bool?

  package init(
    _ receipt: [UInt8], password: String? = nil, excludesOldTransactions: Bool? = nil
  ) {
    self.receipt = receipt
    self.password = password
    self.excludesOldTransactions = excludesOldTransactions
  }

  package var json: JSONValue {
    var json = JSONMembers()
    json.add("receipt-data", .string(Base64.encode(receipt)))
    json.add("password", password.map { .string($0) })
    json.add("exclude-old-transactions", excludesOldTransactions)
    return json.object
  }
}
