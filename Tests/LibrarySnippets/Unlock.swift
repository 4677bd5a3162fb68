import ReceiptCore

/// Whether a server may unlock a product for the customer who sent this.
func mayUnlock(
  _ product: String, of app: String, with body: [UInt8], at now: ReceiptDate
) throws(ReceiptError) -> Access {
  let receipt = ReceiptVerifier().verifyAll(try ReceiptDecoder().decode(body))
  let account = Account(receipt, at: now)
  return account.access(to: ReceiptString(product), of: ReceiptString(app), in: .production)
}
