/// A verified chain of leaf, intermediate and root, with the results of its checks.
///
/// Dates are not part of it: they are checked for each receipt. The type of the leaf's key separates the
/// chains of receipts from those of JWS, so that neither can be used as the other.
final class CertificateChain<Key: Sendable>: Sendable {
  /// From leaf to root.
  package let certificates: [Certificate]
  let leaf: Certificate
  let intermediate: Certificate
  let anchor: TrustAnchor
  /// The leaf's key, ready for verification.
  package let key: Key
  /// The chain in words: `leaf → WWDR G1 → Apple Root CA`.
  let summary: String
  /// The results of the chain and purpose checks, which are the same for every receipt.
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
        "intermediate": intermediateName, "leaf_sha256": Hexadecimal.encode(leaf.sha256),
        "root": anchor.name,
      ])
    purposeCheck = .pass(
      .certificatePurpose, "both certificates carry Apple's marks",
      evidence: [
        "intermediate": OID.appleIntermediate.description,
        "leaf": OID.appleReceiptSigning.description,
      ])
  }
}

/// Why a chain is not accepted.
struct ChainFailure: Error {
  let check: CheckID
  let reason: CheckReason
  let message: String
  var hint: String?

  /// What the checks of the chain and of its certificates' purpose say.
  var checks: (chain: CheckResult, purpose: CheckResult) {
    let failure = CheckResult.fail(check, reason, message, hint: hint)
    return check == .certificatePurpose
      ? (.pass(.chain, "the chain ends in a trusted root"), failure)
      : (failure, .notReached(.certificatePurpose))
  }
}

/// The chain of a signer, or the failure to find it.
///
/// Not a `Result`: the first use of one with another type of error searches the whole program for conformances.
enum FoundChain<Key: Sendable> {
  case held(CertificateChain<Key>)
  case failed(ChainFailure)

  /// The chain, if it holds.
  var held: CertificateChain<Key>? { if case .held(let chain) = self { chain } else { nil } }
}

/// The rules in which the chains of receipts and of JWS differ.
struct ChainRules<Key: Sendable>: Sendable {
  /// The leaf's key, if it may sign here.
  let leafKey: @Sendable (Certificate) throws(ChainFailure) -> Key
  /// The key of an intermediate or a root. The text is its name in messages.
  let issuerKey: @Sendable (Certificate, String) throws(ChainFailure) -> IssuerKey
  /// Whether a certificate may be signed with SHA-1.
  let allowsSHA1: Bool
  /// Whether a certificate without a key usage is refused. If there is one, it must fit in any case.
  let needsKeyUsage: Bool

  /// Whether a certificate may be used for something, by what its key usage says of that.
  func allows(_ usage: CertificateUsage, _ isInKeyUsage: Bool) -> Bool {
    isInKeyUsage || !needsKeyUsage && !usage.hasKeyUsage
  }
}

extension ChainRules<RSAPublicKey> {
  /// The rules for app receipts: RSA throughout.
  static let receipt = ChainRules(
    leafKey: { certificate throws(ChainFailure) in
      try AppleProfile.key(of: certificate, "the signer's certificate")
    },
    issuerKey: { certificate, name throws(ChainFailure) in
      .rsa(try AppleProfile.key(of: certificate, name))
    },
    allowsSHA1: true, needsKeyUsage: true)
}

/// The rules for chains that end in Apple's roots, or in a root of the caller.
enum AppleProfile {
  /// The smallest RSA key that is trusted, in bits.
  static let leastKeySize = 2048
  /// The largest key. Larger ones are slow to verify and not in use.
  static let largestKeySize = 8192
  static let keySizes = leastKeySize...largestKeySize

