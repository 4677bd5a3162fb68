/// The key of a certificate that issued others.
enum IssuerKey {
  case rsa(RSAPublicKey)
  case elliptic(ECPublicKey)

  /// Whether this key signed the certificate (RFC 5280 §6.1.3 (a) (1)). The algorithm must be the same inside
  /// and outside the signed part (§4.1.1.2).
  func verifies(_ certificate: Certificate, allowsSHA1: Bool) -> Bool {
    let algorithm = certificate.outerSignatureAlgorithm
    guard certificate.innerSignatureAlgorithm.elementsEqual(algorithm) else { return false }
    switch self {
    case .rsa(let key):
      guard let digest = DigestAlgorithm(rsaSignature: algorithm), digest != .sha1 || allowsSHA1
      else {
        return false
      }
      return key.verifies(certificate.signature, over: certificate.signedPart, digest)
    case .elliptic(let key):
      guard let digest = DigestAlgorithm(ecdsaSignature: algorithm) else { return false }
      return key.verifies(certificate.signature, over: certificate.signedPart, digest)
    }
  }
}
