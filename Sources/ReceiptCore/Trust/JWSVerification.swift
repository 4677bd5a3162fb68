/// Verifies one JWS of StoreKit 2.
///
/// As with receipts, data from the JWS can only lead to refusal until the signature and the chain hold. Of
/// the header, only `alg`, `x5c` and forbidden members count: `jwk`, `jku`, `x5u` and `kid` would let the
/// signer name the key to trust.
struct JWSVerification {
  let decoded: DecodedReceipt
  let jws: JWS
  let profile: ReceiptVerifier.Profile
  let anchors: [TrustAnchor]
  let cache: ChainCache<ECPublicKey>

  func run() -> Verification {
    switch profile {
    case .apple: runAppleProfile()
    case .xcode: runXcodeProfile()
    }
  }

  private func runAppleProfile() -> Verification {
    let structure = checkStructure()
    let chain = findChain()
    let held = chain.held
    let (chainCheck, purposeCheck) = checkChain(chain)
    let checks = [
      structure.result, checkSignature(held?.key), chainCheck, purposeCheck, checkValidity(held),
    ]
    // A payload signed by Apple comes from Apple even if it is malformed. These are two facts.
    let isSigned =
      structure.envelopeHolds && checks.dropFirst().allSatisfy { $0.status == .pass }
    let believed = isSigned ? held : nil
    let unbelieved: Verification.Status =
      structure.envelopeHolds && checks[1].reason == .noSigner ? .absent : .untrusted
    return verification(
      status: believed.map { $0.anchor.isApple ? .apple : .custom } ?? unbelieved,
      checks: checks, chain: believed)
  }

  private func verification(
    status: Verification.Status, checks: [CheckResult],
    chain: CertificateChain<ECPublicKey>? = nil
  ) -> Verification {
    let isFine = status == .apple || status == .custom || status == .xcode
    return Verification(
      status: status,
      reason: isFine ? nil : checks.first { $0.status == .fail }?.reason,
      digest: isES256 ? .sha256 : nil, chain: chain?.certificates ?? [],
      chainSummary: chain?.summary, checks: checks)
  }

  // MARK: Structure

  private func checkStructure() -> (result: CheckResult, envelopeHolds: Bool) {
    if profile == .apple, isXcode {
      return (
        .structureFault(
          .xcodeReceipt, "this was signed by Xcode for a test; Apple did not sign it"), false
      )
    }
    if let failure = envelopeFailure() { return (failure, false) }
    // All other errors are in the payload.
    if let error = decoded.errors.first {
      return (
        .structureFault(error), true
      )
    }
    let count = jws.payload.members?.count ?? 0
    return (
      .pass(
        .structure, "compact JWS, \(count) fields", evidence: ["fields": String(count)]), true
    )
  }

  private func envelopeFailure() -> CheckResult? {
    if let error = decoded.input.error ?? jws.errors.first {
      return .structureFault(error)
    }
    if let finding = jws.findings.first {
      return .structureFault(
        CheckReason(structural: finding.id), finding.message, offset: finding.offset,
        hint: "only the very text that was signed can be verified; get it again")
    }
    guard jws.header.members != nil else {
      return .structureFault(.malformed, "the header is JSON, but no object")
    }
    // A header that an implementation does not understand must be refused (RFC 7515 §4.1.11, RFC 7797).
    for name in ["crit", "b64"] where jws.header[name] != nil {
      return .structureFault(
        .unsupportedHeader, "the header demands by \(name) what StoreKit never does",
        hint: "Apple's headers hold alg and x5c, so Apple did not make this one")
    }
    if let fault = jws.certificateListFault { return .structureFault(fault.reason, fault.message) }
    return nil
  }

  // MARK: Chain

  /// The certificates of `x5c`; empty if it is not written correctly.
  private var certificates: [[UInt8]] {
    jws.certificateListFault == nil ? jws.certificates : []
  }

  private func findChain() -> FoundChain<ECPublicKey> {
    let x5c = certificates
    // A chain that held before holds for this JWS if all its bytes are the same.
    if x5c.count == 3, let chain = cache.chain(leaf: x5c[0][...], others: [x5c[1][...]]),
      areEqual(chain.anchor.certificate.encoded, x5c[2][...])
    {
      return .held(chain)
    }
    do throws(ChainFailure) {
      let chain = try AppleProfile.chain(x5c: x5c, anchors: anchors)
      cache.insert(chain)
      return .held(chain)
    } catch {
      return .failed(error)
    }
  }

  private func checkChain(
    _ chain: FoundChain<ECPublicKey>
  ) -> (chain: CheckResult, purpose: CheckResult) {
    switch chain {
    case .failed where certificates.isEmpty:
      (.notReached(.chain), .notReached(.certificatePurpose))
    case .failed(let failure): failure.checks
    case .held(let chain): (chain.chainCheck, chain.purposeCheck)
    }
  }

