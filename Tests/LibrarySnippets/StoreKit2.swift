import ReceiptCore

/// The products that an App Store Server Notification is about, if all of it is signed.
func products(
  ofNotification body: [UInt8], roots: [TrustAnchor] = []
) throws(ReceiptError) -> [String] {
  let decoded = try ReceiptDecoder(form: .notification).decode(body)
  guard ReceiptVerifier(trustRoots: roots).verify(decoded).isTrusted else { return [] }
  var products: [String] = []
  for nested in decoded.nested {
    let purchases = try nested.content.get().receipt.inApp
    products += purchases.compactMap { $0.productID?.text }
  }
  return products
}
