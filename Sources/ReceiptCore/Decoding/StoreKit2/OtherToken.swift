// JSON Web Tokens that are not from StoreKit. They are secrets, or about a person: nothing of them is shown.
extension StoreKit2Decoder {
  /// Why a payload is not from StoreKit; `nil` if it may be.
  static func otherToken(_ fields: ObjectFields) -> ReceiptError? {
    // The issuer and the audience of a token (RFC 7519 §4.1), which no payload of StoreKit has.
    if fields.has("iss") || fields.has("aud") {
      return token(
        issuer: fields.value("iss")?.string ?? "", audience: fields.value("aud")?.string ?? "",
        of: fields)
    }
    guard !storeKitNames.contains(where: fields.has) else { return nil }
    return ReceiptError(
      .otherToken, "this is a JSON Web Token, but not from StoreKit")
  }

  /// Tells Apple's tokens apart by issuer and audience. Apple describes them in "Generating tokens for API
  /// requests", in "Authenticating users with Sign in with Apple", and in "Generating JWS to sign App Store
  /// requests".
  private static func token(
    issuer: String, audience: String, of fields: ObjectFields
  ) -> ReceiptError {
    switch (issuer, audience) {
    case (_, _)
    where audience.hasPrefix("appstoreconnect") || audience.isEmpty && fields.has("bid"):
      ReceiptError(
        .otherToken,
        "this is a token for the App Store Server API or the App Store Connect API, not a receipt",
        hint: (["do not share it: until it expires, it opens your account's data"]
          + faults(audience, fields)
          + [
            "the responses to Get Transaction Info and Get Transaction History hold transactions"
          ]).joined(separator: "; "))
    case ("https://appleid.apple.com", _):
      ReceiptError(
        .otherToken, "this is an identity token of Sign in with Apple, not a receipt",
        hint: "do not share it: it is about a person; a transaction is jwsRepresentation in the app"
      )
    case (_, "https://appleid.apple.com"):
      ReceiptError(
        .otherToken, "this is a client secret for Sign in with Apple, not a receipt",
        hint: "do not share it: it acts as your app; a transaction is jwsRepresentation in the app")
    case (_, "promotional-offer"), (_, "introductory-offer-eligibility"),
      (_, "advanced-commerce-api"):
      ReceiptError(
        .otherToken, "this is a request that your server signed for the App Store, not a receipt",
        hint: "the purchase that follows is a transaction: jwsRepresentation in the app")
    default:
      ReceiptError(
        .otherToken, "this is a JSON Web Token, but not from StoreKit")
    }
  }

  /// What keeps Apple's servers from accepting a token (Apple, "Generating JSON Web Tokens for API requests").
  private static func faults(_ audience: String, _ fields: ObjectFields) -> [String] {
    var faults: [String] = []
    if audience != "appstoreconnect-v1" { faults.append("its aud must be appstoreconnect-v1") }
    if !fields.has("bid") {
      faults.append(
        "it has no bid, the bundle id, without which the App Store Server API answers 401")
    }
    let (made, end) = (fields.value("iat")?.integer, fields.value("exp")?.integer)
    let isForServer = fields.has("bid")
    if let made, let end, case (let length, let overflows) = end.subtractingReportingOverflow(made),
      overflows || length > (isForServer ? longestOfServer : longestOfConnect)
    {
      faults.append(
        isForServer
          ? "it lasts longer than the hour that Apple allows"
          : "it lasts longer than the 20 minutes that the App Store Connect API allows")
    } else if end == nil {
      faults.append("it has no exp, the time at which it ends")
    }
    return faults
  }

  /// In seconds.
  private static let longestOfConnect: Int64 = 1200
  private static let longestOfServer: Int64 = 3600
}
