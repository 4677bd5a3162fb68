/// Words of the trade: what this tool prints and what its users say, where no format has the word.
enum TermGlossary {
  static func term(
    _ word: String, _ aliases: [String] = [], _ meaning: String, _ advice: String? = nil,
    not caution: String? = nil
  ) -> GlossaryEntry {
    GlossaryEntry(.term, word, aliases: aliases, meaning, advice: advice, caution: caution)
  }

  static let entries: [GlossaryEntry] = sections.flatMap(\.terms)

  /// As docs/words.md lists them.
  static let sections: [(title: String, terms: [GlossaryEntry])] = [
    ("This tool", tool), ("Products", products), ("Offers", offers),
    ("What happens to a purchase", states), ("People and places", people), ("Signatures", proofs),
    ("In the app and on the server", code),
  ]

  private static let tool: [GlossaryEntry] = [
    term(
      "judged at", ["judged_at"], "the time that counts as now for an answer",
      "set it with `--at`"),
    term(
      "receipt", [],
      "what Apple states about an app and its purchases; also a transaction, a notification or a response"
    ),
    term(
      "form", [], "the kind of a receipt: an app receipt, a StoreKit 2 transaction, a response, …",
      "see them all: `receipt explain --list form`"),
    term(
      "response", ["answer"], "what Apple's server sends back; only the JWS in it are signed",
      "trust the unsigned parts only if your own server received them from Apple"),
    term("payload", [], "the content that a signature covers"),
    term(
      "layer", ["wrapping"], "what is wrapped around a receipt, such as base64 or JSON",
      "leave it on: the tool removes it, and names it"),
    term("attribute", [], "a value of an app receipt, with a number for its type"),
    term("field", [], "a value with a name; the names are those of verifyReceipt"),
    term("check", [], "one question about a receipt: it passes, fails or cannot be answered"),
    term(
      "severity", ["info", "warning"],
      "how serious a finding or a remark is: info is as it should be, and a warning is worth a look"
    ),
    term("gap", [], "a time between two periods in which no product ran"),
    term("paid", [], "a period at the regular price; in the sandbox nothing is paid"),
    term("expectation", ["expected"], "the value that a check compares with the receipt"),
    term("verdict", [], "the result of all checks of a receipt together: pass, fail or error"),
    term(
      "reason", [], "the code that says why a check did not pass",
      "look it up: `receipt explain REASON`"),
    term("error", [], "a part of a receipt, or all of it, that cannot be read"),
    term("finding", [], "something odd in a receipt that can be read"),
    term("remark", [], "something unusual that a receipt says, such as a period without a length"),
    term("anomaly", [], "a place in the bytes of a receipt that breaks a rule of its format"),
    term(
      "incomplete", ["truncated"], "the end of the receipt is missing, and often its signature",
      "copy the whole receipt"),
    term("damaged", [], "some parts of a receipt cannot be read; the others are shown"),
    term("inferred", [], "not stated in the receipt, but likely from what it states"),
    term(
      "profile", [], "whose rules a receipt is verified by: Apple's or Xcode's",
      "use `--profile xcode` for tests only"),
    term(
      "pseudonym", [],
      "an invented value in place of an identifier; the same identifier gets the same one"),
    term(
      "test authority", [],
      "the public keys and certificates that sign made and redacted receipts; they never pass as Apple's",
      "trust it in tests with `--trust-root`"),
    term(
      "SPEC", [], "a file in YAML or JSON that describes a receipt to make",
      "print one: `receipt decode --format json`"),
    term(
      "scenario", ["story"], "a made history of purchases, for tests",
      "see them all: `receipt make --scenario list`"),
  ]

