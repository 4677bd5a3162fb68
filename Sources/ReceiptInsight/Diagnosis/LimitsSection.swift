internal import ReceiptCore

/// What the receipt does not contain, for questions that people often ask.
enum LimitsSection {
  static func statements(_ subject: DiagnosisSubject) -> [Diagnosis.Statement] {
    guard !subject.isAnswerAlone else { return [] }
    var result: [Diagnosis.Statement] = []
    if let made = subject.decoded.madeAt {
      let evidence: Evidence = ["made": made.description]
      result.append(
        .init(
          "what happened after \(made.plainText): renewals, refunds, other purchases",
          evidence))
    } else {
      result.append(
        .init(
          "what happened since: it does not say when it was "
            + (subject.decoded.form == .verifyReceipt ? "given" : "made")))
    }
    let isSubscription = subject.history.records.contains { $0.expiresDate != nil }
    if [.appReceipt, .transaction, .ios6Transaction].contains(subject.decoded.form), isSubscription
    {
      result.append(
        .init(
          "whether a subscription will be renewed, or why it was not: an answer of verifyReceipt or a renewal "
            + "info says that"))
    }
    switch subject.decoded.form {
    case .appReceipt, .verifyReceipt, .payload, .notificationV1:
      result.append(.init("consumables that the app has finished: they leave the receipt"))
    case .notification where subject.history.records.isEmpty:
      result.append(.init("purchases of a customer: it holds no transaction"))
    case .transaction, .ios6Transaction, .notification:
      result.append(.init("other purchases of this customer: it is about one transaction"))
    case .renewalInfo: result.append(.init("past periods: it is about the next renewal"))
    case .appTransaction: result.append(.init("in-app purchases: it is about the app itself"))
    case .apiAnswer where subject.decoded.apiResponse?.hasMore == true:
      result.append(.init("purchases on the other pages of this response"))
    case .apiAnswer:
      result.append(.init("whether the request had filters, which a response does not repeat"))
    case .realtimeRequest, .apiError: break
    }
    return result
  }
}
