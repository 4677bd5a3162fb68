internal import ReceiptCore

/// The headline: a product and its state.
extension CardWords {
  /// `Pro, yearly: active until 2025-06-17; 2 more products`.
  var headline: String {
    let holdings = judgement.holdings
    let told = holdings.filter { $0.code != .replaced }
    guard let first = told.first ?? holdings.first else {
      return "\(app): \(standing ?? withoutProducts)"
    }
    let more = max(told.count, 1) - 1
    return "\(name(first.productID)): \(standing ?? state(first))"
      + (more == 0 ? "" : more == 1 ? "; 1 more product" : "; \(more) more products")
  }

  /// The words for all products alike.
  private var standing: String? {
    switch judgement.genuineness.code {
    case .incomplete where judgement.genuineness.isPartlySigned: nil
    case .incomplete, .unreadable, .errorResponse, .issuerMissing: "not known"
    case .notApple, .changed, .malformed, .unsigned: "claimed, not proven"
    case .xcode: "in a test of Xcode"
    case .otherApp: "in another app"
    case .otherDevice: "on another device"
    case .apple, .test, .otherRoot, .redactedCopy, .accepted, .unsignedResponse: nil
    }
  }

  // MARK: Without products

  private var app: String {
    let renewed = situation.renewals.first.flatMap { $0.productID ?? $0.autoRenewProductID }
    return renewed.map(name) ?? judgement.genuineness.bundleID?.description
      ?? sentence(situation.noun).dropLast().description
  }

  private var withoutProducts: String {
    switch situation.decoded.form {
    case .appReceipt, .verifyReceipt, .apiAnswer: "no purchase in it"
    default: situation.noun
    }
  }
}
