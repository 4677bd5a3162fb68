package import ReceiptCore

/// A certification authority for test receipts: a root, an intermediate and a signer with the same marker
/// OIDs as Apple's. Everything is derived from its seed, so what it signs proves nothing.
package final class TestAuthority: Sendable {
  let seed: String
  /// The validity of all certificates; `nil` for the same as Apple's.
  let validity: ClosedRange<ReceiptDate>?
  private let keys = Guarded<[String: SigningKey]>([:])
  /// Made at its first use, because most tests sign only receipts.
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

  /// Makes the authority for a seed.
  ///
  /// - Parameters:
  ///   - validity: the validity of all its certificates; `nil` for the same as Apple's.
  ///   - primes: the known primes of its keys.
  /// - Throws: `SigningFailure` when OpenSSL runs out of memory.
  package init(
    seed: String, validity: ClosedRange<ReceiptDate>? = nil, primes: KnownPrimes? = nil
  ) throws(SigningFailure) {
    self.seed = seed
    self.validity = validity
    let rootKey = try SigningKey.rsa(bits: 2048, seed: seed + " root", primes: primes?.root)
    let intermediateKey = try SigningKey.rsa(
      bits: 2048, seed: seed + " intermediate", primes: primes?.intermediate)
    let leafKey = try SigningKey.rsa(bits: 2048, seed: seed + " leaf", primes: primes?.leaf)
    root = try Identity(Self.rootTemplate.valid(validity), key: rootKey, by: rootKey)
    intermediate = try Identity(
      Self.intermediateTemplate.valid(validity), key: intermediateKey, by: rootKey)
    leaf = try Identity(Self.leafTemplate.valid(validity), key: leafKey, by: intermediateKey)
  }

  /// An authority from stored keys and certificates.
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

  /// The distance of each prime of a key from its start.
  package struct KnownPrimes {
    var root: (p: UInt, q: UInt)?
    var intermediate: (p: UInt, q: UInt)?
    var leaf: (p: UInt, q: UInt)?
  }

  /// The root certificate for receipts as DER, to be trusted in tests. The one for JWS is
  /// `ellipticRootCertificate`.
  package var rootCertificate: [UInt8] { root.certificate }

  /// The validity of the signer's certificate.
  package var signerValidity: (from: ReceiptDate, to: ReceiptDate) {
    (leaf.template.notBefore, leaf.template.notAfter)
  }

  /// Leaf, intermediate and root, in Apple's order.
  package var certificates: [[UInt8]] {
    [leaf.certificate, intermediate.certificate, root.certificate]
  }

  /// Another key. The same name always gives the same key.
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

  /// A signed receipt, not yet encoded, with this payload.
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
  /// A whole signed app receipt in its style.
  package func receipt(
    _ draft: ReceiptDraft, digest: DigestAlgorithm = .sha256
  ) throws(SigningFailure) -> [UInt8] {
    try receipt(around: draft.payload, digest: digest, draft.style)
  }

  /// A whole app receipt with this payload. Receipts in Xcode's style have a signer of their own.
  func receipt(
    around payload: [UInt8], digest: DigestAlgorithm, _ style: AttributeStyle,
    signer: Identity? = nil
  ) throws(SigningFailure) -> [UInt8] {
    switch style {
    case .apple: return try signedData(payload, digest: digest, signer: signer).encoded
    case .xcode:
      let signer = try xcodeSigner()
      var data = try signedData(
        payload, digest: digest, signer: signer, certificates: [signer.certificate])
      data.signerInfos[0].signatureAlgorithm =
        digest == .sha1 ? KnownAlgorithm.sha1WithRSA : KnownAlgorithm.sha256WithRSA
      return data.encodedAsXcode(payload)
    }
  }

  /// A signed iOS 6 transaction with these entries.
  package func transaction(
    _ entries: [IOS6Template.Entry], signer: Identity? = nil
  ) throws(SigningFailure) -> IOS6Template {
    try transaction(around: IOS6Template.list(entries), signer: signer)
  }

  /// A signed iOS 6 transaction with this property list.
  package func transaction(
    around purchaseInfo: [UInt8], signer: Identity? = nil
  ) throws(SigningFailure) -> IOS6Template {
    let signer = if let signer { signer } else { try transactionSigner() }
    return try IOS6Template(
      purchaseInfo: purchaseInfo, version: 3, key: signer.key, certificate: signer.certificate)
  }

  /// The root itself issues the signer of transactions: a transaction holds only one certificate, and the
  /// chain must end in a trusted one.
  func transactionSigner() throws(SigningFailure) -> Identity {
    try transactionIdentity.withLock { made throws(SigningFailure) in
      if let made { return made }
      var template = leaf.template
      template.serialNumber = 4
      template.issuer = root.template.subject
      template.subject = Self.name("Test Transaction Signing")
      template.signatureAlgorithm = KnownAlgorithm.sha1WithRSA
      template.extensions = [
        .basicConstraints(isAuthority: false), .digitalSignature,
        .marker(DER.oid(1, 2, 840, 113635, 100, 6, 11, 1)),
      ]
      let identity = try Identity(template, key: leaf.key, by: root.key)
      made = identity
      return identity
    }
  }

  /// A single certificate without a chain, as Xcode's.
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
  /// Makes a certificate for `key`, signed with the issuer's key.
  package init(
    _ template: CertificateTemplate, key: SigningKey, by issuer: SigningKey
  ) throws(SigningFailure) {
    self.template = template
    self.key = key
    certificate = try template.signed(key, by: issuer)
  }

  /// The SignerInfo of this signer for a content, without attributes.
  package func signerInfo(
    over content: [UInt8], digest: DigestAlgorithm = .sha256
  ) throws(SigningFailure) -> SignerInfoTemplate {
    SignerInfoTemplate(
      identifier: template.signerIdentifier, digestAlgorithm: digest.identifier,
      signature: try key.sign(content, .pkcs1(digest)))
  }
}

extension CertificateTemplate {
  /// The same template with another validity.
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

  /// The beginning of a day in UTC.
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
