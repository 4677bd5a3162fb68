/// Findings: what each means, and what to do. docs/errors.md has the same rows.
enum FindingGlossary {
  static let entries: [GlossaryEntry] = [
    entry(
      "trailing-data",
      "bytes follow where a structure ends",
      "store receipts without anything behind them; `receipt dump` shows what follows"),
    entry(
      "unexpected-element",
      "SignedData holds an element that receipts do not have",
      "look at it with `receipt dump`"),
    entry(
      "non-minimal-length",
      "a length in more bytes than it needs (X.690 §10.1)",
      "expect that `receipt check` refuses it: Apple writes DER"),
    entry(
      "non-minimal-integer",
      "an INTEGER in more bytes than it needs (X.690 §8.3.2)",
      "expect that `receipt check` refuses it: Apple writes DER"),
    entry(
      "payload-wrapped",
      "the attributes are wrapped in one more OCTET STRING",
      "tell the maker of the receipt: some generators of test receipts do this"),
    entry(
      "duplicate-attribute",
      "an attribute occurs more than once; the first one counts",
      "trust neither: `receipt check` refuses the receipt"),
    entry(
      "wrong-string-type",
      "text of another string type than usual",
      "nothing; the text is read all the same"),
    entry(
      "invalid-utf8",
      "text that is not valid UTF-8",
      "look at the bytes with `receipt dump`"),
    entry(
      "non-canonical-base64",
      "a segment of a JWS with padding, white space, `+` or `/`, or bits behind its last "
        + "byte (RFC 7515 §2)",
      "copy the JWS as Apple wrote it: `receipt check` refuses it otherwise"),
    entry(
      "unsorted-set",
      "attributes not in the order that DER asks for (X.690 §11.6); Xcode's are like that",
      "nothing"),
    entry(
      "dates-disagree",
      "a date that an answer or a transaction of iOS 6 writes under several keys differs "
        + "between them; milliseconds count, and the others are kept among the other fields",
      "find out whether the response was edited where it is stored"),
    entry(
      "odd-date",
      "a date of an answer that is not written as Apple writes dates, beside the same date in milliseconds, "
        + "which count",
      "find out who wrote it: a program that stores answers, or one that invents them"),
    entry(
      "environments-disagree",
      "an answer's `environment` is another than its `receipt_type` says; `receipt_type` counts, and "
        + "`environment` is kept among the other fields",
      "believe neither: an answer is not signed, and Apple's agree; ask for the receipt itself"),
    entry(
      "form-unknown",
      "the payload of a JWS has only what all of StoreKit's have: what it is cannot be told, and no "
        + "purchase is read from it",
      "say what it is with `--form`"),
    entry(
      "odd-type",
      "a value with another type than Apple writes, such as a number in place of a text",
      "look for the program that changed it between Apple and here"),
    entry(
      "odd-name",
      "a name in another spelling than Apple's, such as `latestReceiptInfo`",
      "look for the program that changed it between Apple and here"),
    entry(
      "shared-secret",
      "the account's shared secret stands in it; it is never shown",
      "do not share this file; if it was shared, make a new secret in App Store Connect"
    ),
    entry(
      "more-pages",
      "a response of the App Store Server API says that more pages follow",
      "fetch the other pages before you conclude that something was not bought"),
    entry(
      "unsigned-disagrees",
      "the unsigned text around signed texts says something else than they do",
      "use what is signed; look for who changed the response"),
    entry(
      "pieces-disagree",
      "two receipts that were put together say different things of one customer or transaction",
      "check that all of them belong to this customer"),
    entry(
      "original-purchase-after-purchase",
      "the original purchase date is later than the purchase date; genuine receipts have "
        + "this",
      "nothing; order purchases by their purchase date"),
    entry(
      "misspelled-key",
      "the receipt in a request has another key than `receipt-data`; it is read all the same",
      "write `receipt-data`: with any other key Apple's server answers 21002"),
    entry(
      "request-encoding",
      "the receipt in a request to verifyReceipt is a JWS, or is not plain base64: encoded twice, with spaces "
        + "in place of `+`, with percent-encoding",
      "send the bytes of the receipt in base64, once; a JWS is for the App Store Server Library"),
    entry(
      "error-around",
      "the text around the receipt tells of an error",
      "read its codes with `receipt explain`; what is said of the receipt does not depend on it"),
    entry(
      "broken-text",
      "the text around the receipt is meant to be JSON, or a print of a value, and could not be "
        + "read; what else it holds is not shown",
      "copy the whole text again, and look at the byte that is named"),
    entry(
      "part-beside",
      "beside the receipt stand texts that begin like one and were shortened, such as `MIIT…`, or lost "
        + "their beginning; or payloads without a signature",
      "look for the whole texts where these came from: each may be a receipt of its own. Of a "
        + "payload ask for the signed text"),
    entry(
      "same-text",
      "an object holds the same receipt under two names, as the objects of Flutter and expo-iap do; it "
        + "was read once",
      "nothing; send one of them"),
    entry(
      "part-of-response",
      "only a part of a response of verifyReceipt was given, such as its `latest_receipt_info`",
      "ask for the whole response, from its first bracket to its last"),
    entry(
      "library-status",
      "the status is not Apple's: the library in-app-purchase writes 2 for a valid receipt without "
        + "purchases",
      "read the receipt beside it; Apple had answered with status 0"),
    entry(
      "ios6-style",
      "a response of verifyReceipt about one transaction, with `bid` and `expires_date_formatted`: the app "
        + "sent `transactionReceipt`, as until iOS 6",
      "send the app receipt (`appStoreReceiptURL`): its response lists all purchases"),
    entry(
      "masked", "signs such as xxxx, or words, stand in the place of a value",
      "ask for the value itself, or leave it: what is masked decides nothing"),
    entry(
      "left-out",
      "a program left out parts of the value when it printed it, such as `[Object]`; what is missing "
        + "here may exist",
      "print the whole value as JSON: `JSON.stringify(value)` in Node"),
    entry(
      "restored-text",
      "the text was changed on its way, as mail, chats and word processors do; it was read without "
        + "those changes",
      "nothing, if the signature holds; else ask for the text as a file"),
    entry(
      "too-many-findings",
      "more than 1,000 for information; the rest are not listed",
      "look at the whole with `receipt dump`"),
    entry(
      "too-many-warnings",
      "more than 1,000 warnings; of the rest, only the first of each kind is listed. `check` refuses it",
      "refuse it: no receipt of Apple's is like that"),
  ]

  private static func entry(_ id: String, _ meaning: String, _ advice: String) -> GlossaryEntry {
    GlossaryEntry(.finding, id, meaning, advice: advice)
  }
}
