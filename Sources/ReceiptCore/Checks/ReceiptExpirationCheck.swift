/// The receipt itself has not expired. Only those of the Volume Purchase Program do.
enum ReceiptExpirationCheck {
  static func run(_ receipt: Receipt, at time: ReceiptDate?) -> CheckResult {
    guard let time else { return .notAsked(.receiptExpiration, "needs --at") }
    guard let expires = receipt.expirationDate else {
      return .pass(.receiptExpiration, "it does not expire", evidence: ["at": time.description])
    }
    let evidence: Evidence = ["at": time.description, "expires": expires.description]
    guard time < expires else {
      return .fail(
        .receiptExpiration, .expired, "it expired at \(expires)", evidence: evidence,
        hint: "the organisation has to renew its licence")
    }
    return .pass(
      .receiptExpiration, expires.isNever ? "it never expires" : "it expires at \(expires)",
      evidence: evidence)
  }
}
