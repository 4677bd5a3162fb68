/// Reads an iOS 6 transaction: a property list around another one.
struct TransactionDecoder {
  let limits: DecodingLimits

  func decode(_ input: ReceiptInput) throws(ReceiptError) -> DecodedReceipt {
    throw ReceiptError(.notAReceipt, "not written yet")
  }
}
