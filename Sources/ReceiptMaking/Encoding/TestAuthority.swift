package import ReceiptCore

/// A throw-away certification authority for test receipts: a root, an intermediate and a signer with the
/// marks that Apple's have. Everything in it follows from its seed, so nothing it signs proves anything.
package final class TestAuthority: Sendable {
  let seed: String
  /// When all certificates are valid; `nil` for as long as Apple's.
  let validity: ClosedRange<ReceiptDate>?
  private let keys = Guarded<[String: SigningKey]>([:])
  /// Made when it is first asked for: whoever signs receipts alone does not pay for it.
  let ellipticBranch = Guarded<JWSAuthority?>(nil)
  private let xcodeIdentity = Guarded<Identity?>(nil)
  private let transactionIdentity = Guarded<Identity?>(nil)

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

  /// Makes the authority that the seed gives. Its certificates are valid for as long as Apple's.
  ///
  /// - Throws: `SigningFailure` when OpenSSL has no memory left.
  package convenience init(seed: String) throws(SigningFailure) {
    try self.init(seed: seed, validity: nil)
  }

  /// Makes the authority that the seed gives.
  ///
  /// - Parameters:
  ///   - validity: When its certificates are valid, all of them; `nil` for as long as Apple's.
  ///   - primes: Where the primes of its keys are known to be.
  package init(
    seed: String, validity: ClosedRange<ReceiptDate>?, primes: KnownPrimes = KnownPrimes()
  ) throws(SigningFailure) {
    self.seed = seed
    self.validity = validity
    let rootKey = try SigningKey.rsa(bits: 2048, seed: seed + " root", primes: primes.root)
    let intermediateKey = try SigningKey.rsa(
      bits: 2048, seed: seed + " intermediate", primes: primes.intermediate)
    let leafKey = try SigningKey.rsa(bits: 2048, seed: seed + " leaf", primes: primes.leaf)
    root = try Identity(Self.rootTemplate.valid(validity), key: rootKey, by: rootKey)
    intermediate = try Identity(
      Self.intermediateTemplate.valid(validity), key: intermediateKey, by: rootKey)
    leaf = try Identity(Self.leafTemplate.valid(validity), key: leafKey, by: intermediateKey)
  }

  /// An authority whose keys and certificates somebody kept.
  init(
    seed: String, root: Identity, intermediate: Identity, leaf: Identity,
    elliptic: JWSAuthority
  ) {
    self.seed = seed
    validity = nil
    self.root = root
    self.intermediate = intermediate
    self.leaf = leaf
    ellipticBranch.withLock { $0 = elliptic }
  }

  /// How far behind its start each of a key's two primes stands.
  package struct KnownPrimes {
    var root: (p: UInt, q: UInt)?
    var intermediate: (p: UInt, q: UInt)?
    var leaf: (p: UInt, q: UInt)?

    package init() {}
  }

  /// The certificate of the root for receipts as DER, for whoever wants to trust it in a test. That of the
  /// root for JWS is `ellipticRootCertificate`.
  package var rootCertificate: [UInt8] { root.certificate }

  /// When the signer's certificate is valid.
  package var signerValidity: (from: ReceiptDate, to: ReceiptDate) {
    (leaf.template.notBefore, leaf.template.notAfter)
  }

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
      payload: payload, digestAlgorithms: [digest.identifier],
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
    try receipt(around: draft.payload, digest: digest, draft.style)
  }

  /// A whole app receipt around the payload.
  func receipt(
    around payload: [UInt8], digest: DigestAlgorithm, _ style: AttributeStyle
  ) throws(SigningFailure) -> [UInt8] {
    switch style {
    case .apple: return try signedData(payload, digest: digest).encoded
    case .xcode:
      let signer = try xcodeSigner()
      var data = try signedData(
        payload, digest: digest, signer: signer, certificates: [signer.certificate])
      data.signerInfos[0].signatureAlgorithm =
        digest == .sha1 ? KnownAlgorithm.sha1WithRSA : KnownAlgorithm.sha256WithRSA
      return data.encodedAsXcode(payload)
    }
  }

  /// A transaction of iOS 6 around these entries, signed.
  package func transaction(
    _ entries: [IOS6Template.Entry]
  ) throws(SigningFailure) -> IOS6Template {
    try transaction(around: IOS6Template.list(entries))
  }

  /// The same around a property list as it is.
  package func transaction(
    around purchaseInfo: [UInt8]
  ) throws(SigningFailure) -> IOS6Template {
    let signer = try transactionSigner()
    return try IOS6Template(
      purchaseInfo: purchaseInfo, version: 3, key: signer.key, certificate: signer.certificate)
  }

  /// The root itself issues what signs transactions: a transaction holds one certificate, and a chain must
  /// end in what is trusted.
  private func transactionSigner() throws(SigningFailure) -> Identity {
    try transactionIdentity.withLock { made throws(SigningFailure) in
      if let made { return made }
      var template = leaf.template
      template.serialNumber = 4
      template.issuer = root.template.subject
      template.subject = Self.name("Test Transaction Signing")
      template.signatureAlgorithm = KnownAlgorithm.sha1WithRSA
      template.extensions = [
        .basicConstraints(isAuthority: false), .digitalSignature,
        .marker(DER.oid(1, 2, 840, 113635, 100, 6, 5, 1)),
      ]
      let identity = try Identity(template, key: leaf.key, by: root.key)
      made = identity
      return identity
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
      identifier: template.signerIdentifier, digestAlgorithm: digest.identifier,
      signature: try key.sign(content, .pkcs1(digest)))
  }
}

extension CertificateTemplate {
  /// The same, valid at other times.
  func valid(_ validity: ClosedRange<ReceiptDate>?) -> CertificateTemplate {
    guard let validity else { return self }
    var template = self
    template.notBefore = validity.lowerBound
    template.notAfter = validity.upperBound
    return template
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
  package static let xcodeTemplate = {
    var template = CertificateTemplate(
      serialNumber: 1, issuer: name("Test StoreKit"), subject: name("Test StoreKit"),
      notBefore: day(2020, 4, 1), notAfter: day(2040, 3, 27),
      extensions: [
        .basicConstraints(isAuthority: true),
        CertificateTemplate.Extension(
          oid: DER.oid(2, 5, 29, 15), isCritical: true, value: DER.bitString([0x84], unusedBits: 2)),
        .extendedKeyUsage(DER.oid(1, 3, 6, 1, 5, 5, 7, 3, 3)),
      ])
    template.hasKeyIdentifiers = false
    return template
  }()
}
