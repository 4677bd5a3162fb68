/// Finds what an error calls itself in its message: `SKErrorDomain 0` in `Error Domain=SKErrorDomain Code=0 "…"`.
///
/// The glossary says what the codes mean. It is asked about each word, and has few words that are not codes.
package enum ErrorCodes {
  /// The codes in a text, in order and each once: domains with a number, numbers of Apple's servers, and names in
  /// capital letters.
  static func found(in text: ArraySlice<UInt8>) -> [String] {
    var codes: [String] = []
    var place = text.startIndex
    while let start = text[place...].firstIndex(where: isOfWord) {
      let end = text[start...].firstIndex { !isOfWord($0) } ?? text.endIndex
      if let code = code(text[start..<end], in: text), !codes.contains(code) {
        codes.append(code)
        if codes.count == maximum { break }
      }
      place = end
    }
    return codes
  }

  /// Last come those that only a sentence stands for, or a name.
  static func merged(_ named: [String], _ others: [String]) -> [String] {
    named + others.filter { !named.contains($0) }.prefix(maximum - named.count)
  }

  /// The names in a text that tells of no error, in order and each once. Programs write names with a `_` or a capital
  /// letter inside. Letters of another alphabet may touch them: Japanese has no spaces.
  package static func names(in text: ArraySlice<UInt8>) -> [String] {
    let words = text.prefix(longestSentence).split {
      !Text.isAlphanumeric($0) && $0 != UInt8(ascii: "_")
    }
    var names: [String] = []
    for word in words where names.count < greatestNameCount && isName(word) {
      let name = String(decoding: word, as: UTF8.self)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private static func isName(_ word: ArraySlice<UInt8>) -> Bool {
    (shortestName...maximumLength).contains(word.count)
      && (word.contains(UInt8(ascii: "_"))
        || zip(word, word.dropFirst()).contains { $0 >= 0x61 && (0x41...0x5A).contains($1) })
  }

  private static let longestSentence = 4096
  /// Shorter ones are in any text: iOS.
  private static let shortestName = 4
  private static let greatestNameCount = 8

  /// Whether it is the code of an error, whatever else a text says. A word in capital letters may be anything.
  static func isTelling(_ code: String) -> Bool {
    code.holds("Error") || code.holds("ERRORDOMAIN") || code.hasPrefix("storekit_")
      || code.hasPrefix("E_") || code.utf8.allSatisfy(Text.isDigit)
  }

  /// Whether it says only that something failed. What stands beside it says more.
  package static func isGeneral(_ code: String) -> Bool { general.contains(code) }

  private static let general: Set<String> = [
    "SKErrorDomain 0", "SKERRORDOMAIN 0", "SKError 0", "E_UNKNOWN", "E_PURCHASE_ERROR",
    "purchase-error", "6777003", "RCPurchasesErrorDomain 2", "RevenueCat.ErrorCode 2",
    "STORE_PROBLEM", "adapty_code 2004", "adapty_code 1006", "AdaptyError 2004", "AdaptyError 1006",
  ]

  /// Of more codes in a text, only the first are reported.
  private static let maximum = 16
  /// Names and numbers of errors are shorter.
  private static let maximumLength = 64

  private static func isOfWord(_ octet: UInt8) -> Bool {
    Text.isAlphanumeric(octet) || octet == UInt8(ascii: "_") || octet == UInt8(ascii: ".")
  }

  private static func code(_ run: ArraySlice<UInt8>, in text: ArraySlice<UInt8>) -> String? {
    let (before, rest) = (text[..<run.startIndex], text[run.endIndex...])
    let word = run.prefix(through: run.lastIndex { $0 != UInt8(ascii: ".") } ?? run.startIndex)
    guard word.count <= maximumLength else { return nil }
    let written = String(decoding: word, as: UTF8.self)
    // People exchange two letters of it.
    let name = written.hasSuffix("ErrorDoamin") ? written.dropLast(6) + "Domain" : written
    if let start = Text.range(of: "Error.", in: word, from: word.startIndex),
      ofStoreKit.contains(String(decoding: word[..<start.upperBound], as: UTF8.self))
    {
      return name
    }
    // Adapty prints the case of its error before the number: `AdaptyError.cantMakePayments Code: 1003`.
    let isCase = name.hasPrefix("AdaptyError.")
    if isCase || domains.contains(where: name.hasSuffix) {
      // It has a line of its own for the number.
      let number = number(after: rest, overLines: isCase) ?? number(before: before)
      return number.map { "\(isCase ? "AdaptyError" : name) \($0)" } ?? name
    }
    if enums.contains(where: name.hasSuffix) { return number(after: rest).map { "SKError \($0)" } }
    if name == "httpStatusCode" {
      return number(after: rest).flatMap { Int($0).map((400...599).contains) == true ? $0 : nil }
    }
    // React Native writes ESKERRORDOMAIN0 and ENSURLERRORDOMAIN-999.
    if word.first == UInt8(ascii: "E"),
      let domain = Text.range(of: "ERRORDOMAIN", in: word, from: word.startIndex)
    {
      let digits = word[domain.upperBound...]
      let own = digits.isEmpty ? number(after: rest) ?? "" : String(decoding: digits, as: UTF8.self)
      return String(decoding: word[..<domain.upperBound].dropFirst(), as: UTF8.self) + " " + own
    }
    if word.allSatisfy(Text.isDigit) { return Int64(name).flatMap { isOfServer($0) ? name : nil } }
    if name == "VerificationException" { return name }
    if name.hasPrefix("storekit_") { return name }
    // The case of an enum may stand behind its type: `VerificationStatus.INVALID_ENVIRONMENT`.
    let last = word.suffix(
      from: word.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? word.startIndex)
    let isName = last.allSatisfy { $0 == UInt8(ascii: "_") || (0x41...0x5A).contains($0) }
    return isName && last.contains(UInt8(ascii: "_")) ? String(decoding: last, as: UTF8.self) : nil
  }

  /// The ends of words that a number follows.
  private static let domains = [
    "ErrorDomain", "SKError", "ReceiptError", "RevenueCat.ErrorCode", "RevenueCat.BackendErrorCode",
    "adapty_code", "AdaptyError", "appleStatus",
    "InvalidRequestError", "OfferingsManager.Error",
    "com.apple.accounts", "com.margelo.nitro.rniap",
  ]

  /// The types of errors of StoreKit 2, whose cases Swift prints after a point.
  private static let ofStoreKit: Set<String> = [
    "StoreKit.StoreKitError.", "StoreKitError.", "StoreKit.Product.PurchaseError.",
    "Product.PurchaseError.", "StoreKit.VerificationResult.VerificationError.",
    "VerificationResult.VerificationError.",
  ]

  /// What Swift calls the enum of the numbers in SKErrorDomain.
  private static let enums = ["SKErrorCode", "SKError.Code"]

  /// Numbers of verifyReceipt, of the App Store Server API, and of cordova-plugin-purchase.
  private static func isOfServer(_ number: Int64) -> Bool {
    (21000...21199).contains(number) || (4_000_000...5_000_001).contains(number)
      || (6_777_001...6_777_099).contains(number) || (6_778_001...6_778_099).contains(number)
  }

  /// The number that stands close after a domain: `Code=0`, `code: -999`, `error 3`, `(rawValue: 110)`.
  private static func number(
    after rest: ArraySlice<UInt8>, overLines: Bool = false
  ) -> String? {
    let near = rest.prefix(maximumGap).prefix { overLines || $0 != 0x0A }
    guard let digit = near.firstIndex(where: Text.isDigit) else { return nil }
    let between = near[..<digit]
    guard ["", "code", "error", "rawvalue"].contains(letters(between)) else { return nil }
    let digits = rest[digit...].prefix(maximumDigits).prefix(while: Text.isDigit)
    return (between.last == UInt8(ascii: "-") ? "-" : "") + String(decoding: digits, as: UTF8.self)
  }

  /// The number of the object that a domain is the last member of so far, as JavaScript prints errors:
  /// `code: 2, domain: "SKErrorDomain"`, `{"code":"3539","message":"…","domain":"ASDServerErrorDomain"`.
  private static func number(before text: ArraySlice<UInt8>) -> String? {
    let near = text.suffix(maximumObject)
    let start = near.lastIndex { "{}".utf8.contains($0) }.map { $0 + 1 } ?? near.startIndex
    let members = near[start...]
    func separates(_ octet: UInt8) -> Bool { octet == UInt8(ascii: ",") || octet == 0x0A }
    guard let separator = members.lastIndex(where: separates),
      case let key = members[separator...], letters(key) == "domain",
      key.contains(UInt8(ascii: ":"))
    else { return nil }
    for member in members[..<separator].split(whereSeparator: separates).reversed() {
      guard let digit = member.firstIndex(where: Text.isDigit),
        letters(member[..<digit].suffix(maximumName)) == "code",
        member[..<digit].contains(UInt8(ascii: ":"))
      else { continue }
      let digits = member[digit...].prefix(maximumDigits).prefix(while: Text.isDigit)
      return (member[digit - 1] == UInt8(ascii: "-") ? "-" : "")
        + String(decoding: digits, as: UTF8.self)
    }
    return nil
  }

  private static func letters(_ text: ArraySlice<UInt8>) -> String {
    String(decoding: text.filter { $0 | 0x20 &- 0x61 < 26 }, as: UTF8.self).lowercased()
  }

  private static let maximumGap = 24
  /// The members of an error before its domain are shorter.
  private static let maximumObject = 256
  /// `"code": "-`
  private static let maximumName = 10
  private static let maximumDigits = 8
}
