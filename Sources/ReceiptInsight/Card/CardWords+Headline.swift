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

  /// What is said of all products alike.
  private var standing: String? {
    switch judgement.genuineness.code {
    case .incomplete, .unreadable, .errorResponse, .issuerMissing: "not known"
    case .notApple, .changed, .malformed, .unsigned: "claimed, not proven"
    case .xcode: "in a test of Xcode"
    case .otherApp: "in another app"
    case .otherDevice: "on another device"
    case .apple, .test, .otherRoot, .redactedCopy, .accepted, .unsignedResponse: nil
    }
  }

  /// The state in a few words, as a customer would say it.
  func state(_ holding: Holding) -> String {
    func on(_ text: String, _ date: ReceiptDate?) -> String {
      date.map { "\(text) on \(day($0))" } ?? text
    }
    func until(_ text: String, _ date: ReceiptDate?) -> String {
      date.map { "\(text) until \(day($0))" } ?? "\(text), no end"
    }
    switch holding.state {
    case .active(let end):
      return until(holding.record.isTrialPeriod == true ? "free trial" : "active", end)
    case .grace(let end): return until("grace period", end)
    case .billingRetry(let end, _): return on("payment failed, ended", end)
    case .lapsed(let end, _): return on("ended", end)
    case .unknown(let paid): return paid.map { "not known since \(day($0))" } ?? "not known"
    case .between(let end, _): return on("ended", end)
    case .replaced(_, let date): return on("replaced", date)
    case .refunded(let date): return on("refunded", date)
    case .unshared(let date): return date.map { "not shared since \(day($0))" } ?? "not shared"
    case .owned(let date), .bought(let date), .lengthUnknown(let date): return on("bought", date)
    case .consumable(let count, _): return count == 1 ? "bought once" : "\(count) bought"
    case .notYet(let date): return on("bought only", date)
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
