/// Verifies one iOS 6 transaction.
///
/// The file holds the signer's certificate, but not that of its issuer. Where the issuer is one of the intermediates
/// that are known, or a root of the caller, the chain is judged to its end. Otherwise the result stays undetermined.
struct IOS6Verification {
  let anchors: [TrustAnchor]
  let profile: ReceiptVerifier.Profile
  /// Apple's intermediates that are known.
  var intermediates = AppleIntermediate.all

  func run(_ decoded: DecodedReceipt, _ envelope: IOS6Envelope) -> Verification {
    let structure = checkStructure(decoded, envelope)
    guard let signature = envelope.signature,
      let certificate = try? Certificate(signature.certificate)
    else {
      let isAbsent = !envelope.hasSignature
      return verification(
        status: isAbsent ? .absent : .untrusted,
        checks: [
          structure,
          isAbsent
            ? .fail(.signature, .noSigner, "the transaction has no signature")
            : .fail(
              .signature, .malformed,
              "the signature is not built as version, signature and certificate"),
          .notReached(.chain), .notReached(.certificatePurpose), .notReached(.certificateValidity),
        ])
    }
    let issuer = findIssuer(of: certificate)
    let chain = [certificate] + issuer.certificates
    let checks = [
      structure, checkSignature(envelope, signature, certificate),
      checkChain(certificate, issuer), checkPurpose(certificate, signature.version, issuer),
      Self.validity.check(chain, at: decoded.receipt.inApp.first?.purchaseDate),
    ]
    // Signed content is authentic even if it is malformed. These are two facts.
    let holds =
      envelope.isWellFormed && checks.dropFirst().allSatisfy { $0.status == .pass }
    return verification(
      status: !holds ? .untrusted : issuer.isApple ? .apple : .custom, checks: checks,
      chain: holds ? chain : [])
  }

  // MARK: The issuer

  private enum Issuer {
    /// One of Apple's intermediates, and the root above it.
    case apple(Certificate, TrustAnchor)
    /// A root of the caller.
    case custom(TrustAnchor)
    /// All certificates with the name of the issuer are known, and none of them signed.
    case forged
    /// One that is not even called Apple's.
    case foreign
    /// One that is called Apple's, and is not known.
    case unknown

    var isApple: Bool { if case .apple = self { true } else { false } }

    var certificates: [Certificate] {
      switch self {
      case .apple(let intermediate, let root): [intermediate, root.certificate]
      case .custom(let anchor): [anchor.certificate]
      case .forged, .foreign, .unknown: []
      }
    }
  }

  private func findIssuer(of certificate: Certificate) -> Issuer {
    let known = AppleIntermediate.issuers(of: certificate, among: intermediates)
    if let intermediate = known.first(where: { issued(certificate, $0) }),
      let root = anchors.first(where: {
        $0.isApple && areEqual($0.certificate.subject, intermediate.issuer)
      })
    {
      return .apple(intermediate, root)
    }
    // Apple's roots issue only authorities, never a signer.
    let named = anchors.filter {
      !$0.isApple && $0.certificate.subject.elementsEqual(certificate.issuer)
    }
    if let anchor = named.first(where: { issued(certificate, $0.certificate) }) {
      return .custom(anchor)
    }
    guard known.isEmpty, named.isEmpty else { return .forged }
    return DistinguishedName(certificate.issuer).namesApple ? .unknown : .foreign
  }

  private func issued(_ certificate: Certificate, _ issuer: Certificate) -> Bool {
    guard let key = try? AppleProfile.key(of: issuer, "the issuer") else { return false }
    return IssuerKey.rsa(key).verifies(certificate, allowsSHA1: true)
  }

  private func verification(
    status: Verification.Status, checks: [CheckResult], chain: [Certificate] = []
  ) -> Verification {
    Verification(
      status: status,
      reason: chain.isEmpty ? checks.first { $0.status != .pass }?.reason : nil, digest: .sha1,
      chain: chain, chainSummary: nil, checks: checks)
  }

  private func checkStructure(
    _ decoded: DecodedReceipt, _ envelope: IOS6Envelope
  ) -> CheckResult {
    if let error = decoded.errors.first {
      return .structureFault(.malformed, error.message, offset: error.offset, hint: error.hint)
    }
    return .pass(.structure, "both property lists read")
  }