  // MARK: Signature

  /// Whether `alg` is exactly ES256; its case counts (RFC 7515 §4.1.1).
  private var isES256: Bool {
    jws.header["alg"]?.string.map { $0.hasBytes(of: "ES256") } ?? false
  }

  /// - Parameter trustedKey: the leaf's key, if the chain holds.
  private func checkSignature(_ trustedKey: ECPublicKey?) -> CheckResult {
    guard isES256 else {
      // Shown as JSON and shortened, because a header may hold anything.
      let found = jws.header["alg"].map {
        String(String.UnicodeScalarView($0.description.unicodeScalars.prefix(20)))
      }
      return .fail(
        .signature, .unsupportedAlgorithm, "alg is \(found ?? "missing"), not \"ES256\"",
        hint: "a JWS must not choose how it is verified")
    }
    guard !jws.segments[2].isEmpty else {
      return .fail(.signature, .noSigner, "the signature is empty")
    }
    guard let encodedLeaf = certificates.first else {
      return .fail(
        .signature, .signerCertificateMissing, "the header holds no certificate of the signer",
        hint: "the certificates stand in x5c; other keys that a header names are never used")
    }
    let key: ECPublicKey
    if let trustedKey {
      key = trustedKey
    } else {
      // The chain check fails separately. The signature is checked even without a chain.
      do throws(ChainFailure) {
        let leaf = try AppleProfile.certificate(encodedLeaf[...], "the signer's certificate")
        key = try AppleProfile.signingKey(of: leaf)
      } catch {
        return .fail(.signature, error.reason, error.message, hint: error.hint)
      }
    }
    let signature: ECDSASignature
    do {
      signature = try ECDSASignature(es256: jws.signature)
    } catch {
      let message =
        switch error {
        case .length:
          "the signature has \(jws.signature.count) bytes, not \(ECDSASignature.length) as ES256 has it"
        case .range: "the signature's numbers are 0, or too large for the curve"
        }
      return .fail(.signature, .malformedSignature, message, hint: "copy the whole text again")
    }
    guard key.verifies(signature.der[...], over: jws.signedPart, .sha256) else {
      return .fail(
        .signature, .badSignature,
        "the signature does not fit the header and the payload: one of them was changed",
        evidence: ["digest": DigestAlgorithm.sha256.rawValue],
        hint: "get it again from where it came; do not trust this one")
    }
    return .pass(
      .signature, "ES256 (\(key.curve.name), sha256)",
      evidence: ["digest": DigestAlgorithm.sha256.rawValue])
  }

  // MARK: Validity

  private func checkValidity(_ chain: CertificateChain<ECPublicKey>?) -> CheckResult {
    guard let chain else { return .notReached(.certificateValidity) }
    // What was signed, and nothing else: never the time of this run.
    // The payload itself says what it is: a form that the caller names does not choose the date.
    let isAppTransaction =
      decoded.form == .appTransaction && JSONForm.signed(jws.payload) == .appTransaction
    let name = isAppTransaction ? "receiptCreationDate" : "signedDate"
    let validity = CertificateValidity(
      event: "this was signed",
      missing: "there is no \(name), at which the certificates could be judged")
    return validity.check(
      chain.certificates,
      at: isAppTransaction ? decoded.receipt.receiptCreationDate : decoded.receipt.signedDate)
  }

  // MARK: Xcode

  /// The `kid` of Xcode's headers, next to one certificate that Xcode made itself. Each Xcode has its own
  /// key, so the key cannot be recognized.
  private static let xcodeKeyID = "Apple_Xcode_Key"

  private var isXcode: Bool {
    jws.certificates.count == 1
      && jws.keyID.map { $0.hasBytes(of: Self.xcodeKeyID) } ?? false
  }

  /// Anyone can make such a signature. If it fits, the text is complete, and nothing more is proved.
  private func runXcodeProfile() -> Verification {
    let structure = checkStructure().result
    let signature =
      isXcode
      ? checkXcodeSignature()
      : .fail(
        .signature, .notXcode, "this was not signed by Xcode")
    let checks = [structure, signature] + XcodeVerification.restOfChecks
    let holds = structure.status == .pass && signature.status == .pass
    return verification(status: holds ? .xcode : .untrusted, checks: checks)
  }

  private func checkXcodeSignature() -> CheckResult {
    let result = checkSignature(nil)
    guard result.status == .pass else { return result }
    return .pass(
      .signature, "made with a key of Xcode's own; every Xcode can make one, so it proves nothing",
      evidence: result.evidence)
  }
}
