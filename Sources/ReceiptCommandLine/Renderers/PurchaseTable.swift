internal import ReceiptCore

/// Purchases as a table if the terminal is wide enough, otherwise as a list.
struct PurchaseTable {
  private let purchases: [PurchaseText]
  private let width: Int?

  private static let indent = "  "
  /// The shortest product identifiers that a table is allowed to show.
  private static let leastProductWidth = 20

  init(_ purchases: [InAppPurchase], isDamaged: Bool, width: Int?, showsAll: Bool) {
    self.purchases = purchases.map { PurchaseText($0, isDamaged: isDamaged) }
    // With `showsAll`, nothing is shortened, whatever the width.
    self.width = width
    self.showsAll = showsAll
  }

  private let showsAll: Bool

  func lines(_ style: Style) -> [String] {
    guard let width else {
      return table(nil).lines(indent: Self.indent, decorateHeader: style.faint)
    }
    let whole = table(nil)
    let room = width - Self.indent.count
    if whole.width <= room { return whole.lines(indent: Self.indent, decorateHeader: style.faint) }
    let longest = purchases.reduce(0) { max($0, displayWidth($1.product)) }
    let productWidth = longest - (whole.width - room)
    // Different products must not look the same.
    let products = Set(purchases.map(\.product))
    let shortenedProducts = Set(products.map { shortened($0, to: productWidth) })
    if !showsAll, productWidth >= Self.leastProductWidth, shortenedProducts.count == products.count
    {
      return table(productWidth).lines(indent: Self.indent, decorateHeader: style.faint)
    }
    return blocks(style, room: room)
  }

  /// The table without shortening, for readers that lay it out themselves.
  var whole: TextTable { table(nil) }

  private func table(_ productWidth: Int?) -> TextTable {
    var table = TextTable(
      header: ["PRODUCT", "TYPE", "QTY", "TRANSACTION", "PURCHASED", "EXPIRES", "NOTES"])
    table.rows = purchases.map {
      [
        productWidth.map { [product = $0.product] in shortened(product, to: $0) } ?? $0.product,
        $0.type, $0.quantity, $0.transaction, $0.purchased, $0.expires, $0.notes,
      ]
    }
    // Some forms never have these columns.
    for column in ["TYPE", "QTY"] { table.removeColumn(column, ifAll: PurchaseText.absent) }
    return table
  }

  private func blocks(_ style: Style, room: Int) -> [String] {
    purchases.flatMap { purchase in
      [Self.indent + style.strong(purchase.product)]
        + purchase.details.flatMap { wrapped($0, to: room - Self.indent.count) }
        .map { Self.indent + Self.indent + $0 }
    }
  }
}

/// The cells of one purchase.
private struct PurchaseText {
  static let absent = "-"

  let product: String
  let type: String
  let quantity: String
  let transaction: String
  let purchased: String
  let expires: String
  let notes: String

  init(_ purchase: InAppPurchase, isDamaged: Bool) {
    product = escapedForTerminal(purchase.productID?.description ?? Self.absent)
    type = purchase.productType.map(Self.typeText) ?? Self.absent
    quantity = purchase.quantity.map(String.init) ?? Self.absent
    transaction = escapedForTerminal(purchase.transactionID?.description ?? Self.absent)
    purchased = purchase.purchaseDate.map(Self.dateText) ?? Self.absent
    expires = purchase.expiresDate.map(Self.dateText) ?? Self.absent
    var notes: [String] = []
    if isDamaged,
      purchase.productID == nil || purchase.transactionID == nil || purchase.purchaseDate == nil
    {
      notes.append("incomplete")
    }
    if purchase.isTrialPeriod == true { notes.append("trial") }
    if purchase.isInIntroOfferPeriod == true { notes.append("intro offer") }
    if let offer = purchase.promotionalOfferID {
      notes.append("offer \(escapedForTerminal(offer.description))")
    }
    if let code = purchase.offerCodeRefName {
      notes.append("offer code \(escapedForTerminal(code.description))")
    }
    if let date = purchase.cancellationDate {
      notes.append("cancelled \(CalendarDate(date).dayText)")
    }
    if purchase.isUpgraded == true { notes.append("upgraded") }
    if purchase.isFamilyShared {
      notes.append("family shared")
    }
    self.notes = notes.joined(by: ", ")
  }

  /// The lines below the product, where the cells have no room beside each other. What is not known has none.
  var details: [String] {
    let type = type == Self.absent ? "" : type
    let quantity = ["1", Self.absent].contains(quantity) ? "" : "quantity \(quantity)"
    let details = [
      [type, quantity, notes].filter { !$0.isEmpty }.joined(by: ", "),
      "transaction \(transaction)",
      "purchased   \(purchased)",
      expires == Self.absent ? "" : "expires     \(expires)",
    ]
    return details.filter { !$0.isEmpty }
  }

  private static func typeText(_ type: ProductType) -> String {
    let suffix = "-subscription"
    return type.name.hasSuffix(suffix) ? String(type.name.dropLast(suffix.count)) : type.name
  }

  private static func dateText(_ date: ReceiptDate) -> String {
    let calendar = CalendarDate(date)
    return date.isNever ? "never" : "\(calendar.dayText) \(calendar.timeText)"
  }
}
