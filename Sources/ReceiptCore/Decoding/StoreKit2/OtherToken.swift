// JSON Web Tokens that are none of StoreKit's. They are secrets, or about a person: nothing of them is shown.
extension StoreKit2Decoder {
  /// Why a payload is none of StoreKit's; `nil` when it may be one.
  static func otherToken(_ fields: ObjectFields) -> ReceiptError? {
    // The issuer and the audience of a token (RFC 7519 §4.1), which Apple names in none of StoreKit's.
    if fields.has("iss") || fields.has("aud") {
      return token(
        issuer: fields.value("iss")?.string ?? "", audience: fields.value("aud")?.string ?? "")
    }
    guard !storeKitNames.contains(where: fields.has) else { return nil }
    return ReceiptError(
      .otherToken, "this is a JSON Web Token, but none of StoreKit's")
  }

  /// By where tokens of Apple's are from and for whom they are (Apple, "Generating tokens for API
  /// requests", "Authenticating users with Sign in with Apple", "Generating JWS to sign App Store requests").
  private static func token(issuer: String, audience: String) -> ReceiptError {
    switch (issuer, audience) {
    case (_, "appstoreconnect-v1"):
      ReceiptError(
        .otherToken, "this is a token for Apple's App Store Connect API, not a receipt",
        hint: "keep it to yourself: until it expires, whoever has it may ask Apple in your name; "
          + "what the API answers holds transactions")
    case ("https://appleid.apple.com", _):
      ReceiptError(
        .otherToken, "this is an identity token of Sign in with Apple, not a receipt",
        hint: "keep it to yourself: it is about a person; a transaction is jwsRepresentation in "
          + "the app")
    case (_, "https://appleid.apple.com"):
      ReceiptError(
        .otherToken, "this is a client secret for Sign in with Apple, not a receipt",
        hint: "keep it to yourself: whoever has it may ask Apple in your name")
    case (_, "promotional-offer"), (_, "introductory-offer-eligibility"),
      (_, "advanced-commerce-api"):
      ReceiptError(
        .otherToken, "this is a request that your server signed for the App Store, not a receipt",
        hint: "what comes of it is a transaction: jwsRepresentation in the app")
    default:
      ReceiptError(
        .otherToken, "this is a JSON Web Token, but none of StoreKit's")
    }
  }
}
