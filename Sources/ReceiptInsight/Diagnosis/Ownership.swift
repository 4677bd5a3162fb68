internal import ReceiptCore

/// Which products are owned, and why the others are not.
struct Ownership {
  let products: [OwnedProduct]
  let statements: [Diagnosis.Statement]

  /// The largest number of products described. A hostile receipt could have thousands.
  static let maximumProducts = 50

  init(_ subject: DiagnosisSubject) {
    let history = subject.history
    var order: [ReceiptString] = []
    var seen: Set<ReceiptString> = []
    for product in history.records.compactMap(\.productID) where seen.insert(product).inserted {
      order.append(product)
    }
    let told = order.prefix(Self.maximumProducts)
    let teller = ProductNarrator(subject)
    products = told.map(teller.product).enumerated().sorted { left, right in
      // Owned products come first; otherwise the order is that of purchase.
      left.element.isOwned != right.element.isOwned
        ? left.element.isOwned : left.offset < right.offset
    }.map(\.element)
    var statements = products.map(\.statement)
    let more = order.count - told.count
    if more > 0 { statements.append(.init("and \(more) more products, which are not told here")) }
    if history.records.isEmpty { statements.append(.init(Self.nothing(subject))) }
    self.statements = statements
  }

  private static func nothing(_ subject: DiagnosisSubject) -> String {
    guard subject.decoded.hasKnownForm else {
      return "it does not say: nothing in it tells whether it is of a purchase"
    }
    return switch subject.decoded.form {
    case .appTransaction: "it holds no purchases within the app: it is about the app itself"
    case .renewalInfo:
      "it does not say: it is about the next renewal, and the transaction says what is paid"
    case .verifyReceipt where subject.isAnswerAlone: "there is no receipt in the answer"
    case .notification: "there is no purchase in it"
    case .realtimeRequest:
      "it does not say: it asks your server what to show a customer who wants to cancel"
    case .apiError: "it does not say: it is about a request to Apple, not about a customer"
    case .apiAnswer where subject.decoded.apiResponse?.holdsAllPurchases != true:
      "there is no purchase in it; this response does not list all of them"
    case .appReceipt, .verifyReceipt, .transaction, .ios6Transaction, .notificationV1, .payload,
      .apiAnswer:
      "there is no purchase in it: nothing was bought, or another Apple account bought it, or it was not "
        + "restored since, or it was a consumable that is finished"
    }
  }
}
