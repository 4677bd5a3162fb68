internal import ReceiptCore

/// The names that the JSON of `decode` gives to the fields of a receipt and of a purchase.
enum ReceiptFieldNames {
  /// The receipt's purchases.
  static let purchases = Field<Receipt>.purchases

  static let receipt =
    [purchases] + Field<Receipt>.byName.flatMap { [$0.name] + ($0.alias.map { [$0] } ?? []) }

  static let purchase = Field<InAppPurchase>.byName.map(\.name)
}
