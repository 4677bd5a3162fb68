internal import ReceiptCore

extension Customer {
  /// What a test needs to know of a customer.
  func json(at date: ReceiptDate) -> JSONValue {
    func text(_ name: String, _ value: ReceiptString?) -> JSONValue.Member {
      .init(name: name, value: value.map { .string($0.description) } ?? .null)
    }
    return .object([
      .init(name: "name", value: .string(name)),
      text("bundleId", app.bundleID),
      text("environment", app.environmentName),
      .init(
        name: "appAppleId",
        value: appTransaction.adamID.map { .number(String($0)) } ?? .null),
      text("appTransactionId", appTransaction.appTransactionID),
      .init(
        name: "transactions",
        value: .array(
          transactions.map { transaction in
            let id = transaction.purchase.transactionID ?? ReceiptString("")
            return .object([
              text("transactionId", transaction.purchase.transactionID),
              text("originalTransactionId", transaction.purchase.originalTransactionID),
              text("productId", transaction.purchase.productID),
              .init(name: "orderId", value: .string(Endpoint.orderID(of: id))),
            ])
          })),
      .init(
        name: "subscriptions",
        value: .array(
          subscriptions.map { subscription in
            .object([
              text("originalTransactionId", subscription.chain),
              .init(
                name: "status",
                value: status(of: subscription, at: date).status.map { .number(String($0)) }
                  ?? .null),
              text(
                "expiresDate",
                period(of: subscription).expiresDate.map { ReceiptString($0.description) }),
            ])
          })),
    ])
  }
}
