/// Verifies one receipt under the Apple profile.
///
/// It works in the order of the checks. Until the signature and the chain hold, data from the receipt can
/// only lead to refusal. In particular, no attribute chooses the root or the rules.
struct AppleVerification {
  // Receipts are signed with RSA.
  typealias CertificateChain = ReceiptCore.CertificateChain<RSAPublicKey>
  typealias ChainCache = ReceiptCore.ChainCache<RSAPublicKey>

  let anchors: [TrustAnchor]
  let cache: ChainCache

  // The receipt is passed from check to check. Storing it here would retain and release each of its parts.
  func run(_ decoded: DecodedReceipt, _ signedData: SignedData) -> Verification {
    let structure = checkStructure(decoded, signedData)
    let lookup: SignerLookup
    do {
      lookup = try SignerLookup(signedData, in: decoded.input.bytes)
    } catch {
      return verification(
        signedData,
        // A truncated file may have had a signer, so its signature is untrusted, not absent.
        status: error.reason == .noSigner && structure.containerHolds ? .absent : .untrusted,
        checks: [
          structure.result,
          error.reason == .noSigner && decoded.isIncomplete
            ? .fail(
              .signature, .noSigner, "no signature arrived: the receipt is incomplete",
              hint: "copy the whole receipt")
            : .fail(.signature, error.reason, error.message),
          .notReached(.chain), .notReached(.certificatePurpose), .notReached(.certificateValidity),
        ])
    }
    let chain = findChain(lookup)
    let signature = checkSignature(lookup, chain, content: signedData.content)
    let (chainCheck, purposeCheck) = checkChain(chain, lookup)
    let validity = checkValidity(chain.held, created: decoded.receipt.receiptCreationDate)
    let checks = [structure.result, signature, chainCheck, purposeCheck, validity]
    // A payload signed by Apple comes from Apple even if it is malformed. These are two facts.
    let isSigned =
      structure.containerHolds && checks.dropFirst().allSatisfy { $0.status == .pass }
    let held = isSigned ? chain.held : nil
    return verification(
      signedData, status: held.map { $0.anchor.isApple ? .apple : .custom } ?? .untrusted,
      checks: checks,
      chain: held)
  }

  private func verification(
    _ signedData: SignedData, status: Verification.Status, checks: [CheckResult],
    chain: CertificateChain? = nil
  ) -> Verification {
    let isTrusted = status == .apple || status == .custom
    return Verification(
      status: status,
      reason: isTrusted ? nil : checks.first { $0.status != .pass }?.reason,
      digest: signedData.signerInfos.count == 1
        ? DigestAlgorithm(digest: signedData.signerInfos[0].digestAlgorithm.encoded) : nil,
      chain: chain?.certificates ?? [], chainSummary: chain?.summary, checks: checks)
  }

  // MARK: Structure

  private func checkStructure(
    _ decoded: DecodedReceipt, _ signedData: SignedData
  ) -> (result: CheckResult, containerHolds: Bool) {
    if let failure = containerFailure(decoded, signedData) { return (failure, false) }
    if let failure = payloadFailure(decoded) { return (failure, true) }
    let count = decoded.attributes.count
    return (
      .pass(
        .structure, "strict DER, \(count) attributes", evidence: ["attributes": String(count)]),
      true
    )
  }

  private func containerFailure(
    _ decoded: DecodedReceipt, _ signedData: SignedData
  ) -> CheckResult? {
    if signedData.encoding == .ber {
      let isXcode = signedData.certificates.contains {
        DigestAlgorithm.sha256.digest(of: $0) == KnownCertificate.storeKitTest
      }
      if isXcode {
        return .structureFault(
          .xcodeReceipt, "this is a test receipt that Xcode made; Apple did not sign it")
      }
      // The certificate that tells one of Xcode's may be in what is missing.
      if decoded.isIncomplete, let cut = decoded.errors.first(where: { $0.code == .truncated }) {
        return .structureFault(cut)
      }
      return .structureFault(
        .berEncoding, "the container is BER; Apple's receipts are DER throughout",
        hint: "some tools make receipts like this; Apple does not")
    }
    if signedData.version != 1 {
      return .structureFault(.malformed, "SignedData has the version \(signedData.version), not 1")
    }
    if signedData.contentType != .data {
      return .structureFault(
        .wrongContentType, "the content has the type \(signedData.contentType), not id-data")
    }
    if signedData.hasRevocationLists {
      return .structureFault(.malformed, "there are revocation lists, which receipts do not have")
    }
    let content = signedData.content?.indices
    for error in decoded.errors where !isInside(error.offset, content) {
      return .structureFault(
        CheckReason(structural: error.code), error.message, offset: error.offset,
        hint: error.hint)
    }
    for finding in decoded.findings
    where finding.severity == .warning && !finding.isAroundReceipt
      && !isInside(finding.offset, content)
    {
      return .structureFault(
        CheckReason(structural: finding.id), finding.message, offset: finding.offset)
    }
    // A missing signer is reported by the signature check.
    guard let signer = signedData.signerInfos.first, signedData.signerInfos.count == 1 else {
      return nil
    }
    if signer.version != 1 {
      return .structureFault(.malformed, "SignerInfo has the version \(signer.version), not 1")
    }
    guard signedData.digestAlgorithms.count == 1,
      signedData.digestAlgorithms[0].encoded.elementsEqual(signer.digestAlgorithm.encoded)
    else {
      return .structureFault(
        .malformed, "the digest algorithms of SignedData and of its signer differ")
    }
    return nil
  }

