/// Reads what StoreKit 2 and the App Store Server sign.
struct JWSDecoder {
  let limits: DecodingLimits

  func decode(_ input: ReceiptInput) throws(ReceiptError) -> DecodedReceipt {
    throw ReceiptError(.notAReceipt, "not written yet")
  }
}
