/// How many digits a currency has behind the point (ISO 4217, "minor unit").
enum CurrencyDigits {
  /// 2 for a currency that is not known.
  static func count(_ currency: String) -> Int { exceptions[currency] ?? 2 }

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
