internal import ReceiptCore

/// What the receipt does not contain, for questions that people often ask.
enum LimitsSection {
  static func statements(_ situation: Situation) -> [Diagnosis.Statement] {
    guard !situation.isAnswerAlone else { return [] }
    var result: [Diagnosis.Statement] = []
    if let made = situation.decoded.madeAt {
      let evidence: Evidence = ["made": made.description]
      result.append(
        .init(
          "what happened after \(situation.time(made)): renewals, refunds, other purchases",
          evidence))
    } else {
      result.append(
        .init(
          "what happened since it was made, which it does not date"))
    }
    let isSubscription = situation.history.records.contains { $0.expiresDate != nil }
    if [.appReceipt, .transaction, .ios6Transaction].contains(situation.decoded.form),
      isSubscription
    {
      result.append(
        .init(
          "whether a subscription will renew, or why it did not: a response from verifyReceipt or a renewal info "
            + "says that"))
    }
    switch situation.decoded.form {
    case .appReceipt, .verifyReceipt, .payload, .notificationV1:
      result.append(.init("used-up consumables, which are not listed"))
    case .notification where situation.history.records.isEmpty:
      result.append(.init("purchases of a customer: it holds no transaction"))
    case .transaction, .ios6Transaction, .notification:
      result.append(.init("other purchases of this customer: it is about one transaction"))
    case .renewalInfo: result.append(.init("past periods: it is about the next renewal"))
    case .appTransaction: result.append(.init("in-app purchases: it is about the app itself"))
    case .apiAnswer where situation.decoded.apiResponse?.hasMore == true:
      result.append(.init("purchases on the other pages of this response"))
    case .apiAnswer:
      result.append(.init("whether the request had filters, which a response does not repeat"))
    case .realtimeRequest, .apiError: break
    }
    return result
  }
}
