internal import ReceiptCore

/// The words of a card. They follow from what was judged, and decide nothing.
struct CardWords {
  let judgement: Judgement

  init(_ judgement: Judgement) { self.judgement = judgement }

  var situation: Situation { judgement.situation }

  /// The largest number of products that are named.
  static let maximumProducts = 3

  /// The name from the settings, or the id. An id with other characters than Apple allows is quoted, so that it cannot
  /// speak in the tool's voice.
  func name(_ product: ReceiptString) -> String {
    let name = situation.settings.name(of: product)
    let isPlain = product.bytes.allSatisfy { Text.isAlphanumeric($0) || "._-".utf8.contains($0) }
    return isPlain || situation.settings.configuredName(of: product) != nil ? name : "“\(name)”"
  }

  /// How the customer is told apart from others.
  var customer: String {
    switch situation.account.parties[situation.party].customer {
    case .only: "The customer"
    case .appTransaction(let id): "The customer of app transaction \(id)"
    case .accountToken(let id): "The customer of account token \(id)"
    case .unnamed(let original?): "The customer of transaction \(original)"
    case .unnamed(nil): "A customer without a name"
    }
  }

  func day(_ date: ReceiptDate) -> String { localTime.day(date) }

  /// The day; the time too, if it is within two days.
  func moment(_ date: ReceiptDate) -> String {
    date.since(situation.now).milliseconds.magnitude < 172_800_000 ? time(date) : day(date)
  }

  /// The end of a period, and the time of it too where the period is shorter than a day, as in the sandbox.
  func end(_ date: ReceiptDate, of holding: Holding) -> String {
    let start = holding.record.purchaseDate
    let isShort = start.map { date > $0 && date.since($0).milliseconds < 86_400_000 } ?? false
    return isShort ? time(date) : moment(date)
  }

  private func time(_ date: ReceiptDate) -> String {
    "\(localTime.time(date).dropLast(3)) \(localTime.name)"
  }

  private var localTime: LocalTime { situation.settings.localTime }

  /// ` (a lower level)`, if the settings name both levels.
  func level(of product: ReceiptString, after former: ReceiptString?) -> String {
    let settings = situation.settings
    guard let new = settings.level(of: product), let old = former.flatMap(settings.level),
      new != old
    else { return "" }
    return new > old ? " (a lower level)" : " (a higher level)"
  }

  /// `a, b and c`.
  func list(_ products: [ReceiptString]) -> String { list(products, name) }

  func list(_ products: [ReceiptString], _ name: (ReceiptString) -> String) -> String {
    let names = products.prefix(Self.maximumProducts).map(name)
    let more = products.count - names.count
    if more > 0 { return names.joined(separator: ", ") + " and \(more) more" }
    guard let last = names.last, names.count > 1 else { return names.first ?? "it" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The mark of a field that no signature covers, of a purchase that signed text tells of.
  func mark(_ fields: String..., of record: InAppPurchase) -> String {
    judgement.situation.account.isUnsigned(fields, of: record) ? " (not signed)" : ""
  }

  /// The mark of an introductory offer.
  func introductoryMark(of record: InAppPurchase) -> String {
    mark("is_trial_period", "is_in_intro_offer_period", "offer_type", of: record)
  }

  /// `6.99 EUR`, or `6.99 EUR a seat`.
  static func price(of record: InAppPurchase) -> String? {
    record.price.map { price in
      let text = Self.price(price, record.currency)
      return record.isPricedPerSeat ? Price.perSeat(text) : text
    }
  }

  static func price(_ price: Int64, _ currency: ReceiptString?) -> String {
    Price.text(price, currency?.description)
  }
}

extension InAppPurchase {
  /// Whether its price is the average of several seats, because that is what Apple states (Apple, "price").
  var isPricedPerSeat: Bool { self.invitationManagement != nil || self.revokedSeatQuantity != nil }
}
