/// A leaf, an intermediate and a root that belong together, with what was found out about them.
///
/// Everything but the dates: a chain holds or does not, whatever the time; validity is judged for every
/// receipt anew. The type of the leaf's key tells the chains of receipts from those of JWS, so that neither
/// is ever taken for the other.
final class CertificateChain<Key: Sendable>: Sendable {
  /// From leaf to root.
  package let certificates: [Certificate]
  let leaf: Certificate
  let intermediate: Certificate
  let anchor: TrustAnchor
  /// The leaf's key, ready to verify.
  package let key: Key
  /// The chain in words: `leaf → WWDR G1 → Apple Root CA`.
  let summary: String
  /// What the checks of the chain and of its certificates' purpose say of it: the same for each receipt.
  let chainCheck: CheckResult
  let purposeCheck: CheckResult

  init(leaf: Certificate, intermediate: Certificate, anchor: TrustAnchor, key: Key) {
    certificates = [leaf, intermediate, anchor.certificate]
    self.leaf = leaf
    self.intermediate = intermediate
    self.anchor = anchor
    self.key = key
    let intermediateName =
      KnownCertificate.name(sha256: intermediate.sha256)
      ?? DistinguishedName(intermediate.subject).commonName
    summary = "leaf → \(intermediateName) → \(anchor.name)"
    chainCheck = .pass(
      .chain, summary,
      evidence: [
        "intermediate": intermediateName, "leaf_sha256": hexadecimal(leaf.sha256),
        "root": anchor.name,
      ])
    purposeCheck = .pass(
      .certificatePurpose, "both certificates carry Apple's marks",
      evidence: ["intermediate": "1.2.840.113635.100.6.2.1", "leaf": "1.2.840.113635.100.6.11.1"])
  }
}

/// Why a chain does not hold.
struct ChainFailure: Error {
  let check: CheckID
  let reason: CheckReason
  let message: String
  var hint: String?
}

/// What differs between the chains of receipts and those of JWS.
struct ChainRules<Key: Sendable>: Sendable {
  /// The leaf's key, if it is one that may sign here.
  let leafKey: @Sendable (Certificate) throws(ChainFailure) -> Key
  /// The key of an intermediate or of a root, which is named for the message.
  let issuerKey: @Sendable (Certificate, String) throws(ChainFailure) -> IssuerKey
  /// Whether a certificate may be signed with SHA-1.
  let allowsSHA1: Bool
  /// Whether a certificate without a key usage is refused. Where there is one it must fit in any case.
  let needsKeyUsage: Bool
}

extension ChainRules<RSAPublicKey> {
  /// App receipts: RSA throughout.
  static let receipt = ChainRules(
    leafKey: { certificate throws(ChainFailure) in
      try AppleProfile.key(of: certificate, "the signer's certificate")
    },
    issuerKey: { certificate, name throws(ChainFailure) in
      .rsa(try AppleProfile.key(of: certificate, name))
    },
    allowsSHA1: true, needsKeyUsage: true)
}

/// The rules for chains under Apple's roots, or under a root of the caller's.
enum AppleProfile {
  /// The smallest RSA key that is trusted, in bits.
  static let leastKeySize = 2048
  /// The largest: verifying with a larger one takes long, and nobody has one.
  static let largestKeySize = 8192
  static let keySizes = leastKeySize...largestKeySize