  private static let products: [GlossaryEntry] = [
    term(
      "consumable", ["consumables"],
      "a product that is used up and can be bought again, such as coins",
      not: "do not expect used-up consumables in a receipt: they are not listed"),
    term(
      "non-consumable", ["nonconsumables"], "a product that is bought once and kept",
      "let the customer restore it on a new device"),
    term(
      "auto-renewable", ["auto-renewable subscription"],
      "a subscription that Apple charges for each period until it is cancelled"),
    term(
      "non-renewing", ["non-renewing subscription"],
      "a subscription for a fixed time that does not renew; no receipt says how long it lasts",
      "let the app decide how long it lasts"),
    term(
      "subscription group", ["group"],
      "products of which a customer has one at a time; moving between them is an upgrade, a downgrade or a "
        + "crossgrade"),
    term(
      "bundle", [], "several subscriptions, also sold singly, that are sold together for less",
      "look for the transaction of the bundle when a single subscription was revoked"),
    term("suite", [], "several subscriptions that are sold only together"),
    term(
      "seat", ["seats"], "the place of one person in a subscription for several people",
      "count seats by the purchaser's transactions, and decide access by each person's own"),
    term(
      "commitment", [], "a year that is paid monthly; cancelling ends it after the year",
      "keep access as long as the months are paid"),
    term(
      "storefront", [], "the App Store of one country; it decides price and currency"),
    term(
      "milliunits", [], "thousandths of a currency's unit: 1990 is 1.99 USD, and 300000 is 300 JPY"),
  ]

  private static let offers: [GlossaryEntry] = [
    term(
      "trial", ["free trial"], "a first period of a subscription that costs nothing",
      "give access until it ends, paid or not"),
    term(
      "introductory offer", ["introductory", "intro"],
      "a lower price or a trial for new subscribers, once in each subscription group"),
    term(
      "promotional offer", ["promotional", "promo"],
      "a lower price for present or former subscribers, which your server signs"),
    term(
      "offer code", ["offer codes"], "a code that customers enter to get a lower price or a trial"),
    term(
      "promo code", ["promo codes", "promotional code"],
      "a code that gives an app or an in-app purchase for nothing; no receipt says that one was used",
      "treat it like any other purchase"),
    term("win-back offer", ["win-back"], "a lower price for former subscribers"),
  ]

  private static let states: [GlossaryEntry] = [
    term(
      "grace period", ["grace"],
      "days after a failed payment in which Apple asks you to keep access; you turn it on in App Store "
        + "Connect",
      "keep access until gracePeriodExpiresDate"),
    term(
      "billing retry", ["retry", "retry_period", "billing_retry_period"],
      "Apple tries a failed payment again, for up to 60 days",
      "ask the customer to update their payment method; access ends unless a grace period runs"),
    term(
      "restore", ["restored", "restore purchases"],
      "the app asks Apple again what the customer owns, as on a new device",
      "look at original_transaction_id: it is the same as before"),
    term(
      "refund", ["refunded"],
      "Apple gave the money back; the transaction then has a revocationDate",
      "withdraw what this transaction gave",
      not: "do not withdraw other purchases of the customer"),
    term(
      "revoked", ["revocation"],
      "a purchase that no longer counts: refunded, no longer shared, or a seat taken back",
      "look at revocationType for the cause"),
    term(
      "upgrade", ["upgraded", "crossgrade"],
      "the customer moved at once to another product of the group; the rest of the old period was paid back",
      "count the new product"),
    term(
      "downgrade", ["downgraded"], "the customer chose a lower product from the next renewal on",
      "keep the present product until its period ends"),
    term(
      "replaced", [], "a period that ended early because another product took its place",
      "look at the other product", not: "do not treat it as a refund"),
    term(
      "lapsed", [], "a subscription that ended and was not renewed, as far as this receipt says",
      "ask for a newer receipt: a renewal since then is not in an older one"),
    term(
      "cancelled", ["canceled"],
      "of customers: the renewal was turned off, and access goes on until the period ends; in "
        + "verifyReceipt's fields: Apple refunded it",
      "ask which of the two is meant"),
    term("renewal", ["renewed"], "the next period of a subscription, with a new transaction id"),
    term(
      "not-recorded", ["not recorded"], "the receipt or the format has no place for this",
      "ask for another form of receipt", not: "do not read it as no"),
    term(
      "notification", ["server notification", "webhook"],
      "a message that Apple sends to your server when something happens to a purchase",
      "check its signature: `receipt check`; then `receipt diagnose` says what to do"),
  ]

