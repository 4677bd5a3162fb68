/// Recognizes a purchase as a framework describes it, without the text that Apple signed. What it says are
/// the words of the app, and which member to ask for depends on the framework.
enum FrameworkObject {
  static func mistake(_ value: JSONValue) -> ReceiptError? {
    guard let object = value.members == nil ? value.elements?.first : value,
      let members = object.members
    else { return nil }
    let names = Set(members.prefix(maximumMembers).map(\.name))
    return all.first { $0.names.isSubset(of: names) }?.mistake
  }

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
    let found = all.first { $0.names.allSatisfy { names.contains($0.lowercased()) } }
    return found.map { hasEmptyToken(text) ? $0.withoutToken : $0.mistake }
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
    let names: Set<String>
    let name: String
    let asks: String

    var mistake: ReceiptError {
      ReceiptError(
        .notAReceipt,
        "this is a purchase as \(name) describes it: the words of the app, without the text "
          + "that Apple signed",
        offset: 0, hint: "ask for \(asks)")
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

  /// The first whose names are all there counts.
  private static let all: [Framework] = [
    Framework(
      names: ["verificationData"], name: "Flutter's in_app_purchase",
      asks: "verificationData.serverVerificationData"),
    Framework(
      names: ["purchaseID", "productID"], name: "Flutter's in_app_purchase",
      asks: "verificationData.serverVerificationData"),
    Framework(
      names: ["alias", "canPurchase"], name: "cordova-plugin-purchase",
      asks: "transaction.appStoreReceipt, which its validator gets"),
    Framework(
      names: ["latest_receipt", "transaction"], name: "the validator of cordova-plugin-purchase",
      asks: "appStoreReceipt, which the app sent to that validator"),
    Framework(
      names: ["Store", "TransactionID", "Payload"], name: "Unity IAP",
      asks: "the member Payload, which is base64 or a JWS"),
    Framework(
      names: ["orderId", "purchaseToken", "productId"], name: "tauri-plugin-iap",
      asks: "jwsRepresentation of the transaction, or the app's receipt"),
    Framework(
      names: ["subscriber", "request_date"], name: "RevenueCat",
      asks: "the app's own receipt, or jwsRepresentation of the transaction: RevenueCat keeps them"),
    Framework(
      names: ["originalAppUserId", "entitlements"], name: "RevenueCat",
      asks: "the app's own receipt, or jwsRepresentation of the transaction: RevenueCat keeps them"),
    Framework(
      names: ["app_user_id", "fetch_token"], name: "RevenueCat", asks: "the member fetch_token"),
    Framework(
      names: ["accessLevels", "profileId"], name: "Adapty",
      asks: "the app's own receipt, or jwsRepresentation of the transaction"),
    Framework(
      names: ["access_levels", "profile_id"], name: "Adapty",
      asks: "the app's own receipt, or jwsRepresentation of the transaction"),
    Framework(
      names: ["profile_id", "event_properties"], name: "a webhook of Adapty",
      asks: "the app's own receipt, or jwsRepresentation of the transaction"),
    Framework(
      names: ["active", "source", "product"], name: "Qonversion",
      asks: "the app's own receipt, or jwsRepresentation of the transaction"),
    Framework(
      names: ["qonversionId"], name: "Qonversion",
      asks: "the app's own receipt, or jwsRepresentation of the transaction"),
    Framework(
      names: ["sourceReceipt", "products"], name: "cordova-plugin-purchase",
      asks: "sourceReceipt.nativeData.appStoreReceipt, or jwsRepresentation of the transaction"),
    Framework(
      names: ["nativePurchase", "transactionId"], name: "cordova-plugin-purchase",
      asks: "nativeData.appStoreReceipt, or jwsRepresentation of the transaction"),
    Framework(
      names: ["transactionIdentifier", "transactionState"],
      name: "StoreKit 1 (SKPaymentTransaction)",
      asks: "the app's receipt: the file at Bundle.main.appStoreReceiptURL"),
    Framework(
      names: ["productId", "transactionId", "transactionDate"],
      name: "react-native-iap or expo-iap",
      asks:
        "jwsRepresentationIOS, purchaseToken or verificationResultIOS; transactionReceipt in older versions"
    ),
    Framework(
      names: ["productId", "transactionDate"], name: "react-native-iap or expo-iap",
      asks:
        "jwsRepresentationIOS, purchaseToken or verificationResultIOS; transactionReceipt in older versions"
    ),
    Framework(
      names: ["productID", "originalID"], name: "an app that uses StoreKit 2",
      asks: "jwsRepresentation of the transaction's VerificationResult"),
    Framework(
      names: ["bundleId", "inAppOwnershipType"], name: "the log of a server",
      asks: "signedTransactionInfo of Apple's answer, which the log leaves out"),
    Framework(
      names: ["productId", "transactionId"], name: "a framework",
      asks: "jwsRepresentation of the transaction, or the app's receipt"),
  ]
}