  /// Builds the chain of a receipt's leaf, which must be of exactly three.
  ///
  /// - Parameter others: the certificates beside the leaf, in file order.
  static func chain(
    leaf encodedLeaf: ArraySlice<UInt8>, others: [ArraySlice<UInt8>], anchors: [TrustAnchor]
  ) throws(ChainFailure) -> CertificateChain<RSAPublicKey> {
    let leaf = try certificate(encodedLeaf, "the signer's certificate")
    guard !anchors.contains(where: { $0.certificate.subject.elementsEqual(leaf.issuer) }) else {
      throw ChainFailure(
        check: .chain, reason: .chainLength,
        message: "the signer's certificate stands directly under the root")
    }
    // Several certificates may carry the name of the leaf's issuer: a forger's beside Apple's own. The
    // one whose key made the leaf's signature is meant.
    let candidates = others.filter { namesMatch($0, leaf.issuer) }
    var failure = ChainFailure(
      check: .chain, reason: others.isEmpty ? .chainLength : .untrustedChain,
      message: "the certificate of the signer's issuer is not there")
    for candidate in candidates {
      do {
        return try chain(leaf: leaf, candidate, others: others, anchors: anchors, .receipt)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// Builds the chain of a leaf and the one certificate that has to be its issuer.
  static func chain<Key: Sendable>(
    leaf: Certificate, _ encodedIntermediate: ArraySlice<UInt8>, others: [ArraySlice<UInt8>],
    anchors: [TrustAnchor], _ rules: ChainRules<Key>
  ) throws(ChainFailure) -> CertificateChain<Key> {
    let intermediate = try certificate(encodedIntermediate, "the intermediate certificate")
    let intermediateKey = try rules.issuerKey(intermediate, "the intermediate certificate")
    guard intermediateKey.verifies(leaf, allowsSHA1: rules.allowsSHA1) else {
      throw ChainFailure(
        check: .chain, reason: .untrustedChain,
        message: "the signer's certificate was not signed by the one that it names as its issuer")
    }
    guard intermediate.isAuthority,
      intermediate.allowsCertificateSigning || !rules.needsKeyUsage && !intermediate.hasKeyUsage
    else {
      throw ChainFailure(
        check: .chain, reason: .wrongIntermediate,
        message: "the signer's certificate was issued by one that may not issue any")
    }
    // RFC 5280 §4.1.2.6: names are compared as DER. A name alone proves nothing; the signature below
    // does, with the key of the pinned root.
    let named = anchors.filter { $0.certificate.subject.elementsEqual(intermediate.issuer) }
    guard !named.isEmpty else {
      // A known issuer that is itself issued by another: the chain is longer than Apple's.
      let isLonger = others.contains { other in
        namesMatch(other, intermediate.issuer)
          && (try? CertificateNames(other)).map { !$0.issuer.elementsEqual($0.subject) } ?? false
      }
      throw ChainFailure(
        check: .chain, reason: isLonger ? .chainLength : .untrustedChain,
        message: isLonger
          ? "the chain has more than three certificates"
          : "the chain ends in \"\(DistinguishedName(intermediate.issuer).commonName)\", "
            + "which is not trusted")
    }
    guard
      let anchor = named.first(where: { anchor in
        (try? rules.issuerKey(anchor.certificate, "the root")).map {
          $0.verifies(intermediate, allowsSHA1: rules.allowsSHA1)
        } ?? false
      })
    else {
      throw ChainFailure(
        check: .chain, reason: .untrustedChain,
        message: "the intermediate certificate names \(named[0].name) as its issuer, "
          + "but was not signed by it: this chain is forged")
    }
    guard !leaf.isAuthority,
      leaf.allowsDigitalSignature || !rules.needsKeyUsage && !leaf.hasKeyUsage
    else {
      throw ChainFailure(
        check: .chain, reason: .wrongCertificatePurpose,
        message: "the signer's certificate may not sign data")
    }
    for certificate in [leaf, intermediate] { try checkCriticalExtensions(certificate) }
    let leafKey = try rules.leafKey(leaf)
    guard leaf.extension(.appleReceiptSigning) != nil else {
      throw ChainFailure(
        check: .certificatePurpose, reason: .wrongCertificatePurpose,
        message: "the certificate that signed lacks 1.2.840.113635.100.6.11.1, "
          + "Apple's mark for signing receipts",
        hint: "Apple's roots also vouch for developers' certificates; those may not sign receipts")
    }
    guard intermediate.extension(.appleIntermediate) != nil else {
      throw ChainFailure(
        check: .certificatePurpose, reason: .wrongIntermediate,
        message: "the intermediate certificate lacks 1.2.840.113635.100.6.2.1, "
          + "Apple's mark for developer relations")
    }
    return CertificateChain(
      leaf: leaf, intermediate: intermediate, anchor: anchor, key: leafKey)
  }

  // MARK: One certificate

  static func certificate(
    _ encoded: ArraySlice<UInt8>, _ name: String
  ) throws(ChainFailure) -> Certificate {
    do {
      // A copy, so that a chain in the cache does not keep a whole receipt in memory.
      return try Certificate(ArraySlice(Array(encoded)))
    } catch {
      guard case .malformed(let offset) = error else { throw unreadable(name, at: 0) }
      throw unreadable(name, at: offset)
    }
  }

  private static func unreadable(_ name: String, at offset: Int) -> ChainFailure {
    ChainFailure(
      check: .chain, reason: .malformed,
      message: "\(name) cannot be read: its byte \(offset) is not what a certificate has there")
  }

  /// The certificate's RSA key, if it is strong enough.
  package static func key(
    of certificate: Certificate, _ name: String, sizes: ClosedRange<Int> = keySizes
  ) throws(ChainFailure) -> RSAPublicKey {
    guard let parts = certificate.rsaParts, let size = certificate.rsaKeySize else {
      throw ChainFailure(
        check: .chain, reason: .unsupportedAlgorithm, message: "the key of \(name) is not RSA")
    }
    guard sizes.contains(size) else {
      throw ChainFailure(
        check: .chain, reason: .weakKey,
        message: "the key of \(name) has \(size) bits; \(sizes.lowerBound) are the least",
        hint: size == 1024
          ? "Apple's FairPlay authority signed the first Mac App Store receipts like this, in 2010; "
            + "keys of that size can be forged today" : nil)
    }
    // A public exponent is odd and, since 65537 is what everyone uses, no smaller than that.
    let exponent = parts.exponent.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard parts.exponent.count <= 8, exponent >= 65537, exponent & 1 == 1,
      parts.modulus.last.map({ $0 & 1 == 1 }) ?? false,
      let key = RSAPublicKey(modulus: parts.modulus, exponent: parts.exponent)
    else {
      throw ChainFailure(
        check: .chain, reason: .weakKey, message: "the RSA key of \(name) is not a sound one")
    }
    return key
  }

  /// What is critical must be understood (RFC 5280 §4.2).
  static func checkCriticalExtensions(
    _ certificate: Certificate
  ) throws(ChainFailure) {
    let understood: [OID] = [
      .basicConstraints, .keyUsage, .extendedKeyUsage, .certificatePolicies, .appleReceiptSigning,
      .appleIntermediate, .appleTransactionSigning,
    ]
    for item in certificate.extensions where item.isCritical && !understood.contains(item.oid) {
      throw ChainFailure(
        check: .chain, reason: .unknownCriticalExtension,
        message: "a certificate has the critical extension \(item.oid), which is not understood")
    }
  }

  private static func namesMatch(
    _ encoded: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>
  ) -> Bool {
    (try? CertificateNames(encoded)).map { $0.subject.elementsEqual(name) } ?? false
  }
}

extension DigestAlgorithm {
  /// The digest of an RSA signature's AlgorithmIdentifier with NULL (RFC 8017 §A.2.4).
  init?(signature encoded: ArraySlice<UInt8>) {
    let sha1WithRSA: [UInt8] = [
      0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x05, 0x05, 0x00,
    ]
    let sha256WithRSA: [UInt8] = [
      0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B, 0x05, 0x00,
    ]
    if encoded.elementsEqual(sha1WithRSA) {
      self = .sha1
    } else if encoded.elementsEqual(sha256WithRSA) {
      self = .sha256
    } else {
      return nil
    }
  }

  /// The digest of an AlgorithmIdentifier with NULL (RFC 3370 §2.1, RFC 5754 §2).
  package init?(digest encoded: ArraySlice<UInt8>) {
    if encoded.elementsEqual([0x30, 0x09, 0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A, 0x05, 0x00]) {
      self = .sha1
    } else if encoded.elementsEqual([
      0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00,
    ]) {
      self = .sha256
    } else {
      return nil
    }
  }
}
