internal import ReceiptCore

/// The words of a card. They follow from what was judged, and decide nothing.
struct CardWords {
  let judgement: Judgement

  init(_ judgement: Judgement) { self.judgement = judgement }

  var situation: Situation { judgement.situation }

  /// The largest number of products that are named.
  static let maximumProducts = 3

  func name(_ product: ReceiptString) -> String { situation.settings.name(of: product) }

  func day(_ date: ReceiptDate) -> String { localTime.day(date) }

  /// The day; the time too, if it is within two days.
  func moment(_ date: ReceiptDate) -> String {
    guard date.since(situation.now).milliseconds.magnitude < 172_800_000 else { return day(date) }
    return "\(localTime.time(date).dropLast(3)) \(localTime.name)"
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
  func list(_ products: [ReceiptString]) -> String {
    let names = products.prefix(Self.maximumProducts).map(name)
    let more = products.count - names.count
    if more > 0 { return names.joined(separator: ", ") + " and \(more) more" }
    guard let last = names.last, names.count > 1 else { return names.first ?? "it" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// `6.99 EUR`, from a price in thousandths of the currency unit.
  static func price(_ price: Int64, _ currency: ReceiptString?) -> String {
    let thousandths = String(1000 + price.magnitude % 1000).dropFirst()
    let digits = thousandths.last == "0" ? thousandths.dropLast() : thousandths
    return (price < 0 ? "-" : "") + "\(price.magnitude / 1000).\(digits)"
      + (currency.map { " \($0)" } ?? "")
  }
}