  private static let people: [GlossaryEntry] = [
    term(
      "Family Sharing", ["family"],
      "up to six people use what one of them bought; each has transactions of their own"),
    term(
      "original transaction id", [],
      "the transaction id of a chain's first purchase; it stays the same at each renewal and restore",
      "use it as the key of a subscription"),
    term(
      "order id", ["invoice", "order number", "Look Up Order ID"],
      "the number on the invoice that Apple mails to the customer; no receipt holds it",
      "ask Look Up Order ID of the App Store Server API with it: the answer has the transactions",
      not: "do not take an invoice as proof: anyone can write one"),
    term(
      "device id", ["GUID", "identifierForVendor"],
      "the bytes of the device that a receipt's hash covers: identifierForVendor on iOS, the MAC address of en0 on "
        + "a Mac",
      "check the hash with it: `receipt check --device-id`"),
    term(
      "web order line item id", [], "one billing of a subscription; it is the same on all devices"),
    term(
      "app transaction", [], "a statement that Apple signed about the download of the app itself",
      "read from it which version the customer first got", not: "do not look for purchases in it"),
    term("Ask to Buy", [], "a parent must approve a child's purchase; until then it is deferred"),
    term(
      "sandbox", [], "Apple's test system, where purchases cost nothing and periods are short",
      "accept it from testers and from App Review only"),
    term(
      "TestFlight", [], "Apple's service for test versions; its purchases come from the sandbox",
      "ask a customer to install the app from the App Store instead"),
    term(
      "shared secret", ["app-specific shared secret"],
      "the password that an app's developer sends to verifyReceipt",
      "keep it to yourself; nothing here needs it"),
  ]

  private static let proofs: [GlossaryEntry] = [
    term(
      "unsigned", [], "the text has no signature, so anyone can have written it",
      "trust it only if your own server got it from Apple"),
    term(
      "not Apple's", ["not-apple"], "the text is signed, and Apple did not sign it",
      "refuse it; ask where it came from"),
    term(
      "changed", [], "the signature is for another text; one that was damaged looks the same",
      "ask for the text again, as a file; refuse it if that says the same"),
    term(
      "other root", ["other-root", "own root", "signed-by-other-root"],
      "the signature leads to a root that you named with `--trust-root`, and not to Apple's",
      "trust it in tests alone"),
    term(
      "JWS", ["JSON Web Signature"],
      "JSON with a signature, in three parts between points (RFC 7515); StoreKit 2 signs like this",
      "verify it: `receipt check`"),
    term(
      "JWT", ["JSON Web Token"], "a JWS with claims, such as the token for Apple's APIs (RFC 7519)",
      "do not share one that you signed: it works until it expires"),
    term(
      "x5c", [], "the certificates in the header of a JWS: leaf, intermediate and root (RFC 7515)",
      "check that the root is Apple's: `receipt check` does"),
    term(
      "WWDR", ["Worldwide Developer Relations"],
      "Apple's intermediate certificate, between the one that signs receipts and Apple's root"),
    term(
      "PKCS#7", ["CMS", "SignedData"], "the container of app receipts (RFC 5652)",
      "look inside with `receipt dump`"),
    term(
      "leaf", ["leaf certificate"], "the certificate of the key that signed the receipt"),
    term(
      "root", ["root certificate"], "the certificate that a chain ends with; only Apple's counts"),
    term(
      "intermediate", ["intermediate certificate"],
      "the certificate between the leaf and the root, such as WWDR G1"),
    term("issuer", [], "who signed a certificate: the subject of the next one in the chain"),
    term("subject", [], "who owns the key in a certificate"),
    term("serial number", [], "the number of a certificate, unique for its issuer"),
    term(
      "Apple's mark", ["marker"],
      "an extension with which Apple says what a certificate may sign; without it the certificate signs no receipt"
    ),
  ]
}
