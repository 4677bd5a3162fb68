internal import ReceiptCore

/// What each check asks. docs/trust.md has the same rows.
enum CheckGlossary {
  struct Row: Sendable {
    let id: CheckID
    /// The question, without the links that docs/trust.md has in it.
    let question: String

    fileprivate init(_ id: CheckID, _ question: String) {
      self.id = id
      self.question = question
    }
  }

  static let rows: [Row] = [
    Row(
      .structure,
      "is the receipt well-formed, in strict DER or a canonical JWS, nothing missing and "
        + "nothing left over?"),
    Row(
      .signature,
      "does the signature of the one signer fit the content?"),
    Row(
      .chain,
      "do exactly three certificates lead from the signer to a trusted root?"),
    Row(
      .certificatePurpose,
      "do the very certificates that verified carry Apple's marks for receipts?"),
    Row(
      .certificateValidity,
      "were all of them valid when the receipt was made?"),
    Row(
      .bundleID,
      "`--bundle-id`: is it for this app, octet by octet?"),
    Row(
      .appVersion,
      "`--app-version`: is it for this version, as text?"),
    Row(
      .environment,
      "`--environment`: does it say that it is from there?"),
    Row(
      .deviceHash,
      "`--device-id`: was it made for one of these devices?"),
    Row(
      .receiptExpiration,
      "`--at`: has the receipt itself not expired? Only those of the Volume Purchase Program "
        + "do"),
    Row(
      .originalVersion,
      "`--first-free-version`: was the app first bought in an older version?"),
    Row(
      .product,
      "`--product`: is there a purchase of it that was not cancelled? One result for each"),
    Row(
      .subscription,
      "`--active-product`: is a subscription to it active at `--at`? One result for each"),
    Row(
      .age,
      "`--max-age`: was the receipt made no longer ago than that?"),
    Row(
      .contents,
      "only with an expectation file: are fields, purchases and bytes those that it lists?"),
    Row(
      .refusal,
      "only with an expectation file: was it refused as it was meant to be?"),
  ]
}
