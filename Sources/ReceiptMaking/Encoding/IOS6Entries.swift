package import ReceiptCore

extension IOS6Template {
  /// The entries of `purchase-info` that say what the model says of one purchase: the inverse of
  /// `IOS6Decoder`.
  package static func entries(_ purchase: InAppPurchase, of receipt: Receipt) -> [Entry] {
    entries(Field<InAppPurchase>.all, of: purchase) + entries(Field<Receipt>.all, of: receipt)
  }

  private static func entries<Model>(_ table: [Field<Model>], of model: Model) -> [Entry] {
    table.flatMap { field -> [Entry] in
      guard let key = field.names.ios6, let value = field.get(model) else { return [] }
      guard case .date(let date) = value else { return [(key, value.description)] }
      let keys = IOS6DateKeys(key)
      return [
        (keys.text, AppleDateText.greenwich(date)), (keys.pacific, AppleDateText.california(date)),
        (keys.milliseconds, String(date.millisecondsSince1970)),
      ]
    }
  }
}
