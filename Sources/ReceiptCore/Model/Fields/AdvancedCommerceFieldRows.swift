extension Field where Model: AdvancedCommerceOwner {
  /// The fields of `advancedCommerceInfo`, which a transaction and a renewal info have alike.
  static func advancedCommerce(_ forms: [ReceiptForm]) -> [Field] {
    func row<Value>(
      _ name: String, _ kind: TypedKind<Value>,
      _ property: any WritableKeyPath<AdvancedCommerceFields, Value?> & Sendable,
      _ secrecy: FieldSecrecy, _ key: String
    ) -> Field {
      Field(
        "advanced_commerce_" + name, kind, commerce: property, secrecy,
        [.payload(forms, "advancedCommerceInfo." + key)])
    }
    return [
      row("consistency_token", .text, \.consistencyToken, .identifier, "consistencyToken"),
      row("description", .text, \.description, .identifier, "descriptors.description"),
      row("display_name", .text, \.displayName, .identifier, "descriptors.displayName"),
      row("estimated_tax", .number, \.estimatedTax, .kept, "estimatedTax"),
      row("items", .json, \.items, .identifier, "items"),
      row("period", .text, \.period, .kept, "period"),
      row(
        "request_reference_id", .text, \.requestReferenceID, .identifier, "requestReferenceId"),
      row("tax_code", .text, \.taxCode, .kept, "taxCode"),
      row("tax_exclusive_price", .number, \.taxExclusivePrice, .kept, "taxExclusivePrice"),
      row("tax_rate", .text, \.taxRate, .kept, "taxRate"),
    ]
  }
}
