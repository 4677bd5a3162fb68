/// Completes a part of a response of verifyReceipt that was copied alone, so that it is read like the whole. The part
/// is the object `receipt`, or the purchases or renewals of a list.
enum PartOfResponse {
  /// The response with the part in its place, and the finding that names the part; `nil` for any other value.
  static func completed(_ value: JSONValue) -> (response: JSONValue, finding: Finding)? {
    guard let name = name(of: value) else { return nil }
    let isList = name != "receipt" && value.elements == nil
    let part: JSONValue = isList ? .array([value]) : value
    return (
      .object([JSONValue.Member(name: name, value: part)]),
      Finding(.partOfResponse, offset: nil, found: name)
    )
  }

  /// The name that the response has for the part.
  private static func name(of value: JSONValue) -> String? {
    if value.members != nil {
      if isReceipt(value) { return "receipt" }
      return isPurchase(value) ? purchases : isRenewal(value) ? renewals : nil
    }
    guard let elements = value.elements, let first = elements.first else { return nil }
    if isPurchase(first), elements.allSatisfy(isPurchase) { return purchases }
    return isRenewal(first) && elements.allSatisfy(isRenewal) ? renewals : nil
  }

  private static let purchases = "latest_receipt_info"
  private static let renewals = "pending_renewal_info"

  private static func isReceipt(_ value: JSONValue) -> Bool {
    func has(_ names: String...) -> Bool {
      names.allSatisfy { value[$0].map { !$0.isNull } ?? false }
    }
    return has("bundle_id", "receipt_type", "in_app") || has("bid", "bvrs", "transaction_id")
  }

  /// A purchase with one of the dates that only Apple writes so.
  private static func isPurchase(_ value: JSONValue) -> Bool {
    value["product_id"] != nil && value["transaction_id"] != nil
      && (dates.contains { value[$0] != nil } || texts.contains { isAppleDate(value[$0]) })
  }

  private static let dates = [
    "purchase_date_ms", "original_purchase_date_ms", "expires_date_ms", "purchase_date_pst",
  ]
  private static let texts = ["purchase_date", "original_purchase_date"]

  private static func isAppleDate(_ value: JSONValue?) -> Bool {
    value?.string.flatMap { AppleDateText(ReceiptString($0)) } != nil
  }

  private static func isRenewal(_ value: JSONValue) -> Bool {
    value["auto_renew_product_id"] != nil && value["auto_renew_status"] != nil
      && value["original_transaction_id"] != nil && value["notification_type"] == nil
  }
}
