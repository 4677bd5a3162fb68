import ReceiptCore

/// Who signed a receipt, and the first rule that it breaks.
func signer(of file: [UInt8]) throws(ReceiptError) -> String {
  let decoded = try ReceiptDecoder().decode(file)
  let verification = ReceiptVerifier().verify(decoded)
  if verification.status == .apple { return "signed by Apple" }
  let failure = verification.checks.first { $0.status == .fail }
  return "not signed by Apple: \(failure?.message ?? "no rule applies")"
}