  /// Builds the chain of a receipt's leaf, which must have exactly three certificates.
  ///
  /// - Parameter others: the other embedded certificates, in file order.
  static func chain(
    leaf encodedLeaf: ArraySlice<UInt8>, others: [ArraySlice<UInt8>], anchors: [TrustAnchor]
  ) throws(ChainFailure) -> CertificateChain<RSAPublicKey> {
    let leaf = try certificate(encodedLeaf, "the signer's certificate")
    guard !anchors.contains(where: { $0.certificate.subject.elementsEqual(leaf.issuer) }) else {
      throw ChainFailure(
        check: .chain, reason: .chainLength,
        message: "the signer's certificate stands directly under the root")
    }
    // Several certificates may have the name of the leaf's issuer, such as a forged one next to Apple's. Each
    // is tried: the right one verifies the leaf's signature.
    var candidates = others.filter { namesMatch($0, leaf.issuer) }
    // A receipt without its intermediate. It is Apple's public one if any.
    if candidates.isEmpty { candidates = AppleIntermediate.issuers(of: leaf).map(\.encoded) }
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

  /// Builds the chain of a leaf and the one certificate that must be its issuer.
  static func chain<Key: Sendable>(
    leaf: Certificate, _ encodedIntermediate: ArraySlice<UInt8>, others: [ArraySlice<UInt8>],
    anchors: [TrustAnchor], _ rules: ChainRules<Key>
  ) throws(ChainFailure) -> CertificateChain<Key> {
    let intermediate = try certificate(encodedIntermediate, "the intermediate certificate")
    try checkIssuing(intermediate, of: leaf, rules)
    let anchor = try anchor(of: intermediate, among: anchors, others: others, rules)
    let usage = try usage(of: leaf, "the signer's certificate")
    guard !usage.isAuthority, rules.allows(usage, usage.allowsDigitalSignature) else {
      throw ChainFailure(
        check: .chain, reason: .wrongCertificatePurpose,
        message: "the signer's certificate may not sign data")
    }
    try checkCriticalExtensions(
      leaf, usage, "the signer's certificate", otherwise: .wrongCertificatePurpose)
    try checkCriticalExtensions(
      intermediate, try self.usage(of: intermediate, "the intermediate certificate"),
      "the intermediate certificate", otherwise: .wrongIntermediate)
    let leafKey = try rules.leafKey(leaf)
    try checkMarkers(leaf, intermediate)
    return CertificateChain(
      leaf: leaf, intermediate: intermediate, anchor: anchor, key: leafKey)
  }

  /// The intermediate signed the leaf, and is allowed to.
  private static func checkIssuing<Key: Sendable>(
    _ intermediate: Certificate, of leaf: Certificate, _ rules: ChainRules<Key>
  ) throws(ChainFailure) {
    let key = try rules.issuerKey(intermediate, "the intermediate certificate")
    try checkAlgorithm(of: leaf, "the signer's certificate", rules)
    guard key.verifies(leaf, allowsSHA1: rules.allowsSHA1) else {
      throw ChainFailure(
        check: .chain, reason: .untrustedChain,
        message: "the signer's certificate was not signed by the one that it names as its issuer")
    }
    let usage = try usage(of: intermediate, "the intermediate certificate")
    guard usage.isAuthority, rules.allows(usage, usage.allowsCertificateSigning) else {
      throw ChainFailure(
        check: .chain, reason: .wrongIntermediate,
        message: "the signer's certificate was issued by one that may not issue any")
    }
  }

  /// The trusted root that signed the intermediate.
  private static func anchor<Key: Sendable>(
    of intermediate: Certificate, among anchors: [TrustAnchor], others: [ArraySlice<UInt8>],
    _ rules: ChainRules<Key>
  ) throws(ChainFailure) -> TrustAnchor {
    // RFC 5280 §4.1.2.6: names are compared as DER. A name alone proves nothing: the signature
    // has to verify with the key of the pinned root.
    let named = anchors.filter { $0.certificate.subject.elementsEqual(intermediate.issuer) }
    guard !named.isEmpty else {
      // The intermediate's issuer is there and was itself issued by another, so the chain is longer than
      // Apple's.
      let isLonger = others.contains { other in
        namesMatch(other, intermediate.issuer)
          && (try? CertificateNames(other)).map { !$0.issuer.elementsEqual($0.subject) } ?? false
      }
      throw ChainFailure(
        check: .chain, reason: isLonger ? .chainLength : .untrustedChain,
        message: isLonger
          ? "the chain has more than three certificates"
          : "its certificates lead to \"\(DistinguishedName(intermediate.issuer).commonName)\", "
            + "which is not trusted")
    }
    try checkAlgorithm(of: intermediate, "the intermediate certificate", rules)
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
    // RFC 5280 §6.1.4 (m): one authority, the intermediate, follows below the root.
    guard anchor.pathLength.map({ $0 >= 1 }) ?? true else {
      throw ChainFailure(
        check: .chain, reason: .chainLength,
        message: "\(anchor.name) allows no authority below it (path length 0)")
    }
    return anchor
  }

  /// Refuses a certificate that is signed in a way that is not accepted here. Algorithms that differ inside and
  /// outside are left to the signature.
  private static func checkAlgorithm<Key: Sendable>(
    of certificate: Certificate, _ name: String, _ rules: ChainRules<Key>
  ) throws(ChainFailure) {
    let algorithm = certificate.outerSignatureAlgorithm
    let digest =
      DigestAlgorithm(rsaSignature: algorithm) ?? DigestAlgorithm(ecdsaSignature: algorithm)
    guard let digest, digest != .sha1 || rules.allowsSHA1 else {
      throw ChainFailure(
        check: .chain, reason: .unsupportedAlgorithm,
        message:
          "\(name) is signed with \(certificate.signatureAlgorithm), which is not accepted here")
    }
  }

  /// Apple's marker OIDs: its roots also issue certificates that may not sign receipts.
  private static func checkMarkers(
    _ leaf: Certificate, _ intermediate: Certificate
  ) throws(ChainFailure) {
    guard leaf.extension(.appleReceiptSigning) != nil else {
      throw ChainFailure(
        check: .certificatePurpose, reason: .wrongCertificatePurpose,
        message: "the certificate that signed lacks \(OID.appleReceiptSigning), "
          + "Apple's mark for signing receipts",
        hint: "Apple's roots also vouch for developers' certificates; those may not sign receipts")
    }
    guard intermediate.extension(.appleIntermediate) != nil else {
      throw ChainFailure(
        check: .certificatePurpose, reason: .wrongIntermediate,
        message: "the intermediate certificate lacks \(OID.appleIntermediate), "
          + "Apple's mark for developer relations")
    }
  }

  // MARK: One certificate

  static func certificate(
    _ encoded: ArraySlice<UInt8>, _ name: String
  ) throws(ChainFailure) -> Certificate {
    do {
      // Makes a copy, so that a cached chain does not keep a whole receipt in memory.
      return try Certificate(ArraySlice(Array(encoded)))
    } catch {
      throw ChainFailure(
        check: .chain, reason: .malformed,
        message:
          "\(name) cannot be read: its byte \(error.offset) is not what a certificate has there")
    }
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
    // A public exponent is odd. Smaller ones than 65537, which all keys here use, are refused.
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

  /// What a certificate may be used for.
  static func usage(
    of certificate: Certificate, _ name: String
  ) throws(ChainFailure) -> CertificateUsage {
    do throws(CertificateUsage.Fault) {
      return try CertificateUsage(certificate)
    } catch {
      throw ChainFailure(
        check: .chain, reason: .malformed, message: "\(name) has \(error.message)")
    }
  }

  /// Refuses extensions that limit a certificate in a way that is not understood (RFC 5280 §4.2), or to
  /// something else than receipts.
  ///
  /// - Parameter purposeReason: the reason when it is meant for something else.
  static func checkCriticalExtensions(
    _ certificate: Certificate, _ usage: CertificateUsage, _ name: String,
    otherwise purposeReason: CheckReason
  ) throws(ChainFailure) {
    if let purposes = usage.purposes, !purposes.contains(.anyExtendedKeyUsage) {
      throw ChainFailure(
        check: .certificatePurpose, reason: purposeReason,
        message: "\(name) is only for \(purposes[0]) (extended key usage), not for receipts")
    }
    for item in certificate.extensions where item.isCritical || restrictions.contains(item.oid) {
      if markers.contains(item.oid) {
        guard item.value.elementsEqual([0x05, 0x00]) else {
          throw ChainFailure(
            check: .chain, reason: .malformed,
            message: "\(name) has Apple's mark \(item.oid) with a value, where Apple's has NULL")
        }
      } else if item.oid.isAppleMarker {
        throw ChainFailure(
          check: .certificatePurpose, reason: purposeReason,
          message: "\(name) is meant for something else: it carries Apple's mark \(item.oid)")
      } else if !understood.contains(item.oid) {
        throw ChainFailure(
          check: .chain, reason: .unknownCriticalExtension,
          message: "\(name) has the critical extension \(item.oid), which is not understood")
      }
    }
  }

  /// The extensions whose values `CertificateUsage` reads, and which are judged.
  private static let understood: [OID] = [
    .basicConstraints, .keyUsage, .extendedKeyUsage, .certificatePolicies,
  ]
  private static let markers: [OID] = [
    .appleReceiptSigning, .appleIntermediate, .appleTransactionSigning,
  ]
  /// They limit what lies below a certificate, and are always critical (RFC 5280 §4.2.1.10, §4.2.1.11,
  /// §4.2.1.14).
  private static let restrictions: [OID] = [
    .nameConstraints, .policyConstraints, .inhibitAnyPolicy,
  ]

  private static func namesMatch(
    _ encoded: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>
  ) -> Bool {
    (try? CertificateNames(encoded)).map { $0.subject.elementsEqual(name) } ?? false
  }
}
