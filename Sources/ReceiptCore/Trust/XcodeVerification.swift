/// A receipt of Xcode's StoreKit tests, by Xcode's own rules.
///
/// Everyone with a copy of Xcode has the key, so a signature that fits shows only that the receipt is
/// whole, never where it comes from.
struct XcodeVerification {
  private let decoded: DecodedReceipt
  private let signedData: SignedData

  init(_ decoded: DecodedReceipt, _ signedData: SignedData) {
    self.decoded = decoded
    self.signedData = signedData
  }

  func run() -> Verification {
    let structure = checkStructure()
    let signature = checkSignature()
    let rest: [CheckID] = [.chain, .certificatePurpose, .certificateValidity]
    let checks =
      [structure, signature]
      + rest.map {
        .notRun($0, .noChain, "Xcode's certificate stands alone and proves nothing")
      }
    let holds = structure.status == .pass && signature.status == .pass
    return Verification(
      status: holds ? .xcode : .untrusted,
      reason: checks.first { $0.status == .fail }?.reason,
      digest: signedData.signerInfos.first.flatMap {
        DigestAlgorithm(digest: $0.digestAlgorithm.encoded)
      },
      chain: [], chainSummary: nil, checks: checks)
  }

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
      lookup = try SignerLookup(signedData)
    } catch {
      return .fail(.signature, error.reason, error.message)
    }
    guard digest(.sha256, of: lookup.certificate) == KnownCertificate.storeKitTest,
      let certificate = try? Certificate(lookup.certificate),
      let key = try? AppleProfile.key(of: certificate, "the signer's certificate")
    else {
      return .fail(
        .signature, .notXcode, "this was not signed with Xcode's test certificate")
    }
    let algorithm = lookup.signer.signatureAlgorithm.encoded
    guard let digest = DigestAlgorithm(digest: lookup.signer.digestAlgorithm.encoded),
      algorithm.elementsEqual(rsaEncryptionWithNull)
        || DigestAlgorithm(signature: algorithm) == digest
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
