enum SignatureCheck: Check {
  static let id = CheckID.signature
  static let question = "does the signature of the one signer fit the content?"
  static let summary = "The signature holds."
  static let explanation =
    "Exactly one signature, by the certificate that it names, over exactly these bytes."
  static let advice = "do not trust it; get the receipt again from the app"
}
