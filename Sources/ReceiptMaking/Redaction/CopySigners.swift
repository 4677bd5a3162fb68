package import ReceiptCore

/// Signs redacted copies. If Apple had signed the original, the name of the copy's signer says so: see
/// `RedactedCopy`.
package final class CopySigners: Sendable {
  private let authority: TestAuthority
  private let verifier: ReceiptVerifier
  private let signers = Guarded<[Branch: TestAuthority.Identity]>([:])

  enum Branch { case receipts, tokens, transactions }

  /// - Parameter verifier: judges the originals. If it trusts the authority, the copy of a copy keeps the mark.
  package init(_ authority: TestAuthority, verifier: ReceiptVerifier) {
    self.authority = authority
    self.verifier = verifier
  }

  func receipt(
    around payload: [UInt8], digest: DigestAlgorithm, _ style: AttributeStyle,
    _ signer: TestAuthority.Identity?
  ) throws(SigningFailure) -> [UInt8] {
    try authority.receipt(around: payload, digest: digest, style, signer: signer)
  }

  func jws(
    _ payload: String, copying original: DecodedReceipt
  ) throws(SigningFailure) -> [UInt8] {
    try authority.jws(payload, signer: signer(.tokens, of: original)).encoded
  }

  func transaction(
    _ entries: [IOS6Template.Entry], copying original: DecodedReceipt
  ) throws(SigningFailure) -> IOS6Template {
    try authority.transaction(entries, signer: signer(.transactions, of: original))
  }

  /// The signer whose name marks the copy; `nil` if Apple had not signed the original.
  func signer(
    _ branch: Branch, of original: DecodedReceipt
  ) throws(SigningFailure) -> TestAuthority.Identity? {
    let verification = verifier.verify(original)
    guard verification.status == .apple || verification.isRedactedCopy else { return nil }
    return try marked(branch)
  }

  /// The signer whose name marks copies. It is made once.
  func marked(_ branch: Branch) throws(SigningFailure) -> TestAuthority.Identity {
    try signers.withLock { signers throws(SigningFailure) in
      if let made = signers[branch] { return made }
      let signer = try make(branch)
      signers[branch] = signer
      return signer
    }
  }

  private func make(_ branch: Branch) throws(SigningFailure) -> TestAuthority.Identity {
    switch branch {
    case .receipts:
      try authority.leaf.marked(like: TestAuthority.leafTemplate, by: authority.intermediate)
    case .tokens:
      try authority.elliptic().leaf.marked(
        like: JWSAuthority.leafTemplate, by: authority.elliptic().intermediate)
    case .transactions:
      try authority.transactionSigner().marked(
        like: authority.transactionSigner().template, by: authority.root)
    }
  }
}

extension TestAuthority.Identity {
  /// The same key with a certificate whose name marks copies.
  fileprivate func marked(
    like original: CertificateTemplate, by issuer: TestAuthority.Identity
  ) throws(SigningFailure) -> TestAuthority.Identity {
    var marked = original
    marked.subject = TestAuthority.name(RedactedCopy.signerName)
    marked.issuer = issuer.template.subject
    marked.serialNumber += 100
    marked.notBefore = template.notBefore
    marked.notAfter = template.notAfter
    return try TestAuthority.Identity(marked, key: key, by: issuer.key)
  }
}
