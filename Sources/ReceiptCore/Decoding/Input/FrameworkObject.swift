/// Recognizes a purchase as a framework describes it, without the text that Apple signed. What it says are
/// the words of the app, and which member to ask for depends on the framework.
enum FrameworkObject {
  static func mistake(_ value: JSONValue) -> ReceiptError? {
    guard let object = value.members == nil ? value.elements?.first : value,
      let members = object.members
    else { return nil }
    let names = Set(members.prefix(maximumMembers).map(\.name))
    let found = all.first { $0.names.contains { $0.isSubset(of: names) } }
    return found.map {
      $0.mistake([note(state(of: object)), note(id: object["transactionId"])].compactMap(\.self))
    }
  }

  /// What StoreKit 1 calls a state, by its number or its name.
  private static func state(of object: JSONValue) -> String? {
    guard let value = object["transactionState"] ?? object["state"] else { return nil }
    if let number = value.integer {
      return states.indices.contains(Int(number)) ? states[Int(number)] : nil
    }
    return value.string.flatMap { states.contains($0) ? $0 : nil }
  }

  /// SKPaymentTransactionState, from 0 on.
  private static let states = ["purchasing", "purchased", "failed", "restored", "deferred"]

  private static func note(_ state: String?) -> String? {
    switch state {
    case "purchasing":
      "its state is purchasing: nothing was bought yet, and it has no id or date before purchased; wait"
    case "failed": "its state is failed: nothing was bought"
    case "restored":
      "its state is restored: it was bought before, and this does not say whether it has ended"
    case "deferred": "its state is deferred: it waits for approval, and nothing was bought yet"
    default: nil
    }
  }

  private static func note(id: JSONValue?) -> String? {
    let text = id?.string ?? id?.integer.map(String.init) ?? ""
    return (1...xcodeDigits).contains(text.utf8.count) && text.utf8.allSatisfy(Text.isDigit)
      ? ofXcode : nil
  }

  /// Apple's servers give longer ids than this.
  private static let xcodeDigits = 5
  private static let ofXcode =
    "such a short id is of Xcode's tests: Apple's servers do not know it, and a period is as long there as in the "
    + "StoreKit configuration, whose time rate shortens it"

  /// The error for an object whose member for the signed text is empty.
  static func emptyMember(_ value: JSONValue) -> ReceiptError? {
    guard
      let name = signedMembers.first(where: { value[$0]?.string?.isEmpty == true }),
      // Another of them has it.
      !signedMembers.contains(where: { value[$0]?.string?.isEmpty == false })
    else { return nil }
    return ReceiptError(
      .empty, "\(name) is empty: there is no text that Apple signed", offset: 0,
      hint: name == "transactionReceipt"
        ? "with StoreKit 2 it stays empty; ask for purchaseToken, jwsRepresentationIOS or verificationResultIOS"
        : "ask for jwsRepresentation of the transaction, or the app's receipt")
  }

  /// The members in which frameworks have what Apple signed.
  private static let signedMembers = [
    "transactionReceipt", "jwsRepresentationIOS", "jwsRepresentationIos", "jwsRepresentation",
    "verificationResultIOS", "purchaseToken", "serverVerificationData", "localVerificationData",
    "appStoreReceipt", "fetch_token",
  ]

  /// The error for a text that has such names before a colon or an equals sign, as the lines of a log do. Apps write
  /// their first letters large or small.
  static func labelled(_ text: ArraySlice<UInt8>) -> ReceiptError? {
    let text = text.prefix(OtherText.maximumLength)
    var names: Set<String> = []
    for sign in text.indices
    where text[sign] == UInt8(ascii: ":") || text[sign] == UInt8(ascii: "=") {
      var end = sign
      if end > text.startIndex, text[end - 1] == 0x20 { end -= 1 }
      // What a program logs with placeholders is no JSON, and has its quotation marks.
      if end > text.startIndex, text[end - 1] == UInt8(ascii: "\"") { end -= 1 }
      let word = text[..<end].suffix(maximumName).reversed().prefix(while: Text.isAlphanumeric)
      if !word.isEmpty, names.count < maximumMembers {
        names.insert(String(decoding: word.reversed(), as: UTF8.self).lowercased())
      }
    }
    // Logs about purchases on Google Play have tokens.
    guard names.count > 1, !names.contains("purchasetoken") else { return nil }
    let found = all.first {
      $0.names.contains { $0.allSatisfy { names.contains($0.lowercased()) } }
    }
    return found.map {
      hasEmptyToken(text) ? $0.withoutToken : $0.mistake(hasShortID(text) ? [ofXcode] : [])
    }
  }

  /// Whether the text has an id as Xcode gives them: `TransactionId: 7`.
  private static func hasShortID(_ text: ArraySlice<UInt8>) -> Bool {
    ["ransactionId:", "ransactionID:", "ransactionId=", "ransactionID="].contains { name in
      guard let range = Text.range(of: name, in: text, from: text.startIndex) else { return false }
      let rest = text[range.upperBound...].drop { $0 == 0x20 }
      let digits = rest.prefix(while: Text.isDigit)
      let next = text[digits.endIndex...].first
      return (1...xcodeDigits).contains(digits.count)
        && next.map { !Text.isAlphanumeric($0) && $0 != UInt8(ascii: "-") } ?? true
    }
  }

