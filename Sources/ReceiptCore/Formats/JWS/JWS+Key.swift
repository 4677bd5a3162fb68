// Tokens without certificates: the reader knows the key.
extension JWS {
  /// Whether ES256 holds with this key (RFC 7518 §3.4). It does not look at the header.
  ///
  /// - Parameter point: a point on P-256 in uncompressed form (SEC 1 §2.3.3).
  package func isSignedWithES256(by point: ArraySlice<UInt8>) -> Bool {
    guard errors.isEmpty, findings.isEmpty, let key = ECPublicKey(.p256, point: point),
      let signature = try? ECDSASignature(es256: signature)
    else { return false }
    return key.verifies(signature.der[...], over: signedPart, .sha256)
  }
}
