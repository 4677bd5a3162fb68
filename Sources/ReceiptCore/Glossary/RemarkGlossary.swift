/// What is odd about what a receipt says: what each remark means, and what to do. docs/diagnosing.md has the
/// same rows.
package enum RemarkGlossary {
  package struct Row: Sendable {
    package let id: String
    package let meaning: String
    package let advice: String

    fileprivate init(_ id: String, _ meaning: String, _ advice: String) {
      self.id = id
      self.meaning = meaning
      self.advice = advice
    }
  }

  package static let rows: [Row] = [
    Row(
      "storekit-certificate",
      "signed with the certificate that is in every copy of Xcode",
      "use --profile xcode in tests, and never grant anything for it in production"),
    Row(
      "xcode-transaction-id",
      "transactions numbered from 0 on, as Xcode numbers them",
      "nothing; do not use such identifiers as keys"),
    Row(
      "sandbox-constant",
      "what only the sandbox writes, in a receipt that says it is from the App Store",
      "unlock nothing for it before you know who made it"),
    Row(
      "created-outside-certificate",
      "made before the signer's certificate was valid, or after it had expired",
      "refuse it: Apple signs with valid certificates"),
    Row(
      "missing-attribute",
      "an attribute is missing that every receipt of its time and store has",
      "ask the app to refresh the receipt"),
    Row(
      "unknown-attribute",
      "an attribute of a type that nobody has described",
      "nothing; `receipt dump` shows it"),
    Row(
      "old-receipt",
      "made more than 90 days ago",
      "ask the app to refresh it before you answer for today"),
    Row(
      "future-date",
      "something was bought more than a day after the receipt was made, or the receipt is newer than --at",
      "ask for a new receipt before you unlock what is dated later than this one"),
    Row(
      "duplicate-transaction",
      "one transaction identifier in several records",
      "count the transaction once, and ask for Apple's invoice if it is not clear for which product it is"
    ),
    Row(
      "mixed-original-transactions",
      "the periods of one product belong to several subscriptions",
      "follow each subscription by its original transaction identifier"),
    Row(
      "odd-quantity",
      "bought fewer than 1 or more than 10 at once",
      "ask for Apple's invoice before you grant so many"),
    Row(
      "cancelled-before-purchase",
      "cancelled before it was bought",
      "treat it as cancelled"),
    Row(
      "original-after-purchase",
      "first bought after it was bought; old renewals in the sandbox have it",
      "nothing; order purchases by their purchase date"),
    Row(
      "empty-period",
      "a period that ends when it begins, or before",
      "treat it as a period that gives nothing"),
    Row(
      "year-4001",
      "expires in the year 4001, which is how Xcode writes never",
      "treat it as never"),
    Row(
      "overlapping-periods",
      "two periods of a subscription overlap by more than a day",
      "take the later end; look whether the customer changed the product"),
    Row(
      "missing-renewal",
      "more than an hour lies between two periods of a subscription",
      "ask the customer to restore purchases, if they say that they renewed"),
  ]
}
