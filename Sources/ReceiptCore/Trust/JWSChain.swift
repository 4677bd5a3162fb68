extension ChainRules<ECPublicKey> {
  /// The rules for JWS: a leaf on P-256, which ES256 requires (RFC 7518 §3.4), under strong keys of any kind.
  ///
  /// SHA-1 is not allowed, because no JWS uses it. A certificate without a key usage may be used for anything
  /// (RFC 5280 §4.2.1.3). Apple's have one, but the test certificates of Apple's own libraries do not.
  static let jws = ChainRules(
    leafKey: { certificate throws(ChainFailure) in
      try AppleProfile.signingKey(of: certificate)
    },
    issuerKey: { certificate, name throws(ChainFailure) in
      guard let curve = certificate.curve else {
        return .rsa(try AppleProfile.key(of: certificate, name))
      }
      return .elliptic(try AppleProfile.ellipticKey(curve, of: certificate, name))
    },
    allowsSHA1: false, needsKeyUsage: false)
}

extension AppleProfile {
  /// Builds the chain of a JWS from `x5c`: exactly leaf, intermediate and root, in this order (RFC 7515
  /// §4.1.6). The root must equal a trusted one byte by byte; its name does not count.
  static func chain(
    x5c: [[UInt8]], anchors: [TrustAnchor]
  ) throws(ChainFailure) -> CertificateChain<ECPublicKey> {
    guard x5c.count == 3 else {
      throw ChainFailure(
        check: .chain, reason: .chainLength,
        message:
          "x5c has \(x5c.count) \(x5c.count == 1 ? "certificate" : "certificates"), not three")
    }
    guard let anchor = anchors.first(where: { $0.certificate.encoded.elementsEqual(x5c[2]) }) else {
      let name = (try? Certificate(x5c[2][...], allowsVersion1: true)).map {
        "\"\(DistinguishedName($0.subject).commonName)\""
      }
      throw ChainFailure(
        check: .chain, reason: .untrustedChain,
        message: name.map { "its certificates lead to \($0), which is not trusted" }
          ?? "the last certificate of x5c cannot be read, so it is no root that is trusted")
    }
    let leaf = try certificate(x5c[0][...], "the signer's certificate")
    guard (try? CertificateNames(x5c[1][...]))?.subject.elementsEqual(leaf.issuer) == true else {
      throw ChainFailure(
        check: .chain, reason: .untrustedChain,
        message: "the second certificate of x5c is not that of the signer's issuer")
    }
    return try chain(leaf: leaf, x5c[1][...], others: [], anchors: [anchor], .jws)
  }

  /// The key of a certificate that may sign with ES256.
  static func signingKey(of certificate: Certificate) throws(ChainFailure) -> ECPublicKey {
    let name = "the signer's certificate"
    guard certificate.curve == .p256 else {
      throw ChainFailure(
        check: .chain, reason: .unsupportedAlgorithm,
        message: "the key of \(name) is not on P-256, as ES256 has it")
    }
    return try ellipticKey(.p256, of: certificate, name)
  }

  static func ellipticKey(
    _ curve: EllipticCurve, of certificate: Certificate, _ name: String
  ) throws(ChainFailure) -> ECPublicKey {
    guard let key = ECPublicKey(curve, point: certificate.publicKey) else {
      throw ChainFailure(
        check: .chain, reason: .weakKey,
        message: "the key of \(name) is no point on \(curve.name)")
    }
    return key
  }
}
