internal import ReceiptCore

extension RenewalInfo {
  /// The other product that it will renew as.
  var change: ReceiptString? {
    guard autoRenewStatus == true, let other = autoRenewProductID, let productID,
      other != productID
    else { return nil }
    return other
  }

  /// Whether the customer agreed to a higher price: 0 = not yet; 1 = yes, or not needed.
  var consent: Int64? { priceConsentStatus ?? priceIncreaseStatus }
}
