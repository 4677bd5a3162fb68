/// A purchase of the product stands in the receipt, and was not cancelled.
enum ProductCheck: ExpectationCheck {
  static let id = CheckID.product
  static let question =
    "is there a purchase of it that was not cancelled? One result for each"
  static let summary = "The product was bought, and the purchase not cancelled."
  static let explanation =
    "The receipt holds a purchase of the product that was not refunded or revoked."
  static let advice = "refresh the receipt; consumables need not stay in one"

  static let readsNow = true
  static let parameter = Parameter.identifier(
    "product", isRepeatable: true,
    help: "Expect a purchase of this product")
  static let parameters: [any ExpectationParameter] = [parameter]

  static func run(
    _ subject: inout CheckSubject, _ expectations: Expectations
  ) -> [CheckResult] {
    let account = subject.account(at: expectations.now)
    return expectations[parameter].map {
      PurchaseQuestion(account: account, decoded: subject.decoded, productID: $0)
        .answer(.product, ["product": $0.description]) { answer($0, $1, at: account.now) }
    }
  }

  /// The product itself must not be withdrawn; whether a subscription to it runs is another check.
  private static func answer(
    _ holding: Holding, _ history: PurchaseHistory, at now: ReceiptDate
  ) -> CheckResult {
    let asked = ("product", holding.productID.description)
    let records = history.records(of: holding.productID).filter { record in
      // The first purchase of a subscription may have been of another product.
      let countsFirst =
        record.expiresDate == nil || history.other(than: record, boughtFrom: .distantPast) == nil
      return record.wasBought(by: now, countingFirst: countsFirst)
    }
    let isLater = if case .notYet = holding.state { true } else { false }
    guard !records.isEmpty, !isLater else {
      return .fail(
        .product, .notYetPurchased,
        "it was bought later, at \(holding.record.purchaseDate?.description ?? "an unknown time")",
        evidence: holding.record.evidence(("at", now.description), asked))
    }
    // A status leaves no mark on the record itself.
    let withdrawn: InAppPurchase? =
      if case .withdrawn = holding.state { holding.record } else { nil }
    func isHeld(_ record: InAppPurchase) -> Bool {
      !record.isTakenBack && (withdrawn.map { $0.transactionID != record.transactionID } ?? true)
    }
    // A later period, which the input does not hold, may run.
    let running = holding.state.isHeld ? records.last : nil
    guard let held = records.last(where: isHeld) ?? running else {
      let record = holding.record
      let withdrawal = holding.withdrawal ?? history.withdrawal(of: record)
      return .fail(
        .product, withdrawal?.checkReason ?? .cancelled, withdrawal?.text ?? "it was withdrawn",
        evidence: record.evidence(asked), hint: withdrawal?.hint)
    }
    let date = held.purchaseDate.map { " at \($0)" } ?? ""
    let note =
      held.expiresDate == nil
      ? "" : ": a subscription; the check subscription says whether it is active"
    return .pass(
      .product, "\(holding.productID) was bought\(date)\(note)", evidence: held.evidence(asked))
  }
}

extension InAppPurchase {
  /// What tells this record from others, for evidence, beside what else there is; in the order of names.
  package func evidence(_ more: (String, String)...) -> Evidence {
    let own: [(String, String?)] = [
      ("cancellation_date", cancellationDate?.description),
      ("expires_date", expiresDate?.description),
      ("original_transaction_id", originalTransactionID?.description),
      ("purchase_date", purchaseDate?.description),
      ("transaction_id", transactionID?.description),
    ]
    let all = more + own.compactMap { name, value in value.map { (name, $0) } }
    return Evidence(all.sorted { $0.0 < $1.0 })
  }
}

extension InAppPurchase {
  /// Whether it was bought by a time. A restored one has the date of the restore beside that of the purchase.
  fileprivate func wasBought(by time: ReceiptDate, countingFirst: Bool) -> Bool {
    let dates = [purchaseDate, countingFirst ? originalPurchaseDate : nil].compactMap(\.self)
    return dates.isEmpty || dates.contains { $0 <= time }
  }
}

extension CheckID {
  /// There is a purchase of this product that was not cancelled.
  public static let product = Self(rawValue: "product")
}

extension Expectations {
  /// Products that must have been bought.
  public var products: [ReceiptString] {
    get { self[ProductCheck.parameter] }
    set { self[ProductCheck.parameter] = newValue }
  }
}
