internal import ReceiptInsight

/// What can have happened between two receipts.
enum EventGlossary {
  static let entries: [GlossaryEntry] = [
    entry(
      .subscribed, "a subscription that the other receipt does not know",
      "nothing, if the other one is older"),
    entry(
      .renewed,
      "a subscription that both know has periods that only one knows, after all that the other knows",
      "count access until the new date"),
    entry(
      .upgraded,
      "a period was cut short when the customer moved to another product of the same subscription; in an "
        + "app receipt that is inferred",
      "count the other product"),
    entry(
      .refunded, "a purchase was cancelled, and the money given back", "take away what was bought"),
    entry(
      .withdrawn,
      "a purchase was taken back without a refund to this customer: Family Sharing ended, or a seat was taken back",
      "take it away from this customer; the buyer keeps it"),
    entry(
      .lapsed,
      "a subscription was active when the earlier receipt was made, and by the dates in the later one is not "
        + "any more",
      "ask for a receipt made today: a renewal since would stand in it"),
    entry(
      .resumed,
      "a subscription was over when the earlier receipt was made, and by the dates in the later one is "
        + "active again",
      "count access again; there is a gap in it"),
  ]

  private static func entry(
    _ kind: PurchaseEvent.Kind, _ meaning: String, _ advice: String
  ) -> GlossaryEntry {
    GlossaryEntry(.event, kind.rawValue, meaning, advice: advice)
  }
}
