/// Reads what Apple's verifyReceipt answered.
struct AnswerDecoder {
  let limits: DecodingLimits

  func decode(_ input: ReceiptInput, _ answer: JSONValue) throws(ReceiptError) -> DecodedReceipt {
    throw ReceiptError(.notAReceipt, "not written yet")
  }
}
