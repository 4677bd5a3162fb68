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
    let page = try String(
      contentsOf: Fixture.root.appending(path: "docs/trust.md"), encoding: .utf8)
    let table = page.matches(of: /(?m)^\| (?:WWDR|iTunes Store CA).* \| `([0-9a-f]{64})` \|/).map {
      String($0.1)
    }
    #expect(table == fingerprints)
    #expect(
      fingerprints == [
        "64b302913f11ca1b6806093b76cade7f7b123be0c04924fda87f5f4e8647f051",
        "ce057691d730f89ca25e916f7335f4c8a15713dcd273a658c024023f8eb809c2",
        "53fd008278e5a595fe1e908ae9c5e5675f26243264a5a6438c023e3ce2870760",
        "0f570d7502373a2102e2106faaa8fa4844944a07ee676198484f4d6ce15bea47",
        "447ad65484610f20fdc33804c8597a1e208fbe4ef9c5653485cc7d3df730c016",
      ])
    for certificate in AppleIntermediate.all {
      let isStore = certificate.encoded.elementsEqual(AppleIntermediate.iTunesStore)
      let marker: OID = isStore ? .appleStoreIntermediate : .appleIntermediate
      let root = try #require(
        TrustAnchor.apple.first { $0.certificate.subject.elementsEqual(certificate.issuer) })
      let key = try AppleProfile.key(of: root.certificate, "the root")
      #expect(IssuerKey.rsa(key).verifies(certificate, allowsSHA1: true))
      #expect(certificate.extension(marker)?.value.elementsEqual([5, 0]) == true)
      let usage = try CertificateUsage(certificate)
      #expect(usage.isAuthority && usage.allowsCertificateSigning)
      let name = try #require(KnownCertificate.name(sha256: certificate.sha256))
      #expect(name.hasPrefix("WWDR") != isStore)
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
    // From its first moment to its last.
    template.notBefore = old.notBefore
    template.notAfter = old.notAfter
    let whole = try Certificate(template.signed(authority.leaf.key, by: authority.root.key)[...])
    #expect(AppleIntermediate.issuers(of: whole).map(\.sha256) == [old.sha256, new.sha256])
  }

  @Test("only Apple's root of that name stands above an intermediate of a transaction")
  func rootOfTransactions() throws {
    let signer = PackageResources.ReceiptSigning_cer
    var envelope = IOS6Envelope()
    envelope.signatureBlob = [3] + [UInt8](repeating: 1, count: 256)
    envelope.signatureBlob += [0, 0, UInt8(signer.count / 256), UInt8(signer.count % 256)]
    envelope.signatureBlob += signer
    let decoded = DecodedReceipt(
      input: ReceiptInput([], kind: .jws), form: .ios6Transaction,
      envelope: .propertyList(envelope), receipt: Receipt())
    func chain(_ anchors: [TrustAnchor]) -> CheckResult {
      IOS6Verification(anchors: anchors, profile: .apple).run(decoded, envelope).checks[2]
    }
    let apple = Array(TrustAnchor.apple.reversed())
    #expect(chain(apple).evidence["root"] == "Apple Root CA")
    var template = TestAuthority.rootTemplate
    template.subject = Array(AppleIntermediate.all[1].issuer)
    let key = try TestAuthority(seed: "intermediates").root.key
    let named = try TestAuthority.Identity(template, key: key, by: key)
    #expect(chain(try TrustAnchor.custom(named.certificate)).reason == .untrustedChain)
  }

  @Test(
    "a transaction's intermediate has the mark of its version",
    arguments: [(UInt8(2), true), (2, false), (3, true), (3, false)])
  func marks(version: UInt8, isRight: Bool) throws {
    let authority = try TestAuthority(seed: "intermediates")
    var issuer = authority.intermediate.template
    let isOld = (version == 2) == isRight
    issuer.extensions[2] = .marker(DER.oid(1, 2, 840, 113635, 100, 6, 2, isOld ? 2 : 1))
    var signer = TestAuthority.leafTemplate
    signer.extensions[2] =
      version == 2 ? .marker(DER.oid(1, 2, 840, 113635, 100, 6, 5, 1)) : .receiptSigning
    let key = version == 2 ? try authority.key("small", bits: 1024) : authority.leaf.key
    let transaction = try IOS6Template(
      purchaseInfo: IOS6Template.list([
        ("bid", "com.example.tea"), ("purchase-date-ms", "1490115694000"),
      ]), version: version, key: key,
      certificate: signer.signed(key, by: authority.intermediate.key))
    let decoded = try ReceiptDecoder().decode(transaction.encoded())
    guard case .propertyList(let envelope) = decoded.envelope else {
      Issue.record("no transaction of iOS 6")
      return
    }
    let root = TrustAnchor(
      certificate: try Certificate(authority.rootCertificate[...]), name: "root", isApple: true,
      pathLength: nil)
    let intermediate = try Certificate(
      issuer.signed(authority.intermediate.key, by: authority.root.key)[...])
    let verification = IOS6Verification(
      anchors: [root], profile: .apple, intermediates: [intermediate]
    ).run(decoded, envelope)
    #expect(verification.status == (isRight ? .apple : .untrusted))
    #expect(verification.reason == (isRight ? nil : .wrongIntermediate))
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
      // Only Apple can sign under this certificate.
      #expect(checks.first { $0.id == .signature }?.status == .fail)
      let chain = try #require(checks.first { $0.id == .chain })
      #expect(chain.status == .pass && chain.message == "signer → WWDR G1 → Apple Root CA")
      let purpose = checks.first { $0.id == .certificatePurpose }
      #expect(purpose?.status == (version == 3 ? .pass : .fail))
    }
  }
}
