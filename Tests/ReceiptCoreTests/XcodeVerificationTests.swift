import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// The rules for receipts of Xcode's tests, with a signer of the tests in the place of Xcode's.
@Suite struct XcodeVerificationTests {
  private typealias DER = ReceiptMaking.DER

  private func verify(
    digest: DigestAlgorithm = .sha256, signer: [UInt8]? = nil,
    _ change: (inout SignedDataTemplate) -> Void = { _ in }
  ) throws -> Verification {
    let authority = try TestAuthority.shared.get()
    var template = try authority.signedData(
      ExamplePayload.payload, digest: digest, certificates: [authority.leaf.certificate])
    change(&template)
    let decoded = try ReceiptDecoder().decode(template.encoded)
    let known = DigestAlgorithm.sha256.digest(of: authority.leaf.certificate[...])
    return XcodeVerification(
      decoded: decoded, signedData: try #require(decoded.signedData), signer: signer ?? known
    ).run()
  }

  @Test(
    "the signature algorithm is that of the key, or of key and digest",
    arguments: [
      (.sha1, KnownAlgorithm.rsaEncryption, nil), (.sha256, KnownAlgorithm.rsaEncryption, nil),
      (.sha1, KnownAlgorithm.sha1WithRSA, nil), (.sha256, KnownAlgorithm.sha256WithRSA, nil),
      (.sha256, KnownAlgorithm.sha1WithRSA, .unsupportedAlgorithm),
      (.sha1, KnownAlgorithm.sha256WithRSA, .unsupportedAlgorithm),
      (.sha256, KnownAlgorithm.ecdsaWithSHA256, .unsupportedAlgorithm),
    ] as [(DigestAlgorithm, [UInt8], CheckReason?)])
  func algorithms(digest: DigestAlgorithm, algorithm: [UInt8], reason: CheckReason?) throws {
    let verification = try verify(digest: digest) {
      $0.signerInfos[0].signatureAlgorithm = algorithm
    }
    #expect(verification.reason == reason)
    #expect(verification.status == (reason == nil ? .xcode : .untrusted))
    #expect(verification.digest == digest)
    #expect(!verification.isTrusted)
  }

  @Test("another signature over the content is refused")
  func badSignature() throws {
    let verification = try verify { $0.signerInfos[0].signature[100] ^= 1 }
    #expect(verification.status == .untrusted && verification.reason == .badSignature)
  }

  @Test("a signature over a payload with an error holds, and the receipt is refused")
  func malformedPayload() throws {
    let authority = try TestAuthority.shared.get()
    let whole = try ReceiptDecoder().decode(
      authority.signedData(ExamplePayload.payload).encoded)
    let attributes = whole.attributes.filter { $0.path.inAppType == nil }.map {
      AttributeTemplate($0.type, version: Int64($0.version), Array($0.value)).encoded
    }
    let payload = DER.unsortedSet(attributes + [DER.sequence(DER.integer(1))])
    let decoded = try ReceiptDecoder().decode(
      authority.signedData(payload, certificates: [authority.leaf.certificate]).encoded)
    let known = DigestAlgorithm.sha256.digest(of: authority.leaf.certificate[...])
    let verification = XcodeVerification(
      decoded: decoded, signedData: try #require(decoded.signedData), signer: known
    ).run()
    #expect(verification.checks.prefix(2).map(\.status) == [.fail, .pass])
    #expect(verification.status == .untrusted)
  }

  @Test("another signer than Xcode's is refused")
  func otherSigner() throws {
    let verification = try verify(signer: KnownCertificate.storeKitTest)
    #expect(verification.status == .untrusted && verification.reason == .notXcode)
  }
}
