/// An answer of verifyReceipt beside the receipt in its `latest_receipt`. They differ where the answer
/// knows more, or where the receipt was made later than the one that was asked about.
enum AnswerComparison {
  static func differences(
    between receipt: Receipt, _ answer: VerifyReceiptAnswer, and latest: Receipt
  ) -> [VerifyReceiptAnswer.Difference] {
    var differences: [VerifyReceiptAnswer.Difference] = []
    func compare(_ path: String, _ answer: String?, _ receipt: String?) {
      guard answer != receipt else { return }
      differences.append(.init(path: path, answer: answer, receipt: receipt))
    }
    for (name, text) in receiptFields { compare(name, text(receipt), text(latest)) }

    // Apple lists a transaction in in_app, in latest_receipt_info, or in both.
    var known: [ReceiptString: InAppPurchase] = [:]
    var order: [ReceiptString] = []
    for purchase in receipt.inApp + answer.latestReceiptInfo {
      guard let id = purchase.transactionID, known[id] == nil else { continue }
      known[id] = purchase
      order.append(id)
    }
    var remaining = Set(order)
    for purchase in Receipt.byPurchaseDate(latest.inApp) {
      guard let id = purchase.transactionID else { continue }
      let path = "in_app[transaction_id \(id)]"
      guard let counterpart = known[id] else {
        compare(path, nil, purchaseText(purchase))
        continue
      }
      remaining.remove(id)
      for (name, text) in purchaseFields {
        // What a receipt has and Apple leaves out, such as an empty offer, is no difference.
        guard let answer = text(counterpart), let receipt = text(purchase) else { continue }
        compare("\(path).\(name)", answer, receipt)
      }
    }
    for id in order where remaining.contains(id) {
      guard let purchase = known[id] else { continue }
      compare("in_app[transaction_id \(id)]", purchaseText(purchase), nil)
    }
    return differences
  }

  /// A transaction in a few words.
  private static func purchaseText(_ purchase: InAppPurchase) -> String {
    [purchase.productID?.description, purchase.purchaseDate.map { "bought \($0)" }]
      .compactMap(\.self).joined(separator: ", ")
  }

  private static var receiptFields: [(String, (Receipt) -> String?)] {
    [
      ("bundle_id", { $0.bundleID?.description }),
      ("application_version", { $0.applicationVersion?.description }),
      ("original_application_version", { $0.originalApplicationVersion?.description }),
      ("receipt_type", { $0.receiptType?.description }),
      ("receipt_creation_date", { $0.receiptCreationDate?.description }),
      ("original_purchase_date", { $0.originalPurchaseDate?.description }),
      ("expiration_date", { $0.expirationDate?.description }),
    ]
  }

  private static var purchaseFields: [(String, (InAppPurchase) -> String?)] {
    [
      ("product_id", { $0.productID?.description }),
      ("quantity", { $0.quantity.map(String.init) }),
      ("original_transaction_id", { $0.originalTransactionID?.description }),
      ("purchase_date", { $0.purchaseDate?.description }),
      ("original_purchase_date", { $0.originalPurchaseDate?.description }),
      ("expires_date", { $0.expiresDate?.description }),
      ("cancellation_date", { $0.cancellationDate?.description }),
      ("web_order_line_item_id", { $0.webOrderLineItemID.map(String.init) }),
      ("is_trial_period", { $0.isTrialPeriod.map(String.init) }),
      ("is_in_intro_offer_period", { $0.isInIntroOfferPeriod.map(String.init) }),
    ]
  }
}
