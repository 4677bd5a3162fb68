import Foundation
import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Apple's intermediates, for signed texts without theirs.
@Suite struct IntermediateTests {
  @Test("each has its fingerprint and Apple's mark, and leads to a root")
  func intermediates() throws {
    let fingerprints = AppleIntermediate.all.map { Hexadecimal.encode($0.sha256) }
    #expect(
      fingerprints == [
        "64b302913f11ca1b6806093b76cade7f7b123be0c04924fda87f5f4e8647f051",
        "ce057691d730f89ca25e916f7335f4c8a15713dcd273a658c024023f8eb809c2",
        "53fd008278e5a595fe1e908ae9c5e5675f26243264a5a6438c023e3ce2870760",
        "0f570d7502373a2102e2106faaa8fa4844944a07ee676198484f4d6ce15bea47",
      ])
    for certificate in AppleIntermediate.all {
      let root = try #require(
        TrustAnchor.apple.first { $0.certificate.subject.elementsEqual(certificate.issuer) })
      let key = try AppleProfile.key(of: root.certificate, "the root")
      #expect(IssuerKey.rsa(key).verifies(certificate, allowsSHA1: true))
      #expect(certificate.extension(.appleIntermediate)?.value.elementsEqual([5, 0]) == true)
      let usage = try CertificateUsage(certificate)
      #expect(usage.isAuthority && usage.allowsCertificateSigning)
      #expect(KnownCertificate.name(sha256: certificate.sha256)?.hasPrefix("WWDR") == true)
    }
  }

  /// The genuine receipt with other certificates beside the signer's.
  private func receipt(_ change: ([[UInt8]]) -> [[UInt8]]) throws -> Verification {
    let decoder = ReceiptDecoder()
    let data = try #require(try decoder.decode(Fixture.subscription()).signedData)
    let signer = try #require(data.signerInfos.first)
    var info = SignerInfoTemplate(
      identifier: DER.sequence(Array(signer.issuer), Array(signer.serialNumber)),
      digestAlgorithm: Array(signer.digestAlgorithm.encoded), signature: Array(signer.signature))
    info.signatureAlgorithm = Array(signer.signatureAlgorithm.encoded)
    let bytes = SignedDataTemplate(
      payload: Array(try #require(data.content)),
      digestAlgorithms: data.digestAlgorithms.map { Array($0.encoded) },
      certificates: change(data.certificates.map { Array($0) }), signerInfos: [info]
    ).encoded
    return ReceiptVerifier().verify(try decoder.decode(bytes))
  }

  private typealias DER = ReceiptMaking.DER

  @Test("a genuine receipt without its intermediate is Apple's all the same")
  func missing() throws {
    #expect(try receipt { $0 }.status == .apple)
    for keepsRoot in [true, false] {
      let verification = try receipt { [$0[0]] + (keepsRoot ? [$0[2]] : []) }
      #expect(verification.status == .apple)
      #expect(verification.chainSummary == "leaf → WWDR G1 → Apple Root CA")
      #expect(verification.chain.count == 3)
    }
  }

  @Test("nothing else may stand in its place")
  func replaced() throws {
    let forger = try TestAuthority(seed: "intermediates")
    let others = try receipt { [$0[0], $0[2], forger.intermediate.certificate] }
    #expect(others.reason == .unexpectedCertificate && others.status == .untrusted)
    // One with the right name is judged, and not passed over.
    var template = forger.intermediate.template
    template.subject = Array(AppleIntermediate.all[1].subject)
    let named = try TestAuthority.Identity(template, key: forger.root.key, by: forger.root.key)
    #expect(try receipt { [$0[0], named.certificate, $0[2]] }.reason == .untrustedChain)
  }

  @Test("of two with one name and one key, the one that covers the signer's validity counts")
  func twins() throws {
    let old = AppleIntermediate.all[0]
    let new = AppleIntermediate.all[1]
    #expect(old.subject.elementsEqual(new.subject) && old.publicKey.elementsEqual(new.publicKey))
    let genuine = try Certificate(PackageResources.ReceiptSigning_cer[...])
    #expect(AppleIntermediate.issuers(of: genuine).map(\.sha256) == [new.sha256, old.sha256])
    var template = TestAuthority.leafTemplate
    template.issuer = Array(old.subject)
    template.notBefore = TestAuthority.day(2012, 1, 1)
    template.notAfter = TestAuthority.day(2014, 1, 1)
    let authority = try TestAuthority(seed: "intermediates")
    let early = try Certificate(template.signed(authority.leaf.key, by: authority.root.key)[...])
    #expect(AppleIntermediate.issuers(of: early).map(\.sha256) == [old.sha256, new.sha256])
  }

  @Test("the certificate that signs app receipts signs transactions of version 3, and of no other")
  func transactions() throws {
    let authority = try TestAuthority(seed: "intermediates")
    for version: UInt8 in [2, 3] {
      let key = version == 2 ? try authority.key("small", bits: 1024) : authority.leaf.key
      let template = try IOS6Template(
        purchaseInfo: IOS6Template.list([
          ("bid", "com.example.tea"), ("purchase-date-ms", "1490115694000"),
        ]), version: version, key: key, certificate: PackageResources.ReceiptSigning_cer)
      let checks = ReceiptVerifier().verify(try ReceiptDecoder().decode(template.encoded())).checks
      // Nobody but Apple can sign under this certificate.
      #expect(checks.first { $0.id == .signature }?.status == .fail)
      let chain = try #require(checks.first { $0.id == .chain })
      #expect(chain.status == .pass && chain.message == "signer → WWDR G1 → Apple Root CA")
      let purpose = checks.first { $0.id == .certificatePurpose }
      #expect(purpose?.status == (version == 3 ? .pass : .fail))
    }
  }
}
