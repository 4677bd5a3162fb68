/// Verifies one iOS 6 transaction.
///
/// The file holds the signer's certificate, but not that of its issuer. So only a caller with the issuer's
/// certificate can tell whether Apple issued it. Without that certificate, the result stays undetermined.
struct IOS6Verification {
  let anchors: [TrustAnchor]
  let profile: ReceiptVerifier.Profile

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
    // Apple's roots issue only authorities, never a signer.
    let named = anchors.filter {
      !$0.isApple && $0.certificate.subject.elementsEqual(certificate.issuer)
    }
    let issuer = named.first { issued(certificate, $0) }
    let checks = [
      structure, checkSignature(envelope, signature, certificate),
      checkChain(certificate, issuer: issuer, isForged: !named.isEmpty && issuer == nil),
      checkPurpose(certificate),
      Self.validity.check(
        [certificate] + (issuer.map { [$0.certificate] } ?? []),
        at: decoded.receipt.inApp.first?.purchaseDate),
    ]
    // Signed content is authentic even if it is malformed. These are two facts.
    let holds =
      envelope.isWellFormed && checks.dropFirst().allSatisfy { $0.status == .pass }
    return verification(
      status: holds ? .custom : .untrusted, checks: checks,
      chain: holds ? [certificate] + (issuer.map { [$0.certificate] } ?? []) : [])
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

  private func checkChain(
    _ certificate: Certificate, issuer: TrustAnchor?, isForged: Bool
  ) -> CheckResult {
    do throws(ChainFailure) {
      let name = "the signer's certificate"
      try AppleProfile.checkCriticalExtensions(
        certificate, try AppleProfile.usage(of: certificate, name), name,
        otherwise: .wrongCertificatePurpose)
    } catch {
      return .fail(.chain, error.reason, error.message, hint: error.hint)
    }
    if let issuer {
      return .pass(
        .chain, "signer → \(issuer.name)",
        evidence: ["leaf_sha256": Hexadecimal.encode(certificate.sha256)])
    }
    let name = DistinguishedName(certificate.issuer).commonName
    if isForged {
      return .fail(
        .chain, .untrustedChain,
        "the certificate names \"\(name)\" as its issuer, but was not signed by it: it is forged")
    }
    return CheckResult(
      id: .chain, status: .undetermined, reason: .issuerMissing,
      message: "the certificate names \"\(name)\" as its issuer, whose own certificate is not in "
        + "the transaction: whether Apple issued it cannot be told",
      evidence: ["leaf_sha256": Hexadecimal.encode(certificate.sha256)],
      hint: nil)
  }

  private func issued(_ certificate: Certificate, _ anchor: TrustAnchor) -> Bool {
    guard let key = try? AppleProfile.key(of: anchor.certificate, "the issuer")
    else { return false }
    return IssuerKey.rsa(key).verifies(certificate, allowsSHA1: true)
  }

  private func checkPurpose(_ certificate: Certificate) -> CheckResult {
    guard certificate.extension(.appleTransactionSigning) != nil,
      let usage = try? CertificateUsage(certificate), !usage.isAuthority,
      usage.allowsDigitalSignature
    else {
      return .fail(
        .certificatePurpose, .wrongCertificatePurpose,
        "the certificate lacks \(OID.appleTransactionSigning), Apple's mark for signing transactions"
      )
    }
    return .pass(
      .certificatePurpose, "the certificate carries Apple's mark for transactions",
      evidence: ["leaf": OID.appleTransactionSigning.description])
  }

  /// A transaction does not say when it was signed, so the purchase date is used.
  private static let validity = CertificateValidity(
    event: "the purchase was made",
    missing: "the transaction has no purchase date, at which its certificate could be judged")
}
