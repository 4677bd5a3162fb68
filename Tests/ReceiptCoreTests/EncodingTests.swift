import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Written structures read back correctly.
@Suite struct EncodingTests {
  // This file uses the module's writer, not that of the tests.
  private typealias DER = ReceiptMaking.DER

  @Test(
    "lengths take the fewest bytes",
    arguments: [
      (0, [0x00]), (127, [0x7F]), (128, [0x81, 0x80]), (255, [0x81, 0xFF]),
      (256, [0x82, 0x01, 0x00]), (65_535, [0x82, 0xFF, 0xFF]), (65_536, [0x83, 0x01, 0x00, 0x00]),
    ] as [(Int, [UInt8])])
  func length(count: Int, octets: [UInt8]) {
    #expect(DER.length(count) == octets)
  }

  @Test(
    "integers take the fewest bytes",
    arguments: [
      (0, [0x00]), (127, [0x7F]), (128, [0x00, 0x80]), (-1, [0xFF]), (-128, [0x80]),
      (-129, [0xFF, 0x7F]), (Int64.max, [0x7F] + [UInt8](repeating: 0xFF, count: 7)),
      (Int64.min, [0x80] + [UInt8](repeating: 0, count: 7)),
    ] as [(Int64, [UInt8])])
  func integer(value: Int64, octets: [UInt8]) {
    #expect(DER.integer(value) == [0x02, UInt8(octets.count)] + octets)
  }

  @Test("large integers have a sign byte where needed")
  func magnitude() {
    #expect(DER.integer(magnitude: [0, 0, 0x80, 1]) == [0x02, 0x03, 0x00, 0x80, 1])
    #expect(DER.integer(magnitude: [0x7F, 1]) == [0x02, 0x02, 0x7F, 1])
    #expect(DER.integer(magnitude: []) == [0x02, 0x01, 0x00])
  }

  @Test("object identifiers agree with the reader's")
  func identifiers() {
    #expect(DER.oid(1, 2, 840, 113549, 1, 7, 2)[...] == OID.signedData.encoded)
    #expect(DER.oid(1, 2, 840, 113635, 100, 6, 11, 1)[...] == OID.appleReceiptSigning.encoded)
    #expect(DER.oid(2, 5, 29, 19)[...] == OID.basicConstraints.encoded)
  }

  @Test("dates are UTCTime until 2049, and GeneralizedTime after")
  func dates() {
    #expect(DER.time(TestAuthority.day(2049, 12, 31)) == [0x17, 13] + Array("491231000000Z".utf8))
    #expect(DER.time(TestAuthority.day(2050, 1, 1)) == [0x18, 15] + Array("20500101000000Z".utf8))
    #expect(DER.time(TestAuthority.day(1950, 1, 1)) == [0x17, 13] + Array("500101000000Z".utf8))
    #expect(DER.time(TestAuthority.day(1949, 1, 1)) == [0x18, 15] + Array("19490101000000Z".utf8))
  }

  @Test("the fixture's attributes, written again, are the bytes that Apple signed")
  func payload() throws {
    try expectSamePayload(try ReceiptDecoder().decode(Fixture.subscription()))
  }

  @Test(
    "the attributes of every receipt signed by Apple, written again, are what it signed",
    .enabled(if: Corpus.isPresent, Corpus.absence))
  func payloads() throws {
    let receipts = try Corpus.receipts.map { try ReceiptDecoder().decode(Corpus.receipt($0)) }
      .filter { ReceiptVerifier().verify($0).status == .apple }
    #expect(!receipts.isEmpty)
    for decoded in receipts { try expectSamePayload(decoded) }
  }

  private func expectSamePayload(_ decoded: DecodedReceipt) throws {
    let attributes = decoded.attributes.filter { $0.path.inAppType == nil }.map {
      AttributeTemplate($0.type, version: Int64($0.version), Array($0.value))
    }
    #expect(AttributeTemplate.payload(attributes)[...] == decoded.signedData?.content)
  }

  @Test("an authority is derived from its seed, byte for byte")
  func seed() throws {
    let first = try TestAuthority(seed: "a")
    let again = try TestAuthority(seed: "a")
    let other = try TestAuthority(seed: "b")
    #expect(first.certificates == again.certificates)
    #expect(first.rootCertificate != other.rootCertificate)
    let receipt = try #require(CatalogueReceipt.all.first)
    #expect(try receipt.make(under: first) == receipt.make(under: again))
  }

  @Test("certificates read back correctly")
  func certificate() throws {
    let authority = try TestAuthority(seed: "a")
    let leaf = try Certificate(authority.leaf.certificate[...])
    #expect(leaf.rsaKeySize == 2048)
    #expect(leaf.notBefore == TestAuthority.day(2015, 11, 13))
    #expect(leaf.notAfter == TestAuthority.day(2035, 2, 7))
    let usage = try CertificateUsage(leaf)
    #expect(!usage.isAuthority && usage.allowsDigitalSignature && !usage.allowsCertificateSigning)
    #expect(DistinguishedName(leaf.subject).commonName == "Test Receipt Signing")
    let root = try Certificate(authority.rootCertificate[...])
    let rootUsage = try CertificateUsage(root)
    #expect(rootUsage.isAuthority && rootUsage.allowsCertificateSigning)
    #expect(!rootUsage.allowsDigitalSignature)
    #expect(root.subject.elementsEqual(root.issuer))
  }

  @Test("a catalogue receipt is made for its stated device")
  func deviceHash() throws {
    let authority = try TestAuthority(seed: "a")
    let receipt = try #require(CatalogueReceipt.all.first { $0.name == "ok" })
    let decoded = try ReceiptDecoder().decode(receipt.make(under: authority))
    let device = try #require(DeviceID("02:00:00:00:00:01"))
    #expect(DeviceHashCheck.run(decoded, candidates: [device]).status == .pass)
  }
}