  /// Whether the text says that the app gave the purchase no token: `appAccountToken=,`.
  private static func hasEmptyToken(_ text: ArraySlice<UInt8>) -> Bool {
    guard let name = Text.range(of: "appAccountToken=", in: text, from: text.startIndex),
      let next = text[name.upperBound...].first
    else { return false }
    return ",;)}".utf8.contains(next) || Text.isLineBreak(next)
  }

  /// Names of members are shorter.
  private static let maximumName = 32

  /// The error for an object that stands where a framework has a purchase, whatever is in it.
  static func any(_ value: JSONValue) -> ReceiptError? {
    guard value.members?.isEmpty == false else { return nil }
    return mistake(value)
      ?? ReceiptError(
        .notAReceipt,
        "this is a purchase in the words of an app, without the text that Apple signed", offset: 0,
        hint: "ask for jwsRepresentation of the transaction, or the app's receipt")
  }

  /// Objects of frameworks have fewer members.
  static let maximumMembers = 256

  private struct Framework {
    /// One of these sets of names must be there.
    let names: [Set<String>]
    let name: String
    let asks: String

    var mistake: ReceiptError { mistake([]) }

    /// - Parameter notes: what its words say all the same.
    func mistake(_ notes: [String]) -> ReceiptError {
      let sentences = notes + ["ask for \(asks)"]
      let others = sentences.dropFirst().map { ". \($0.prefix(1).uppercased())\($0.dropFirst())" }
      return ReceiptError(
        .notAReceipt,
        "this is a purchase as \(name) describes it: the words of the app, without the text "
          + "that Apple signed",
        offset: 0, hint: sentences[0] + others.joined())
    }

    /// The same for a purchase that cannot be tied to an account of the app.
    var withoutToken: ReceiptError {
      ReceiptError(
        .notAReceipt, mistake.message, offset: 0,
        hint:
          "appAccountToken is empty: the app set none at the purchase, or no UUID, or it was bought in the App "
          + "Store; for the rest ask for \(asks)")
    }
  }

  private static let own = "the app's own receipt, or jwsRepresentation of the transaction"

  /// The first whose names are all there counts.
  private static let all: [Framework] = [
    Framework(
      names: [["verificationData"], ["purchaseID", "productID"]],
      name: "Flutter's in_app_purchase", asks: "verificationData.serverVerificationData"),
    Framework(
      names: [["alias", "canPurchase"]], name: "cordova-plugin-purchase",
      asks:
        "transaction.appStoreReceipt, which its validator gets. Without a validator the plugin knows no end of a period, and owned stays true"
    ),
    Framework(
      names: [["latest_receipt", "transaction"]], name: "the validator of cordova-plugin-purchase",
      asks: "appStoreReceipt, which the app sent to that validator"),
    Framework(
      names: [["Store", "TransactionID", "Payload"]], name: "Unity IAP",
      asks: "the member Payload, which is base64 or a JWS"),
    Framework(
      names: [["orderId", "purchaseToken", "productId"]], name: "tauri-plugin-iap",
      asks: "jwsRepresentation of the transaction, or the app's receipt"),
    Framework(
      names: [["subscriber", "request_date"], ["originalAppUserId", "entitlements"]],
      name: "RevenueCat", asks: "\(own): RevenueCat keeps them"),
    Framework(
      names: [["app_user_id", "fetch_token"]], name: "RevenueCat", asks: "the member fetch_token"),
    Framework(
      names: [["accessLevels", "profileId"], ["access_levels", "profile_id"]], name: "Adapty",
      asks: own),
    Framework(
      names: [["profile_id", "event_properties"]], name: "a webhook of Adapty", asks: own),
    Framework(
      names: [["active", "source", "product"], ["qonversionId"], ["productId", "renewState"]],
      name: "Qonversion", asks: own),
    Framework(
      names: [["sourceReceipt", "products"]], name: "cordova-plugin-purchase",
      asks: "sourceReceipt.nativeData.appStoreReceipt, or jwsRepresentation of the transaction"),
    Framework(
      names: [["nativePurchase", "transactionId"]], name: "cordova-plugin-purchase",
      asks: "nativeData.appStoreReceipt, or jwsRepresentation of the transaction"),
    Framework(
      names: [["transactionIdentifier", "transactionState"]],
      name: "StoreKit 1 (SKPaymentTransaction)",
      asks: "the app's receipt: the file at Bundle.main.appStoreReceiptURL"),
    Framework(
      names: [["productId", "transactionDate"], ["productId", "purchaseState", "platform"]],
      name: "react-native-iap or expo-iap",
      asks:
        "jwsRepresentationIOS, purchaseToken or verificationResultIOS; transactionReceipt in older versions"
    ),
    Framework(
      names: [["productID", "originalID"]], name: "an app that uses StoreKit 2",
      asks: "jwsRepresentation of the transaction's VerificationResult"),
    Framework(
      names: [["bundleId", "inAppOwnershipType"]], name: "the log of a server",
      asks: "signedTransactionInfo of Apple's answer, which the log leaves out"),
    Framework(
      names: [["productId", "transactionId"]], name: "a framework",
      asks: "jwsRepresentation of the transaction, or the app's receipt"),
  ]
}