  /// Checks RSASSA-PKCS1-v1_5 with SHA-1 over the version byte and `purchase-info`.
  private func checkSignature(
    _ envelope: IOS6Envelope, _ signature: IOS6Envelope.Signature,
    _ certificate: Certificate
  ) -> CheckResult {
    guard profile == .apple else {
      return .fail(.signature, .notXcode, "Xcode makes no transactions of iOS 6")
    }
    let size = signature.octets.count * 8
    guard certificate.rsaKeySize == size else {
      return .fail(
        .signature, .unsupportedAlgorithm,
        "the key of the signer's certificate is not RSA with \(size) bits")
    }
    let key: RSAPublicKey
    do throws(ChainFailure) {
      key = try AppleProfile.key(of: certificate, "the signer's certificate", sizes: size...size)
    } catch {
      return .fail(.signature, error.reason, error.message, hint: error.hint)
    }
    let signed = [signature.version] + envelope.purchaseInfo
    guard key.verifies(signature.octets, over: signed[...], .sha1) else {
      return .fail(
        .signature, .badSignature,
        "the signature does not fit purchase-info: one of them was changed",
        hint: "get the transaction again; do not trust this one")
    }
    return CheckResult(
      id: .signature, status: .pass, reason: nil,
      message: "RSA-\(size), sha1, version \(signature.version)",
      evidence: ["digest": "sha1", "version": String(signature.version)],
      hint: size < AppleProfile.leastKeySize ? "keys of \(size) bits can be forged today" : nil)
  }

  private func checkChain(_ certificate: Certificate, _ issuer: Issuer) -> CheckResult {
    do throws(ChainFailure) {
      let name = "the signer's certificate"
      try AppleProfile.checkCriticalExtensions(
        certificate, try AppleProfile.usage(of: certificate, name), name,
        otherwise: .wrongCertificatePurpose)
    } catch {
      return .fail(.chain, error.reason, error.message, hint: error.hint)
    }
    let evidence: Evidence = ["leaf_sha256": Hexadecimal.encode(certificate.sha256)]
    let name = DistinguishedName(certificate.issuer).commonName
    switch issuer {
    case .apple(let intermediate, let root):
      let known = KnownCertificate.name(sha256: intermediate.sha256) ?? name
      return .pass(
        .chain, "signer → \(known) → \(root.name)",
        evidence: [
          "intermediate": known, "leaf_sha256": Hexadecimal.encode(certificate.sha256),
          "root": root.name,
        ])
    case .custom(let anchor):
      return .pass(.chain, "signer → \(anchor.name)", evidence: evidence)
    case .forged:
      return .fail(
        .chain, .untrustedChain,
        "the certificate names \"\(name)\" as its issuer, but was not signed by it: it is forged")
    case .foreign:
      return .fail(
        .chain, .untrustedChain,
        "the certificate names \"\(name)\" as its issuer, which is no authority of Apple's")
    case .unknown:
      return CheckResult(
        id: .chain, status: .undetermined, reason: .issuerMissing,
        message: "the certificate names \"\(name)\" as its issuer, whose own certificate is not in "
          + "the transaction: whether Apple issued it cannot be told",
        evidence: evidence, hint: nil)
    }
  }

  /// Version 2 is signed by a certificate for transactions. Version 3, since late 2015, is signed by the one that signs
  /// app receipts. Each has an intermediate of its own kind.
  private func checkPurpose(
    _ certificate: Certificate, _ version: UInt8, _ issuer: Issuer
  ) -> CheckResult {
    let marker: OID = version == 2 ? .appleTransactionSigning : .appleReceiptSigning
    let issuerMarker: OID = version == 2 ? .appleStoreIntermediate : .appleIntermediate
    guard certificate.extension(marker) != nil, let usage = try? CertificateUsage(certificate),
      !usage.isAuthority, usage.allowsDigitalSignature
    else {
      return .fail(
        .certificatePurpose, .wrongCertificatePurpose,
        "the certificate lacks \(marker), Apple's mark for signing transactions of version \(version)"
      )
    }
    guard case .apple(let intermediate, _) = issuer else {
      return .pass(
        .certificatePurpose, "the certificate carries Apple's mark for transactions",
        evidence: ["leaf": marker.description])
    }
    guard intermediate.extension(issuerMarker) != nil else {
      return .fail(
        .certificatePurpose, .wrongIntermediate,
        "the intermediate certificate lacks \(issuerMarker), Apple's mark for issuing signers of version \(version)"
      )
    }
    return .pass(
      .certificatePurpose, "both certificates carry Apple's marks for transactions",
      evidence: ["intermediate": issuerMarker.description, "leaf": marker.description])
  }

  /// A transaction does not say when it was signed, so the purchase date is used.
  private static let validity = CertificateValidity(
    event: "the purchase was made",
    missing: "the transaction has no purchase date, at which its certificate could be judged")
}
