/// An iOS 6 transaction's way through its rules.
struct TransactionVerification {
  init(_ decoded: DecodedReceipt, _ envelope: TransactionEnvelope) {}

  func run() -> Verification { .unsigned }
}
