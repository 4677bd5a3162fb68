/// A purchase of the product stands in the receipt, and was not cancelled.
enum ProductCheck: ExpectationCheck {
  static let id = CheckID.product
  static let question =
    "is there a purchase of it that was not cancelled? One result for each"
  static let summary = "The product was bought, and the purchase not cancelled."
  static let explanation =
    "The receipt holds a purchase of the product that was not refunded or revoked."
  static let advice = "refresh the receipt; consumables need not stay in one"

  static let parameter = Parameter.identifier(
    "product", isRepeatable: true,
    help: "Expect a purchase of this product")
  static let parameters: [any ExpectationParameter] = [parameter]

  static func run(
    _ subject: inout CheckSubject, _ expectations: Expectations
  ) -> [CheckResult] {
    let history = subject.history
    return expectations[parameter].map { run(history, of: subject.decoded, productID: $0) }
  }

  /// - Parameter decoded: where the history is from; `nil` for one that is whole.
  static func run(
    _ history: PurchaseHistory, of decoded: DecodedReceipt? = nil, productID: ReceiptString
  ) -> CheckResult {
    let records = history.records(of: productID)
    let asked = ("product", productID.description)
    guard let last = records.last else {
      if let absence = decoded.flatMap({ AbsentPurchase(in: history, $0) }) {
        return absence.result(.product, Evidence([asked]))
      }
      return .fail(
        .product, .absent, "there is no purchase of \(productID)", evidence: Evidence([asked]),
        hint: "a consumable leaves the receipt once the app has finished its transaction; "
          + "anything else comes back when the customer restores purchases")
    }
    guard let held = records.last(where: { $0.cancellationDate == nil }) else {
      let cancellation = history.cancellation(of: last)
      return .fail(
        .product, cancellation.map(last.reason) ?? .cancelled,
        cancellation.map { last.text(of: $0) } ?? "",
        evidence: last.evidence(asked), hint: cancellation.flatMap(last.hint))
    }
    let date = held.purchaseDate.map { " at \($0)" } ?? ""
    let note =
      held.expiresDate == nil
      ? "" : ": a subscription; the check subscription says whether it is active"
    return .pass(
      .product, "\(productID) was bought\(date)\(note)", evidence: held.evidence(asked))
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

  func text(of cancellation: Cancellation) -> String {
    switch cancellation {
    case .refund(let date): "\(withdrawal) at \(date)"
    case .upgrade(let date, let product, let isInferred):
      "it was replaced\(product.map { " by \($0)" } ?? "") at \(date)"
        + (isInferred ? ", as the dates suggest" : "")
    }
  }

  /// Why access ended, as far as it says (Apple, "revocationType" and "revocationReason").
  private var withdrawal: String {
    switch self.revocationType {
    case Revocation.family: "Family Sharing of it ended"
    case Revocation.assignment: "the seat was taken back"
    case Revocation.prorated:
      "\(self.revocationPercentage.map { "\($0 / 1000) % of it" } ?? "a part of it") was refunded"
    default: isKnownRefund ? "it was refunded" : "Apple withdrew it"
    }
  }

  /// Reasons other than 0 and 1 may tell of a move to a bundle, which is no refund.
  private var isKnownRefund: Bool { [nil, 0, 1].contains(cancellationReason) }

  func hint(_ cancellation: Cancellation) -> String? {
    switch cancellation {
    case .refund where [Revocation.family, Revocation.assignment].contains(self.revocationType):
      "this ends access for this person only; the buyer keeps it"
    case .refund where !isKnownRefund:
      "the reason is \(cancellationReason ?? 0), which may be a move to a bundle: look for a newer transaction"
    case .refund:
      "Apple gave the money back"
        + (cancellationReason == 1 ? "; the customer named a fault of the app's" : "")
    case .upgrade(_, let product, _):
      product.map { "the customer has \($0) in its place" }
    }
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
