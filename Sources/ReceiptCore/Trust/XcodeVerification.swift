/// Verifies a receipt of Xcode's StoreKit tests.
///
/// Every copy of Xcode has the key. So a valid signature shows that the receipt is complete, but not where it
/// comes from.
struct XcodeVerification {
  let decoded: DecodedReceipt
  let signedData: SignedData
  /// SHA-256 of the certificate that must have signed.
  var signer = KnownCertificate.storeKitTest

  func run() -> Verification {
    let structure = checkStructure()
    let signature = checkSignature()
    let checks = [structure, signature] + Self.restOfChecks
    let holds = structure.status == .pass && signature.status == .pass
    return Verification(
      status: holds ? .xcode : .untrusted,
      reason: checks.first { $0.status == .fail }?.reason,
      digest: signedData.signerInfos.first.flatMap {
        DigestAlgorithm(digest: $0.digestAlgorithm.encoded)
      },
      chain: [], chainSummary: nil, checks: checks)
  }

  /// Xcode signs with one certificate: there is no chain to check.
  static let restOfChecks: [CheckResult] = [
    .chain, .certificatePurpose, .certificateValidity,
  ].map { .notRun($0, .noChain, "Xcode's certificate stands alone and proves nothing") }

  private func checkStructure() -> CheckResult {
    if let error = decoded.errors.first {
      return .fail(
        .structure, CheckReason(structural: error.code), error.description, hint: error.hint)
    }
    return .pass(
      .structure,
      "\(signedData.encoding.rawValue.uppercased()), \(decoded.attributes.count) attributes"
    )
  }

  private func checkSignature() -> CheckResult {
    let lookup: SignerLookup
    do {
      lookup = try SignerLookup(signedData, in: decoded.input.bytes)
    } catch {
      return .fail(.signature, error.reason, error.message)
    }
    guard DigestAlgorithm.sha256.digest(of: lookup.certificate) == signer,
      let certificate = try? Certificate(lookup.certificate),
      let key = try? AppleProfile.key(of: certificate, "the signer's certificate")
    else {
      return .fail(
        .signature, .notXcode, "this was not signed with Xcode's test certificate")
    }
    let algorithm = lookup.signer.signatureAlgorithm.encoded
    guard let digest = DigestAlgorithm(digest: lookup.signer.digestAlgorithm.encoded),
      algorithm.elementsEqual(KnownAlgorithm.rsaEncryption)
        || DigestAlgorithm(rsaSignature: algorithm) == digest
    else {
      return .fail(
        .signature, .unsupportedAlgorithm,
        "the signature algorithm is \(lookup.signer.signatureAlgorithm.algorithm)")
    }
    guard let content = signedData.content,
      key.verifies(lookup.signer.signature, over: content, digest)
    else {
      return .fail(.signature, .badSignature, "the signature does not fit the content")
    }
    return .pass(
      .signature, "made with Xcode's test key, which everyone has: it proves nothing",
      evidence: ["digest": digest.rawValue])
  }
}
