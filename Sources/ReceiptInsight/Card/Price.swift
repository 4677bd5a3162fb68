/// A price for people.
package enum Price {
  /// `9.99 EUR` or `1000 JPY`, from thousandths: with as many digits as the currency has, or more where the price
  /// needs them.
  package static func text(_ price: Int64, _ currency: String?) -> String {
    let digits = String(price.magnitude)
    let padded = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    let usual = currency.map(digitCount) ?? 2
    var fraction = padded.suffix(3)
    while fraction.utf8.count > usual, fraction.hasSuffix("0") { fraction = fraction.dropLast() }
    let amount =
      (price < 0 ? "-" : "") + padded.dropLast(3) + (fraction.isEmpty ? "" : "." + fraction)
    return currency.map { "\(amount) \($0)" } ?? amount
  }

  /// `9.99 EUR a seat`.
  static func perSeat(_ text: String) -> String { "\(text) a seat" }

  /// How many digits a currency has behind the point (ISO 4217, "minor unit"); 2 for one that is not known.
  private static func digitCount(_ currency: String) -> Int { exceptions[currency] ?? 2 }

  private static let exceptions: [String: Int] = {
    var digits: [String: Int] = [:]
    for code in [
      "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
      "VUV", "XAF", "XOF", "XPF",
    ] {
      digits[code] = 0
    }
    for code in ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"] { digits[code] = 3 }
    return digits
  }()
}