  private func payloadFailure(_ decoded: DecodedReceipt) -> CheckResult? {
    if let error = decoded.errors.first {
      return .structureFault(error)
    }
    let refused: [Finding.ID] = [
      .trailingData, .duplicateAttribute, .nonMinimalLength, .nonMinimalInteger, .payloadWrapped,
    ]
    // A list of findings that is too long is cut off, and the rest could be anything. So its length decides too.
    guard
      let finding = decoded.findings.first(where: { refused.contains($0.id) })
        ?? decoded.findings.first(where: { $0.id == .tooManyWarnings })
    else { return nil }
    let place = finding.path.map { ", attribute \($0)" } ?? ""
    return .structureFault(
      CheckReason(structural: finding.id), finding.message + place, offset: finding.offset)
  }

  private func isInside(_ offset: Int?, _ range: Range<Int>?) -> Bool {
    guard let offset, let range else { return false }
    return range.contains(offset)
  }

  // MARK: Chain

  private func findChain(_ lookup: SignerLookup) -> FoundChain<RSAPublicKey> {
    // Looks for any issuer among the other certificates. A pair that held before still holds.
    if let chain = cache.chain(leaf: lookup.certificate, others: lookup.others) {
      return .held(chain)
    }
    do throws(ChainFailure) {
      let chain = try AppleProfile.chain(
        leaf: lookup.certificate, others: lookup.others, anchors: anchors)
      cache.insert(chain)
      return .held(chain)
    } catch {
      return .failed(error)
    }
  }

  private func checkChain(
    _ chain: FoundChain<RSAPublicKey>, _ lookup: SignerLookup
  ) -> (chain: CheckResult, purpose: CheckResult) {
    switch chain {
    case .failed(let failure): return failure.checks
    case .held(let chain):
      // Beside the leaf stand the intermediate, unless it is a known one of Apple's, and at most the root, byte by
      // byte, each of them once.
      let roots = lookup.others.filter { !areEqual($0, chain.intermediate.encoded) }
      guard lookup.others.count - roots.count <= 1, roots.count <= 1,
        roots.allSatisfy({ areEqual($0, chain.anchor.certificate.encoded) })
      else {
        return (
          .fail(
            .chain, .unexpectedCertificate,
            "there are certificates beside the three of the chain, or one of them stands there twice"
          ), chain.purposeCheck
        )
      }
      return (chain.chainCheck, chain.purposeCheck)
    }
  }

  // MARK: Signature

  private func checkSignature(
    _ lookup: SignerLookup, _ chain: FoundChain<RSAPublicKey>,
    content: ArraySlice<UInt8>?
  ) -> CheckResult {
    let signer = lookup.signer
    guard let algorithm = DigestAlgorithm(digest: signer.digestAlgorithm.encoded) else {
      return .fail(
        .signature, .unsupportedAlgorithm,
        "the digest algorithm is \(signer.digestAlgorithm.algorithm), neither SHA-1 nor SHA-256")
    }
    guard signer.signatureAlgorithm.encoded.elementsEqual(KnownAlgorithm.rsaEncryption) else {
      return .fail(
        .signature, .unsupportedAlgorithm,
        "the signature algorithm is \(signer.signatureAlgorithm.algorithm), not rsaEncryption")
    }
    let key: RSAPublicKey
    if let chain = chain.held {
      key = chain.key
    } else {
      // The chain check fails separately. The signature is checked even without a chain.
      do {
        let certificate = try Certificate(lookup.certificate)
        key = try AppleProfile.key(of: certificate, "the signer's certificate")
      } catch let failure as ChainFailure {
        return .fail(.signature, failure.reason, failure.message, hint: failure.hint)
      } catch {
        return .fail(.signature, .malformed, "the signer's certificate cannot be read")
      }
    }
    guard let content,
      key.verifies(signer.signature, over: content, algorithm)
    else {
      return .fail(
        .signature, .badSignature,
        "the signature does not fit the content: one of them was changed",
        evidence: ["digest": algorithm.rawValue],
        hint: "get the receipt again from the device; do not trust this one")
    }
    // Joined, because interpolation allocates memory for the shortest text.
    return .pass(
      .signature, "RSA-" + String(key.modulusLength * 8) + ", " + algorithm.rawValue,
      evidence: ["digest": algorithm.rawValue])
  }

  // MARK: Validity

  private func checkValidity(_ chain: CertificateChain?, created: ReceiptDate?) -> CheckResult {
    guard let chain else { return .notReached(.certificateValidity) }
    return Self.validity.check(chain.certificates, at: created)
  }

  /// The date is that of attribute 12.
  private static let validity = CertificateValidity(
    event: "the receipt was made",
    missing: "the receipt has no creation date, at which its certificates could be judged")
}
