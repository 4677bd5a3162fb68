/// What a check is about, for those who have not read the manual: one line, the longer form, and what to do
/// when it did not pass and says nothing better itself.
struct CheckDescription {
  let summary: String
  let explanation: String
  let advice: String

  private init(_ summary: String, _ explanation: String, advice: String) {
    self.summary = summary
    self.explanation = explanation
    self.advice = advice
  }

  /// The description of a check, or of `decode`, by its name.
  init(_ check: String) {
    self =
      switch check {
      case Problem.decode:
        Self(
          "A receipt can be read.",
          "What the file holds is a receipt in one of the forms that Apple makes, or something from "
            + "which one can be taken.",
          advice: "get the file again from where it was made")
      case "structure":
        Self(
          "The receipt is built as Apple builds receipts.",
          "Strict DER or a canonical JWS, every element in its place, no attribute twice, nothing "
            + "after the end.",
          advice: "get the receipt again; what was changed on its way cannot be trusted")
      case "signature":
        Self(
          "The signature holds.",
          "Exactly one signature, by the certificate that it names, over exactly these octets.",
          advice: "do not trust it; get the receipt again from the app")
      case "chain":
        Self(
          "The certificates lead to a trusted root.",
          "A chain of three, each certificate signed by the next, that ends in one of Apple's roots or in "
            + "one that was named.",
          advice:
            "do not trust it; for receipts of your own making name their root with --trust-root")
      case "certificate-purpose":
        Self(
          "The certificates may sign receipts.",
          "Apple marks the certificates that sign receipts. Those of developers lead to the same root and "
            + "carry other marks.",
          advice: "do not trust it; somebody else's certificate signed it")
      case "certificate-validity":
        Self(
          "The certificates were valid when the receipt was made.",
          "Leaf, intermediate and root are judged at the receipt's own creation date.",
          advice: "do not trust it; get a fresh receipt")
      case "bundle-id":
        Self(
          "The receipt is the expected app's.",
          "The bundle identifier, octet for octet.",
          advice: "use a receipt of this app, or change what is expected")
      case "app-version":
        Self(
          "The receipt is of the expected version.",
          "The version of the app for which the receipt was made, as it is written there.",
          advice: "get a fresh receipt from this version, or change what is expected")
      case "environment":
        Self(
          "The receipt is from the expected environment.",
          "Production, the sandbox, or Xcode.",
          advice: "use a receipt from there, or change what is expected")
      case "device-hash":
        Self(
          "The receipt is for one of the devices.",
          "The hash over device, opaque value and bundle identifier is that of one of the devices named.",
          advice: "refresh the receipt on the device, or name another id")
      case "receipt-expiration":
        Self(
          "The receipt has not expired.",
          "Receipts of apps that organisations buy in volume can expire.",
          advice: "get a fresh receipt")
      case "original-version":
        Self(
          "The customer bought the app before it became free.",
          "The version that was bought first comes before the one that was named, number by number.",
          advice: "compare the two versions in the evidence")
      case "product":
        Self(
          "The product was bought, and the purchase not cancelled.",
          "The receipt holds a purchase of the product that was not refunded or revoked.",
          advice: "refresh the receipt; consumables need not stay in one")
      case "subscription":
        Self(
          "The subscription is active.",
          "A period of it that was not cancelled has begun and not ended.",
          advice: "refresh the receipt, or ask the App Store Server for the status")
      case "age":
        Self(
          "The receipt is fresh enough.",
          "It was made no longer ago than was allowed.",
          advice: "refresh the receipt in the app")
      case "contents":
        Self(
          "The receipt holds what the expectation file lists.",
          "Fields, purchases and bytes, as an expectation file has them.",
          advice: "if the change is right, record it: receipt check --record")
      case "refusal":
        Self(
          "The receipt is refused as it was meant to be.",
          "It fails for the reasons that an expectation file names, and for no others.",
          advice: "compare the reasons that were expected with those that were found")
      default:
        Self(
          "The receipt is as expected.", "An expectation that is held against the receipt.",
          advice: "compare what was expected with the evidence")
      }
  }
}
