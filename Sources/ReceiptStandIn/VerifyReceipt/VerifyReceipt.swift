internal import ReceiptCore
internal import ReceiptMaking

/// Apple's verifyReceipt (Apple, "verifyReceipt").
struct VerifyReceipt {
  let store: Store
  /// The environment of the address; `nil` for one that is for both.
  let environment: Receipt.Environment?
  /// The app's shared secret; `nil` to accept any.
  let sharedSecret: String?

  static let path = ["verifyReceipt"]

  /// The statuses (Apple, "status").
  enum Status {
    static let valid: Int64 = 0
    static let malformedRequest: Int64 = 21000
    static let malformedReceipt: Int64 = 21002
    static let notAuthentic: Int64 = 21003
    static let wrongSecret: Int64 = 21004
    static let expired: Int64 = 21006
    static let isSandbox: Int64 = 21007
    static let isProduction: Int64 = 21008
    static let noAccount: Int64 = 21010
    /// Faults of Apple's, of which the response says whether to ask again.
    static let internalFaults: ClosedRange<Int64> = 21100...21199
  }

  /// A response that is nothing but a status.
  struct Failure: Error {
    let status: Int64

    var json: JSONValue {
      var template = VerifyReceiptTemplate(Receipt())
      template.status = status
      if Status.internalFaults.contains(status) { template.isRetryable = true }
      return template.json
    }
  }

  func answer(_ request: StandInRequest) -> JSONValue {
    do throws(Failure) {
      return try response(request)
    } catch {
      return error.json
    }
  }

  private func response(_ request: StandInRequest) throws(Failure) -> JSONValue {
    guard request.method == "POST", let body = try? JSONValue(request.body), body.members != nil
    else { throw Failure(status: Status.malformedRequest) }
    guard let text = body["receipt-data"]?.string, let bytes = Base64.octets(text), !bytes.isEmpty,
      let decoded = try? ReceiptDecoder().decode(bytes),
      decoded.form.isTakenByVerifyReceipt, !decoded.isIncomplete,
      // Apple takes the bytes of a receipt in base64, and nothing around them.
      decoded.input.layers.isEmpty
    else { throw Failure(status: Status.malformedReceipt) }
    let verification = store.signer.verifier.verify(decoded)
    guard verification.isTrusted else { throw Failure(status: Status.notAuthentic) }
    let posted = Posted(
      decoded: decoded, customer: verification.status == .custom ? customer(of: decoded) : nil,
      text: Base64.encode(bytes),
      excludesOld: body["exclude-old-transactions"]?.bool ?? false)
    try check(posted, body)
    return try decoded.form == .appReceipt ? modern(posted) : old(posted)
  }

  /// A receipt that was posted.
  private struct Posted {
    let decoded: DecodedReceipt
    /// Whose it is, if the stand-in knows them.
    let customer: Customer?
    let text: String
    let excludesOld: Bool

    var receipt: Receipt { decoded.receipt }

    /// Everything that Apple's server knows to be bought.
    var purchases: [InAppPurchase] { customer?.purchasesOfReceipt ?? receipt.inApp }
    var hasSubscription: Bool { purchases.contains { $0.expiresDate != nil } }
  }

  /// The customer whose receipt it is: one of its transactions is known, or it is the copy of the app that the stand-in
  /// gave out.
  private func customer(of decoded: DecodedReceipt) -> Customer? {
    let receipt = decoded.receipt
    for purchase in receipt.inApp.prefix(Self.mostLookups) {
      let ids = [purchase.transactionID, purchase.originalTransactionID].compactMap { $0?.text }
      for id in ids {
        guard let place = store.place(id) else { continue }
        let customer = store.customers[place.customer]
        if customer.app.bundleID == receipt.bundleID { return customer }
      }
    }
    guard let opaque = receipt.opaqueValue else { return nil }
    return store.customers.first {
      $0.app.bundleID == receipt.bundleID && $0.app.opaqueValue.map(opaque.elementsEqual) == true
    }
  }

  /// How many purchases are looked up. If none of so many is known, none of them is.
  private static let mostLookups = 100

  private func check(_ posted: Posted, _ body: JSONValue) throws(Failure) {
    switch (environment, posted.receipt.environment ?? posted.customer?.environment) {
    case (.production, .sandbox): throw Failure(status: Status.isSandbox)
    case (.sandbox, .production): throw Failure(status: Status.isProduction)
    default: break
    }
    if posted.customer?.isDeleted == true { throw Failure(status: Status.noAccount) }
    guard let sharedSecret else { return }
    let said = body["password"]?.string
    // Only subscriptions need it.
    guard said != nil || posted.hasSubscription else { return }
    guard said.map({ $0.isEqualInConstantTime(to: sharedSecret) }) == true else {
      throw Failure(status: Status.wrongSecret)
    }
  }

  // MARK: Responses

  /// The response about an app receipt.
  private func modern(_ posted: Posted) throws(Failure) -> JSONValue {
    var receipt = posted.receipt
    receipt.requestDate = store.now
    var template = VerifyReceiptTemplate(receipt)
    guard posted.hasSubscription else { return template.json }
    var all = receipt
    all.inApp = posted.purchases
    // The newest first.
    template.latestReceiptInfo =
      (posted.excludesOld ? all.newestPeriods : all.inAppByPurchaseDate).reversed()
    guard let customer = posted.customer else {
      template.otherFields = [.init(name: "latest_receipt", value: .string(posted.text))]
      return template.json
    }
    template.renewals = customer.subscriptions.map(\.renewal)
    template.latestReceipt = try newestReceipt(of: customer)
    return template.json
  }

  private func newestReceipt(of customer: Customer) throws(Failure) -> [UInt8] {
    guard let receipt = try? store.receipt(of: customer) else {
      throw Failure(status: Status.internalFaults.lowerBound)
    }
    return receipt
  }

  /// The response about a transaction of iOS 6. The keys are those of the transaction, with underlines.
  private func old(_ posted: Posted) throws(Failure) -> JSONValue {
    guard let purchase = posted.receipt.inApp.first else {
      throw Failure(status: Status.malformedReceipt)
    }
    var newest = purchase
    if let customer = posted.customer,
      let place = customer.subscription(purchase.originalTransactionID)
    {
      newest = customer.period(of: customer.subscriptions[place])
    }
    let hasExpired = newest.expiresDate.map { $0 <= store.now } ?? false
    var members: [JSONValue.Member] = [
      .init(
        name: "status",
        value: .number(String(hasExpired ? Status.expired : Status.valid))),
      .init(name: "receipt", value: Self.entries(purchase, of: posted.receipt)),
    ]
    if newest.expiresDate != nil {
      members.append(
        .init(
          name: hasExpired ? "latest_expired_receipt_info" : "latest_receipt_info",
          value: Self.entries(newest, of: posted.receipt)))
    }
    return .object(members)
  }

  private static func entries(_ purchase: InAppPurchase, of receipt: Receipt) -> JSONValue {
    .object(
      IOS6Template.entries(purchase, of: receipt).map { entry in
        .init(
          name: String(entry.key.map { $0 == "-" ? "_" : $0 }), value: .string(entry.value))
      })
  }
}

extension String {
  /// Whether both are equal, in a time that does not depend on where they differ.
  fileprivate func isEqualInConstantTime(to other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return zip(utf8, other.utf8).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
  }
}
