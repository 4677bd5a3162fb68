internal import Synchronization

/// A throw-away certification authority for test receipts: a root, an intermediate and a signer with the
/// marks that Apple's have. Everything in it follows from its seed, so nothing it signs proves anything.
public final class TestAuthority: Sendable {
  let seed: String
  private let keys = Mutex<[String: SigningKey]>([:])
  /// Made when it is first asked for: whoever signs receipts alone does not pay for it.
  let ellipticBranch = Mutex<EllipticBranch?>(nil)
  private let xcodeIdentity = Mutex<Identity?>(nil)

  package let root: Identity
  package let intermediate: Identity
  package let leaf: Identity

  /// A certificate and its key.
  package struct Identity: Sendable {
    package let template: CertificateTemplate
    package let key: SigningKey
    /// The certificate's DER.
    package let certificate: [UInt8]
  }

  /// Makes the authority that the seed gives.
  ///
  /// - Throws: `SigningFailure` when OpenSSL has no memory left.
  public init(seed: String) throws(SigningFailure) {
    self.seed = seed
    let rootKey = try SigningKey.rsa(bits: 2048, seed: seed + " root")
    let intermediateKey = try SigningKey.rsa(bits: 2048, seed: seed + " intermediate")
    let leafKey = try SigningKey.rsa(bits: 2048, seed: seed + " leaf")
    root = try Identity(Self.rootTemplate, key: rootKey, by: rootKey)
    intermediate = try Identity(Self.intermediateTemplate, key: intermediateKey, by: rootKey)
    leaf = try Identity(Self.leafTemplate, key: leafKey, by: intermediateKey)
  }

  /// The certificate of the root for receipts as DER, for whoever wants to trust it in a test. That of the
  /// root for JWS is `ellipticRootCertificate`.
  public var rootCertificate: [UInt8] { root.certificate }

  /// Leaf, intermediate and root, as Apple orders them.
  package var certificates: [[UInt8]] {
    [leaf.certificate, intermediate.certificate, root.certificate]
  }

  /// Another key, the same one for the same name.
  package func key(
    _ name: String, bits: Int = 2048, exponent: UInt = 65537
  ) throws(SigningFailure) -> SigningKey {
    if let key = keys.withLock({ $0[name] }) { return key }
    let key = try SigningKey.rsa(bits: bits, exponent: exponent, seed: "\(seed) \(name)")
    keys.withLock { $0[name] = key }
    return key
  }

  package func ellipticKey(_ name: String) throws(SigningFailure) -> SigningKey {
    try SigningKey.p256(seed: "\(seed) \(name)")
  }

  /// A receipt around the payload, signed, and not yet written.
  package func signedData(
    _ payload: [UInt8], digest: DigestAlgorithm = .sha256, signer: Identity? = nil,
    certificates: [[UInt8]]? = nil
  ) throws(SigningFailure) -> SignedDataTemplate {
    let signer = signer ?? leaf
    return SignedDataTemplate(
      payload: payload, digestAlgorithms: [DER.digestAlgorithm(digest)],
      certificates: certificates ?? [signer.certificate] + self.certificates.dropFirst(),
      signerInfos: [try signer.signerInfo(over: payload, digest: digest)])
  }
}

// MARK: - Receipts

extension TestAuthority {
  /// A whole app receipt, signed, in the way of its style.
  package func receipt(
    _ draft: ReceiptDraft, digest: DigestAlgorithm = .sha256
  ) throws(SigningFailure) -> [UInt8] {
    let payload = draft.payload
    switch draft.style {
    case .apple: return try signedData(payload, digest: digest).encoded
    case .xcode:
      let signer = try xcodeSigner()
      var data = try signedData(
        payload, digest: digest, signer: signer, certificates: [signer.certificate])
      data.signerInfos[0].signatureAlgorithm =
        digest == .sha1 ? DER.sha1WithRSA : DER.sha256WithRSA
      return data.encodedAsXcode(payload)
    }
  }

  /// A certificate that stands alone, as Xcode's does.
  private func xcodeSigner() throws(SigningFailure) -> Identity {
    try xcodeIdentity.withLock { made throws(SigningFailure) in
      if let made { return made }
      let identity = try Identity(Self.xcodeTemplate, key: leaf.key, by: leaf.key)
      made = identity
      return identity
    }
  }
}

extension TestAuthority.Identity {
  /// Makes a certificate for `key`, signed with the issuer's.
  package init(
    _ template: CertificateTemplate, key: SigningKey, by issuer: SigningKey
  ) throws(SigningFailure) {
    self.template = template
    self.key = key
    certificate = try template.signed(key, by: issuer)
  }

  /// What this signer has to say of a content, without attributes.
  package func signerInfo(
    over content: [UInt8], digest: DigestAlgorithm = .sha256
  ) throws(SigningFailure) -> SignerInfoTemplate {
    SignerInfoTemplate(
      identifier: template.signerIdentifier, digestAlgorithm: DER.digestAlgorithm(digest),
      signature: try key.sign(content, .pkcs1(digest)))
  }
}

// MARK: - The certificates

extension TestAuthority {
  static func name(_ common: String) -> [UInt8] {
    DER.name(organization: "Receipt Tests, not Apple", common: common)
  }

  /// The moment a day begins, in UTC.
  package static func day(_ year: Int, _ month: Int, _ day: Int) -> ReceiptDate {
    let days = ReceiptDate.daysSince1970(year: year, month: month, day: day)
    return ReceiptDate(millisecondsSince1970: Int64(days) * 86_400_000)
  }

  package static let rootTemplate = CertificateTemplate(
    serialNumber: 1, issuer: name("Test Root"), subject: name("Test Root"),
    notBefore: day(2006, 4, 25), notAfter: day(2045, 2, 9),
    extensions: [.basicConstraints(isAuthority: true), .certificateSigning])

  package static let intermediateTemplate = CertificateTemplate(
    serialNumber: 2, issuer: name("Test Root"), subject: name("Test Intermediate"),
    notBefore: day(2013, 2, 7), notAfter: day(2040, 2, 7),
    extensions: [.basicConstraints(isAuthority: true), .certificateSigning, .intermediate])

  package static let leafTemplate = CertificateTemplate(
    serialNumber: 3, issuer: name("Test Intermediate"), subject: name("Test Receipt Signing"),
    notBefore: day(2015, 11, 13), notAfter: day(2035, 2, 7),
    extensions: [.basicConstraints(isAuthority: false), .digitalSignature, .receiptSigning])

  /// The purposes and the validity are those of Xcode's certificate.
  package static let xcodeTemplate = CertificateTemplate(
    serialNumber: 1, issuer: name("Test StoreKit"), subject: name("Test StoreKit"),
    notBefore: day(2020, 4, 1), notAfter: day(2040, 3, 27),
    extensions: [
      .basicConstraints(isAuthority: true),
      CertificateTemplate.Extension(
        oid: DER.oid(2, 5, 29, 15), isCritical: true, value: DER.bitString([0x84], unusedBits: 2)),
      .extendedKeyUsage(DER.oid(1, 3, 6, 1, 5, 5, 7, 3, 3)),
    ])
}
