internal import ReceiptCore
internal import ReceiptMaking

/// What signs in the pretended App Store.
struct Signer: Sendable {
  let authority: TestAuthority
  /// Trusts Apple's roots, and those of the authority.
  let verifier: ReceiptVerifier

  init(_ authority: TestAuthority) throws {
    self.authority = authority
    let roots = try AuthorityFiles.rootsText(of: authority)
    verifier = ReceiptVerifier(trustRoots: try TrustAnchor.custom(Array(roots.utf8)))
  }

  func transaction(
    _ purchase: InAppPurchase, of app: Receipt, at date: ReceiptDate
  ) throws(SigningFailure) -> [UInt8] {
    try jws(StoreKitPayload.transaction(purchase, of: app.signed(at: date)))
  }

  func renewal(
    _ renewal: RenewalInfo, of app: Receipt, at date: ReceiptDate
  ) throws(SigningFailure) -> [UInt8] {
    try jws(StoreKitPayload.renewalInfo(renewal, of: app.signed(at: date)))
  }

  /// - Parameter app: as `Customer.appTransaction` has it.
  func appTransaction(_ app: Receipt, at date: ReceiptDate) throws(SigningFailure) -> [UInt8] {
    var app = app
    app.receiptCreationDate = date
    return try jws(StoreKitPayload.appTransaction(app))
  }

  func notification(_ notice: Notice) throws(SigningFailure) -> [UInt8] {
    var signed: [(name: String, jws: [UInt8])] = []
    if notice.notification.isAboutPurchase {
      if let purchase = notice.purchase {
        signed.append(
          ("signedTransactionInfo", try transaction(purchase, of: notice.app, at: notice.date)))
      }
      if let renewal = notice.renewal {
        signed.append(
          ("signedRenewalInfo", try self.renewal(renewal, of: notice.app, at: notice.date)))
      }
    }
    if let app = notice.appTransaction {
      signed.append(("signedAppTransactionInfo", try appTransaction(app, at: notice.date)))
    }
    return try jws(
      StoreKitPayload.notification(
        notice.notification, of: notice.app.signed(at: notice.date), signed: signed))
  }

  /// An app receipt with these purchases. Its dates have no milliseconds.
  func receipt(
    _ app: Receipt, _ purchases: [InAppPurchase], at date: ReceiptDate, seed: String
  ) throws(SigningFailure) -> [UInt8] {
    var receipt = app
    receipt.inApp = purchases
    receipt.receiptCreationDate = ReceiptDate(
      millisecondsSince1970: date.millisecondsSince1970 / 1000 * 1000)
    return try authority.receipt(ReceiptDraft(receipt, seed: Array(seed.utf8)))
  }

  private func jws(_ json: JSONValue) throws(SigningFailure) -> [UInt8] {
    try authority.jws(json.description).encoded
  }
}

extension Receipt {
  fileprivate func signed(at date: ReceiptDate) -> Receipt {
    var receipt = self
    receipt.signedDate = date
    return receipt
  }
}
