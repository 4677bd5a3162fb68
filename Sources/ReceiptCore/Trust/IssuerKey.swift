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
      guard let digest = DigestAlgorithm(signature: algorithm), digest != .sha1 || allowsSHA1 else {
        return false
      }
      return key.verifies(certificate.signature, over: certificate.signedPart, digest)
    case .elliptic(let key):
      guard let digest = EllipticDigest(signature: algorithm) else { return false }
      return key.verifies(certificate.signature, over: certificate.signedPart, digest)
    }
  }
}

extension EllipticDigest {
  /// The digest of an ECDSA signature's AlgorithmIdentifier, which has no parameters (RFC 5758 §3.2).
  init?(signature encoded: ArraySlice<UInt8>) {
    let ecdsaWith: [UInt8] = [0x30, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03]
    if encoded.elementsEqual(ecdsaWith + [0x02]) {
      self = .sha256
    } else if encoded.elementsEqual(ecdsaWith + [0x03]) {
      self = .sha384
    } else {
      return nil
    }
  }
}

extension EllipticCurve {
  /// The curve of a key's AlgorithmIdentifier: `id-ecPublicKey` with a named curve (RFC 5480 §2.1.1).
  init?(key encoded: ArraySlice<UInt8>) {
    let ecPublicKey: [UInt8] = [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    let prime256v1: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    let secp384r1: [UInt8] = [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]
    if encoded.elementsEqual([0x30, 0x13] + ecPublicKey + prime256v1) {
      self = .p256
    } else if encoded.elementsEqual([0x30, 0x10] + ecPublicKey + secp384r1) {
      self = .p384
    } else {
      return nil
    }
  }
}

extension Certificate {
  /// The curve of an elliptic key; `nil` for other keys and other curves.
  var curve: EllipticCurve? { EllipticCurve(key: keyAlgorithmEncoded) }

  /// The curve of an elliptic key, P-256 or P-384; `nil` for other keys and other curves.
  public var curveName: String? { curve?.name }
}
