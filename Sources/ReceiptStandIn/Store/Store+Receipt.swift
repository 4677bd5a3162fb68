internal import ReceiptCore
internal import ReceiptMaking

extension Store {
  /// The app receipt of a customer, as a device would get it now.
  func receipt(of customer: Customer) throws(SigningFailure) -> [UInt8] {
    try signer.receipt(
      customer.app, customer.purchasesOfReceipt, at: now, seed: customer.name)
  }
}
