import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

@Suite struct CatalogueTests {
  private static let authority = TestAuthority.shared

  private static func verifier() throws -> ReceiptVerifier {
    let authority = try authority.get()
    return ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(authority.rootCertificate)
        + TrustAnchor.custom(authority.ellipticRootCertificate))
  }

  @Test("every receipt of the catalogue gets its expected verdict", arguments: CatalogueReceipt.all)
  func verdict(_ receipt: CatalogueReceipt) throws {
    let bytes = try receipt.make(under: Self.authority.get())
    #expect(try receipt.make(under: Self.authority.get()) == bytes, "it is another one each time")
    let verdict: CatalogueReceipt.Verdict
    let status: Verification.Status?
    do {
      let decoded = try decode(bytes, receipt)
      let (verification, results) = ReceiptChecker(
        verifier: try Self.verifier(), expectations: receipt.expectations
      ).check(decoded)
      status = verification.status
      let failed = results.first { $0.status == .fail || $0.status == .undetermined }
      verdict =
        switch (failed?.status, failed?.reason) {
        case (.undetermined, let reason?): .undetermined(reason)
        case (_, let reason?): .refused(reason)
        case (_, nil): .accepted
        }
    } catch let error as ReceiptError {
      status = nil
      verdict = .unreadable(error.code)
    }
    #expect(verdict == receipt.verdict)
    #expect(status != .apple)
    if receipt.verdict == .accepted { #expect(status == .custom) }
  }

  @Test("nothing under the test root is trusted without it", arguments: CatalogueReceipt.all)
  func withoutRoot(_ receipt: CatalogueReceipt) throws {
    let bytes = try receipt.make(under: Self.authority.get())
    if case .unreadable(let code) = receipt.verdict {
      #expect(throws: ReceiptError(code, "")) { try decode(bytes, receipt) }
      return
    }
    let decoded = try decode(bytes, receipt)
    let (verification, results) = ReceiptChecker(verifier: ReceiptVerifier()).check(decoded)
    #expect([.untrusted, .incomplete, .absent].contains(verification.status))
    #expect(results.contains { $0.status == .fail || $0.status == .undetermined })
  }

  @Test("the Apple certificates in forged receipts are those of the genuine receipt")
  func genuineCertificates() throws {
    let genuine = try ReceiptDecoder().decode(Fixture.subscription())
    let certificates = try #require(genuine.signedData?.certificates.map(Array.init))
    #expect(certificates[0] == PackageResources.ReceiptSigning_cer)
    #expect(certificates[1] == AppleIntermediate.developerRelationsG1)
    // They come first, where a verifier that uses the first certificate finds them.
    let receipt = try #require(
      CatalogueReceipt.all.first { $0.name == "forged-chain-after-apple" })
    let forged = try ReceiptDecoder().decode(receipt.make(under: Self.authority.get()))
    #expect(forged.signedData?.certificates.prefix(3).map(Array.init) == certificates)
  }

  private func decode(_ bytes: [UInt8], _ receipt: CatalogueReceipt) throws -> DecodedReceipt {
    try receipt.needsExactInput
      ? ReceiptDecoder().decode(ReceiptInput(bytes, kind: .jws)) : ReceiptDecoder().decode(bytes)
  }

  @Test("names are unique and valid as file names")
  func names() {
    let names = CatalogueReceipt.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(
      names.allSatisfy { name in
        name.utf8.allSatisfy {
          $0 == UInt8(ascii: "-") || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
        }
      })
  }
}
