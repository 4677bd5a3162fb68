internal import ReceiptCore

/// Why a check does not pass: what each reason means, and what to do. docs/trust.md has the same rows.
enum ReasonGlossary {
  /// What to do when a check does not pass for a reason, as `explain` says it too.
  static func advice(for reason: CheckReason) -> String? {
    entries.first { $0.word == reason.rawValue }?.advice
  }

  static let entries: [GlossaryEntry] = [
    entry(
      "malformed", "structure, chain, signature",
      "something is damaged, or not as Apple writes it",
      "get the receipt again; `receipt dump` shows where it is damaged"),
    entry(
      "truncated", "structure, signature",
      "a part is missing, or cannot be read",
      "copy the whole text again; `receipt dump` shows where it ends"),
    entry(
      "trailing-data", "structure",
      "bytes follow where the receipt or its content ends",
      "get the receipt again, and store it without anything behind it"),
    entry(
      "duplicate-attribute", "structure",
      "an attribute occurs twice, so which one counts is unclear",
      "refuse it: Apple writes every attribute once"),
    entry(
      "too-many-certificates", "structure",
      "more certificates than any receipt has",
      "refuse it: Apple sends three"),
    entry(
      "wrong-content-type", "structure",
      "what was signed is not declared to be data",
      "refuse it: what was signed is something else than a receipt"),
    entry(
      "ber-encoding", "structure",
      "BER, where Apple writes DER",
      "of a receipt of Xcode's see --profile xcode; of any other, get it again"),
    entry(
      "xcode-receipt", "structure",
      "a test receipt of Xcode's; see `--profile xcode`",
      "use --profile xcode in tests, and never in production"),
    entry(
      "non-canonical-base64", "structure",
      "a JWS whose segments are written in another way than JWS has it",
      "copy the JWS again, as Apple wrote it"),
    entry(
      "duplicate-name", "structure",
      "an object has a name twice, so which one counts is unclear",
      "refuse it: Apple writes no name twice"),
    entry(
      "unsupported-header", "structure",
      "a JWS that demands something by `crit` or `b64`",
      "refuse it: StoreKit demands nothing of the kind"),
    entry(
      "no-signer", "signature",
      "there is no signature, or it is empty",
      "ask for what is signed: the app's receipt, or a JWS"),
    entry(
      "multiple-signers", "signature",
      "more than one signer",
      "refuse it: Apple's receipts have one signer"),
    entry(
      "signer-certificate-missing", "signature",
      "the certificate that the signer names is not there; a JWS without `x5c`",
      "get the receipt again; without the certificate nothing can be verified"),
    entry(
      "unexpected-signed-attributes", "signature",
      "the signer has attributes; Apple's has none",
      "refuse it: Apple signs the content itself"),
    entry(
      "unsupported-algorithm", "signature, chain",
      "not RSA with SHA-1 or SHA-256; in a JWS not ES256",
      "refuse it: Apple uses nothing else"),
    entry(
      "malformed-signature", "signature",
      "a JWS whose signature is not two numbers of 32 bytes in their range",
      "copy the JWS again; if it is whole, refuse it"),
    entry(
      "bad-signature", "signature",
      "the content or the signature was changed",
      "refuse it, or get it again: something was changed after it was signed"),
    entry(
      "not-xcode", "signature",
      "`--profile xcode`: not signed with Xcode's test certificate, or not by Xcode",
      "leave --profile xcode away: then it is judged by Apple's rules"),
    entry(
      "untrusted-chain", "chain, signature",
      "the chain is forged, or ends in a root that is not trusted",
      "refuse it; for receipts of your own making name their root with --trust-root"),
    entry(
      "chain-length", "chain",
      "not exactly leaf, intermediate, root",
      "get the receipt again, with all of its certificates"),
    entry(
      "issuer-missing", "chain",
      "undetermined: the issuer's certificate is not in the file",
      "give the certificate of the issuer with --trust-root"),
    entry(
      "unexpected-certificate", "chain",
      "a certificate that belongs to no chain",
      "refuse it: Apple sends only what belongs to the chain"),
    entry(
      "unknown-critical-extension", "chain",
      "a certificate demands something that is not understood",
      "refuse it: the certificate was not made for receipts"),
    entry(
      "weak-key", "chain, signature",
      "an RSA key under 2048 bits, or an unsound one; a point that is not on its curve",
      "refuse it: signatures of such a key can be forged"),
    entry(
      "wrong-certificate-purpose", "certificate-purpose, chain",
      "the certificate that signed may not sign receipts",
      "refuse it: a developer's certificate, say, leads to the same root"),
    entry(
      "wrong-intermediate", "certificate-purpose, chain",
      "the intermediate is not one of Apple's for this",
      "refuse it: another branch of Apple's certified the signer"),
    entry(
      "missing-creation-date", "certificate-validity",
      "no attribute 12, or no `signedDate`, so no time to judge at",
      "get the receipt again; without a date no certificate can be judged"),
    entry(
      "expired-at-creation", "certificate-validity",
      "a certificate had expired when the receipt was made",
      "refuse it: Apple signs with valid certificates"),
    entry(
      "not-yet-valid-at-creation", "certificate-validity",
      "a certificate was not valid yet",
      "refuse it: Apple signs with valid certificates"),
    entry(
      "unsigned-accepted", "signature",
      "not run: there is no signature, and `--unsigned accept` was given",
      "make sure that your own server got it from Apple over TLS"),
    entry(
      "unsigned-field", "expectations",
      "undetermined: no signature covers it",
      "ask for an app receipt, or a transaction of StoreKit 2, whose signature covers it"),
    entry(
      "mismatch", "expectations",
      "the receipt says something else than was expected",
      "compare the two values in the evidence: is this the receipt, or the expectation, of "
        + "another app?"),
    entry(
      "wrong-device", "device-hash",
      "the receipt was made for another device than those that were named",
      "ask for the receipt that this device has now: one restored from another keeps its hash until it is refreshed"
    ),
    entry(
      "absent", "expectations",
      "the receipt does not say",
      "look at all that the receipt has with `receipt decode --all`; ask the app to refresh "
        + "it"),
    entry(
      "expired", "receipt-expiration, subscription",
      "the receipt, or the last period of the subscription, expired before `--at`",
      "ask the customer to renew, or to restore purchases if they have: the receipt may be "
        + "older than the renewal"),
    entry(
      "sandbox-constant", "original-version, app-apple-id",
      "undetermined: sandbox and TestFlight write the same value into every receipt",
      "test this with a production receipt, or with one that `receipt make` makes"),
    entry(
      "several-customers", "product, subscription",
      "undetermined: it is about several customers, so it does not say who has the product",
      "check the transactions of each customer by themselves"),
    entry(
      "other-platform", "original-version",
      "undetermined: a version of the Mac app was to be compared with a build number",
      "name the first free version of the Mac app"),
    entry(
      "not-numeric", "original-version",
      "undetermined: the version first bought is not made of numbers",
      "compare the two texts yourself: they have no order"),
    entry(
      "cancelled", "product, subscription",
      "it was refunded or taken back by then; the message says which",
      "take the access away from this customer"),
    entry(
      "upgraded", "product, subscription",
      "another product of the same subscription took its place",
      "look for the product that took its place"),
    entry(
      "not-yet-purchased", "product, subscription",
      "it was bought after `--at`",
      "check the date of --at, and its time zone"),
    entry(
      "not-a-subscription", "subscription",
      "the product never expires",
      "ask with --product whether it was bought"),
    entry(
      "end-unknown", "subscription",
      "undetermined: a subscription that does not renew; the app decides how long it lasts",
      "reckon the end from the purchase date, as the app does"),
    entry(
      "duplicate-transaction", "unique-transaction",
      "the transaction came before in this run, with another app, Apple Account or user",
      "find out which of the two receipts is yours to serve: one purchase counts once"),
    entry(
      "duplicate-receipt", "unique-transaction",
      "the same receipt came before in this run, byte by byte",
      "count it once; if two people sent it, ask each for a new receipt"),
    entry(
      "not-remembered", "unique-transaction",
      "undetermined: more transactions came before in this run than are remembered",
      "check fewer receipts in one run"),
    entry(
      "not-listed", "listed",
      "no entry of the expectation file names the receipt",
      "write an entry for it, or record the folder again: receipt check --record"),
    entry(
      "not-refused", "refusal",
      "the receipt was meant to be refused, and was not",
      "change the expectation, or find out why the receipt passes now"),
    entry(
      "too-old", "age",
      "the receipt was made longer ago than `--max-age`",
      "refresh the receipt in the app"),
    entry(
      "made-later", "age",
      "the receipt was made after `--at`",
      "check the date of --at and the clock: the receipt is from the future"),
    entry(
      "time-missing", "subscription, age",
      "undetermined: what \"now\" is was not said",
      "say the time at which it is judged: `Expectations.now` in the library"),
    entry(
      "not-asked", "expectations",
      "not run: its option was not given",
      "give the option that the check needs, if its answer matters"),
    entry(
      "not-reached", "any",
      "not run: an earlier check failed",
      "look at the check before it that failed"),
    entry(
      "no-chain", "chain and after",
      "not run: Xcode's certificate stands alone",
      "nothing: Xcode's certificate is known as a whole"),
  ]

  /// - Parameter checks: Those that give the reason.
  private static func entry(
    _ reason: String, _ checks: String, _ meaning: String, _ advice: String
  ) -> GlossaryEntry {
    GlossaryEntry(.reason, reason, place: "of \(checks)", meaning, advice: advice)
  }
}
