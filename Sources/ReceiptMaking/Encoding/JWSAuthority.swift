internal import ReceiptCore

/// The part of a test authority that signs JWS. As Apple's, it has a root and an intermediate on P-384, and a
/// leaf on P-256.
package struct JWSAuthority: Sendable {
  package let root: TestAuthority.Identity
  package let intermediate: TestAuthority.Identity
  package let leaf: TestAuthority.Identity

  /// Leaf, intermediate and root: the order of `x5c` (RFC 7515 §4.1.6).
  package var certificates: [[UInt8]] {
    [leaf.certificate, intermediate.certificate, root.certificate]
  }

  init(
    root: TestAuthority.Identity, intermediate: TestAuthority.Identity, leaf: TestAuthority.Identity
  ) {
    self.root = root
    self.intermediate = intermediate
    self.leaf = leaf
  }

  init(seed: String, validity: ClosedRange<ReceiptDate>? = nil) throws(SigningFailure) {
    let rootKey = try SigningKey.p384(seed: seed + " elliptic root")
    let intermediateKey = try SigningKey.p384(seed: seed + " elliptic intermediate")
    let leafKey = try SigningKey.p256(seed: seed + " elliptic leaf")
    root = try TestAuthority.Identity(Self.rootTemplate.valid(validity), key: rootKey, by: rootKey)
    intermediate = try TestAuthority.Identity(
      Self.intermediateTemplate.valid(validity), key: intermediateKey, by: rootKey)
    leaf = try TestAuthority.Identity(
      Self.leafTemplate.valid(validity), key: leafKey, by: intermediateKey)
  }

  // Only the names differ from the branch for receipts.

  package static let rootTemplate = template(
    TestAuthority.rootTemplate, issuer: "Test Elliptic Root", subject: "Test Elliptic Root")
  package static let intermediateTemplate = template(
    TestAuthority.intermediateTemplate, issuer: "Test Elliptic Root",
    subject: "Test Elliptic Intermediate")
  package static let leafTemplate = template(
    TestAuthority.leafTemplate, issuer: "Test Elliptic Intermediate",
    subject: "Test Elliptic Receipt Signing")

  private static func template(
    _ original: CertificateTemplate, issuer: String, subject: String
  ) -> CertificateTemplate {
    var template = original
    template.issuer = TestAuthority.name(issuer)
    template.subject = TestAuthority.name(subject)
    template.signatureAlgorithm = KnownAlgorithm.ecdsaWithSHA384
    return template
  }
}

extension TestAuthority {
  /// The branch that signs JWS. It is made once.
  package func elliptic() throws(SigningFailure) -> JWSAuthority {
    try ellipticBranch.withLock { made throws(SigningFailure) in
      if let made { return made }
      let branch = try JWSAuthority(seed: seed, validity: validity)
      made = branch
      return branch
    }
  }

  /// The root certificate for JWS as DER, to be trusted in tests.
  package var ellipticRootCertificate: [UInt8] {
    get throws(SigningFailure) { try elliptic().root.certificate }
  }

  /// A signed JWS, not yet encoded, with the JSON text `payload`.
  package func jws(
    _ payload: String, signer: Identity? = nil, certificates: [[UInt8]]? = nil
  ) throws(SigningFailure) -> JWSTemplate {
    try jws(around: Array(payload.utf8), signer: signer, certificates: certificates)
  }

  /// A signed JWS, not yet encoded, with any bytes as payload.
  package func jws(
    around payload: [UInt8], signer: Identity? = nil, certificates: [[UInt8]]? = nil
  ) throws(SigningFailure) -> JWSTemplate {
    let branch = try elliptic()
    let signer = signer ?? branch.leaf
    var template = JWSTemplate(
      certificates: certificates ?? [signer.certificate] + branch.certificates.dropFirst(),
      payload: payload)
    try template.sign(with: signer.key)
    return template
  }
}
