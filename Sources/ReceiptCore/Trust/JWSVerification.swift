/// One JWS's way through the rules for what StoreKit 2 signs.
struct JWSVerification {
  init(
    _ decoded: DecodedReceipt, _ jws: JWS, profile: ReceiptVerifier.Profile,
    anchors: [TrustAnchor], cache: ChainCache
  ) {}

  func run() -> Verification { .unsigned }
}
