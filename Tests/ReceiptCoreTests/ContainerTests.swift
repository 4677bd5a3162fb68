import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// The container with two readers, and files that are not receipts.
struct ContainerTests {
  private let payload = DER.set([DER.attribute(2, DER.utf8("com.example.app"))])

  // MARK: Two readers

  /// The differences between the DER reader and the OpenSSL reader on a DER receipt.
  private func differences(_ bytes: [UInt8]) throws -> [String] {
    var reader = DERSignedDataReader(
      bytes, limits: DecodingLimits(), diagnostics: Diagnostics(limit: 100))
    reader.read()
    let strict = reader.result
    let (general, end) = try OpenSSLCMSReader.read(bytes)
    var result: [String] = []
    func compare<Value: Equatable>(_ what: String, _ value: (SignedData) throws -> Value) rethrows {
      if try value(strict) != value(general) {
        result.append("\(what): \(try value(strict)), \(try value(general))")
      }
    }
    compare("version") { $0.version }
    compare("digest algorithms") { $0.digestAlgorithms }
    compare("content type") { $0.contentType }
    compare("content") { $0.content.map(Array.init) }
    compare("certificates") { $0.certificates.map(Array.init) }
    compare("revocation lists") { $0.hasRevocationLists }
    compare("signers' versions") { $0.signerInfos.map(\.version) }
    compare("issuers") { $0.signerInfos.map { Array($0.issuer) } }
    compare("serial numbers") { $0.signerInfos.map { Array($0.serialNumber) } }
    compare("signers' digests") { $0.signerInfos.map(\.digestAlgorithm) }
    compare("signature algorithms") { $0.signerInfos.map(\.signatureAlgorithm) }
    compare("signatures") { $0.signerInfos.map { Array($0.signature) } }
    compare("signed attributes") { $0.signerInfos.map(\.hasSignedAttributes) }
    compare("unsigned attributes") { $0.signerInfos.map(\.hasUnsignedAttributes) }
    if reader.metBERForm { result.append("the strict reader met a BER form") }
    if !reader.diagnostics.errors.isEmpty { result.append("\(reader.diagnostics.errors)") }
    if end != bytes.count { result.append("the general reader ended at \(end)") }
    if strict.certificates.isEmpty || strict.signerInfos.isEmpty { result.append("nothing there") }
    return result
  }

  @Test("both readers agree on the fixture")
  func readersAgreeOnFixture() throws {
    #expect(try differences(Fixture.subscription()) == [])
  }

  @Test(
    "both readers agree on every DER receipt",
    .enabled(if: Corpus.isPresent, Corpus.absence))
  func readersAgree() throws {
    let names = try Corpus.receipts.filter { try Corpus.reference($0).encoding == "DER" }
    #expect(!names.isEmpty)
    for name in names { #expect(try differences(Corpus.receipt(name)) == [], "\(name)") }
  }

  @Test(
    "the pieces that the scan finds are the content of every BER receipt",
    .enabled(if: Corpus.isPresent, Corpus.absence), arguments: Corpus.receipts)
  func scanAgrees(_ name: String) throws {
    let bytes = try Corpus.receipt(name)
    let scan = BERScan(bytes, limits: DecodingLimits())
    #expect(scan.damage == nil)
    let (general, _) = try OpenSSLCMSReader.read(bytes)
    #expect(scan.contentPieces.flatMap { bytes[$0] } == general.content.map(Array.init))
  }

  @Test(
    "pieces of any length are found at their offsets",
    arguments: [[], [1], [0], [5, 0, 5], [10, 10, 10], [3, 200]])
  func pieces(_ lengths: [Int]) throws {
    let receipt = BER.receipt(payload, pieceLengths: lengths)
    let scan = BERScan(receipt.bytes, limits: DecodingLimits())
    #expect(scan.damage == nil)
    #expect(scan.contentPieces == receipt.pieces)
    let decoded = try ReceiptDecoder().decode(receipt.bytes)
    #expect(decoded.errors.map(\.mark) == [])
    #expect(decoded.findings.map(\.mark) == [])
    #expect(decoded.signedData?.content.map(Array.init) == payload)
    // Offsets of a BER receipt count from the content's first byte.
    #expect(decoded.attributes.first?.offset == 2)
    #expect(decoded.signedData?.encoding == .ber)
  }

  @Test("a wrong tag is an error, and what has the right shape is read all the same")
  func wrongTag() throws {
    var bytes = try Fixture.subscription()
    // The version of SignedData, before the SET of digest algorithms.
    let version = bytes.offset(of: [0x02, 0x01, 0x01, 0x31])
    bytes[version] = 0x0A
    let decoded = try ReceiptDecoder().decode(bytes)
    #expect(decoded.errors.map(\.mark) == [Mark("unexpected-tag", at: version)])
    #expect(decoded.signedData?.version == 1)
    #expect(
      try decoded.attributes.count
        == ReceiptDecoder().decode(Fixture.subscription()).attributes.count)
    // A primitive element where a constructed one belongs has nothing to read.
    bytes[version] = 0x02
    bytes[version + 3] = 0x04
    #expect(thrownError(bytes)?.mark == Mark("unexpected-tag", at: version + 3))
  }

  @Test("a version that is no number is -1", arguments: [[], [UInt8](repeating: 1, count: 9)])
  func versionWithoutValue(content: [UInt8]) throws {
    let signedData = DER.tlv(
      0x30,
      [
        DER.tlv(0x02, content), DER.tlv(0x31, DER.sha1),
        DER.tlv(0x30, [DER.dataOID, DER.tlv(0xA0, DER.tlv(0x04, ExamplePayload.payload))]),
        DER.tlv(0x31, [UInt8]()),
      ])
    let decoded = try ReceiptDecoder().decode(
      DER.tlv(0x30, [DER.signedDataOID, DER.tlv(0xA0, signedData)]))
    #expect(decoded.signedData?.version == -1)
  }

  @Test("a version that is missing is 0")
  func missingVersion() throws {
    let bytes = DER.tlv(
      0x30, [DER.signedDataOID, DER.tlv(0xA0, DER.tlv(0x30, [UInt8]()))])
    var reader = DERSignedDataReader(
      bytes, limits: DecodingLimits(), diagnostics: Diagnostics(limit: 100))
    reader.read()
    #expect(reader.result.version == 0)
    let signer = DER.tlv(0x30, [UInt8]())
    let decoded = try ReceiptDecoder().decode(DER.receipt(payload, signerInfos: [signer]))
    #expect(decoded.signedData?.version == 1)
    #expect(decoded.signedData?.signerInfos.map(\.version) == [0])
  }

  @Test("an empty set of digest algorithms has none, in DER and BER", arguments: [false, true])
  func noDigestAlgorithms(isBER: Bool) throws {
    func element(_ tag: UInt8, _ parts: [[UInt8]]) -> [UInt8] {
      isBER ? BER.indefinite(tag, parts) : DER.tlv(tag, parts)
    }
    let payload = ExamplePayload.payload
    let content = element(0xA0, [DER.tlv(0x04, payload)])
    let fields = [
      DER.integer(1), DER.tlv(0x31, [UInt8]()), element(0x30, [DER.dataOID, content]),
      DER.tlv(0x31, DER.signerInfo),
    ]
    let decoded = try ReceiptDecoder().decode(
      element(0x30, [DER.signedDataOID, element(0xA0, [element(0x30, fields)])]))
    let signedData = try #require(decoded.signedData)
    #expect(signedData.encoding == (isBER ? .ber : .der))
    #expect(signedData.digestAlgorithms == [])
    #expect(signedData.content.map(Array.init) == payload)
  }

  @Test("certificates in PKCS#7 without content are told as what they are")
  func certificatesAlone() throws {
    let authority = try TestAuthority.shared.get()
    var template = try authority.signedData(payload)
    template.content = nil
    #expect(thrownError(template.encoded)?.code == .noContent)
    template.signerInfos = []
    #expect(thrownError(template.encoded)?.mark == Mark("certificate", at: 0))
  }

  @Test("a receipt with an error and without an attribute cannot be read")
  func noAttribute() throws {
    let broken: [UInt8] = [0x31, 0x05, 0x30, 0x03, 0x02, 0x01]
    let template = try TestAuthority.shared.get().signedData(broken)
    #expect(thrownError(template.encoded)?.code == .truncated)
    let input = ReceiptInput(broken, kind: .attributes)
    #expect(throws: ReceiptError(.truncated, "")) {
      try AppReceiptDecoder(limits: DecodingLimits()).decodePayload(input)
    }
  }

  @Test(
    "a tag number of several bytes is no header of a receipt",
    arguments: [0x1F, 0x3F, 0x9F, 0xBF, 0xFF] as [UInt8])
  func highTagNumber(identifier: UInt8) {
    let bytes = [identifier, 0x01, 0x00]
    #expect(throws: ASN1Fault.highTagNumber) { try bytes.element(at: 0, limit: bytes.count) }
  }

  @Test("an element of indefinite length has elements in it (X.690 §8.1.3.2)")
  func primitiveIndefinite() {
    for rest in [[], [0, 0]] as [[UInt8]] {
      let bytes = [0x04, 0x80] + rest
      #expect(throws: ASN1Fault.invalidLength) { try bytes.element(at: 0, limit: bytes.count) }
    }
  }

  @Test("no header is read outside of the bytes", arguments: [(-1, 5), (0, 7), (0, 1), (7, 7)])
  func outside(start: Int, limit: Int) {
    let bytes: [UInt8] = [0x04, 0x04, 0, 0, 0, 0]
    #expect(throws: ASN1Fault.endOfData) { try bytes.element(at: start, limit: limit) }
  }

  @Test("of several faults in a BER file the first is told")
  func firstFault() {
    // The outer element says that it has more than there is, and in it is half of a header.
    let scan = BERScan([0x30, 0x10, 0x06], limits: DecodingLimits())
    #expect(scan.damage?.mark == Mark("truncated", at: 0))
  }

  @Test("the same receipt in DER and BER gives the same container and attributes")
  func sameInBothEncodings() throws {
    let original = try ReceiptDecoder().decode(try Fixture.subscription())
    let signedData = try #require(original.signedData)
    let content = try #require(signedData.content)
    let bytes = BER.receipt(
      Array(content), pieceLengths: [100, 100],
      certificates: signedData.certificates.map(Array.init)
    ).bytes
    let decoded = try ReceiptDecoder().decode(bytes)
    #expect(decoded.errors.map(\.mark) == [])
    #expect(decoded.signedData?.content.map(Array.init) == Array(content))
    #expect(
      decoded.certificates.map(Array.init) == signedData.certificates.map(Array.init))
    #expect(decoded.attributes.map(\.path) == original.attributes.map(\.path))
    #expect(
      decoded.attributes.map { Array($0.value) } == original.attributes.map { Array($0.value) })
    #expect(
      decoded.attributes.map { $0.offset + content.startIndex } == original.attributes.map(\.offset)
    )
  }

  // MARK: The DER reader

  @Test("the parts of a DER receipt are slices of the file, at their offsets")
  func slices() throws {
    let bytes = DER.receipt(payload)
    let signedData = try #require(ReceiptDecoder().decode(bytes).signedData)
    #expect(signedData.encoding == .der)
    #expect(signedData.version == 1)
    #expect(signedData.content?.startIndex == bytes.offset(of: payload))
    #expect(signedData.content.map(Array.init) == payload)
    #expect(signedData.certificates.map(\.startIndex) == [bytes.offset(of: DER.certificate)])
    #expect(signedData.certificates.map(Array.init) == [DER.certificate])
    #expect(signedData.digestAlgorithms.map { Array($0.encoded) } == [DER.sha1])
    let signer = try #require(signedData.signerInfos.first)
    #expect(signer.version == 1)
    #expect(Array(signer.issuer) == [0x30, 0x00])
    #expect(Array(signer.serialNumber) == [0x02, 0x01, 0x07])
    #expect(Array(signer.digestAlgorithm.encoded) == DER.sha1)
    #expect(Array(signer.signatureAlgorithm.encoded) == DER.rsa)
    #expect(signer.signatureAlgorithm.algorithm.description == "1.2.840.113549.1.1.1")
    #expect(Array(signer.signature) == [UInt8](repeating: 0x51, count: 16))
    #expect(!signer.hasSignedAttributes)
    #expect(!signer.hasUnsignedAttributes)
    #expect(!signedData.hasRevocationLists)
  }

  @Test("both readers report signed and unsigned attributes and revocation lists")
  func optionalParts() throws {
    let attribute = DER.tlv(0x30, [DER.dataOID, DER.tlv(0x31, DER.integer(1))])
    let signer = DER.tlv(
      0x30,
      [
        DER.integer(1), DER.tlv(0x30, [DER.tlv(0x30, [UInt8]()), DER.integer(7)]), DER.sha1,
        DER.tlv(0xA0, attribute), DER.rsa, DER.tlv(0x04, [1, 2, 3]), DER.tlv(0xA1, attribute),
      ])
    let certificate = try #require(
      ReceiptDecoder().decode(try Fixture.subscription()).certificates.first)
    let bytes = DER.receipt(payload, certificates: [Array(certificate)], signerInfos: [signer])
    #expect(try differences(bytes) == [])
    let decoded = try #require(ReceiptDecoder().decode(bytes).signedData?.signerInfos.first)
    #expect(decoded.hasSignedAttributes)
    #expect(decoded.hasUnsignedAttributes)
    #expect(Array(decoded.signature) == [1, 2, 3])
  }

  @Test("an element that SignedData does not have is skipped, with a finding")
  func unexpectedElement() throws {
    let extra = DER.tlv(0xA5, [UInt8]())
    let signers = DER.tlv(0x31, DER.signerInfo)
    let bytes = DER.tlv(
      0x30,
      [
        DER.signedDataOID,
        DER.tlv(
          0xA0,
          DER.tlv(
            0x30,
            [
              DER.integer(1), DER.tlv(0x31, DER.sha1),
              DER.tlv(0x30, [DER.dataOID, DER.tlv(0xA0, DER.tlv(0x04, payload))]), extra, signers,
            ])),
      ])
    let decoded = try ReceiptDecoder().decode(bytes)
    #expect(
      decoded.findings.map(\.mark) == [Mark("unexpected-element", at: bytes.offset(of: extra))])
    #expect(decoded.signedData?.signerInfos.count == 1)
    #expect(decoded.errors.map(\.mark) == [])
  }

  @Test("a damaged tag in the container is an error, and reading continues")
  func damagedTags() throws {
    let bytes = DER.receipt(payload)
    let signers = DER.tlv(0x31, DER.signerInfo)
    // Another type, and a SET that claims to be primitive. OpenSSL would read that one.
    for (part, tag) in [(DER.tlv(0x31, DER.sha1), UInt8(0x33)), (signers, 0x33), (signers, 0x11)] {
      var damaged = bytes
      let offset = bytes.offset(of: part)
      damaged[offset] = tag
      let decoded = try ReceiptDecoder().decode(damaged)
      let isSigners = offset > bytes.offset(of: payload)
      #expect(
        decoded.errors.map(\.mark) == (isSigners ? [] : [Mark("unexpected-tag", at: offset)]))
      #expect(
        decoded.findings.map(\.mark)
          == (isSigners ? [Mark("unexpected-element", at: offset)] : []))
      #expect(decoded.receipt.bundleID?.text == "com.example.app")
    }
  }

  @Test("a string in pieces is also read if all lengths are definite")
  func definitePieces() throws {
    let pieces = DER.tlv(
      0x24, [DER.tlv(0x04, Array(payload.prefix(9))), DER.tlv(0x04, Array(payload.dropFirst(9)))])
    let certificate = try Array(
      #require(ReceiptDecoder().decode(try Fixture.subscription()).certificates.first))
    let content = DER.contentInfo(
      encapsulated: [DER.dataOID, DER.tlv(0xA0, pieces)], certificates: [certificate])
    let decoded = try ReceiptDecoder().decode(content)
    #expect(decoded.errors.map(\.mark) == [])
    #expect(decoded.signedData?.encoding == .ber)
    #expect(decoded.signedData?.content.map(Array.init) == payload)
    #expect(decoded.certificates.map(Array.init) == [certificate])
    #expect(decoded.receipt.bundleID?.text == "com.example.app")
    // The signature in pieces.
    let signer = DER.tlv(
      0x30,
      [
        DER.integer(1), DER.tlv(0x30, [DER.tlv(0x30, [UInt8]()), DER.integer(7)]), DER.sha1,
        DER.rsa, DER.tlv(0x24, [DER.tlv(0x04, [1, 2]), DER.tlv(0x04, [3])]),
      ])
    let signed = try ReceiptDecoder().decode(
      DER.receipt(payload, certificates: [certificate], signerInfos: [signer]))
    #expect(signed.errors.map(\.mark) == [])
    #expect(signed.signedData?.signerInfos.map { Array($0.signature) } == [[1, 2, 3]])
  }

  @Test("bytes after a BER receipt are reported")
  func trailingAfterBER() throws {
    let bytes = BER.receipt(payload).bytes
    let decoded = try ReceiptDecoder().decode(bytes + [1, 2, 3])
    #expect(decoded.findings.map(\.mark) == [Mark("trailing-data", at: bytes.count)])
    #expect(decoded.errors.map(\.mark) == [])
  }

  // MARK: Files that are not receipts

  @Test("a detached signature has no content, in DER and BER")
  func detached() {
    let der = DER.contentInfo(encapsulated: [DER.dataOID])
    #expect(thrownError(der)?.mark == Mark("no-content", at: nil))
    let fields = [
      DER.integer(1), DER.tlv(0x31, DER.sha1), BER.indefinite(0x30, [DER.dataOID]),
      DER.tlv(0x31, DER.signerInfo),
    ]
    let ber = BER.indefinite(
      0x30, [DER.signedDataOID, BER.indefinite(0xA0, [BER.indefinite(0x30, fields)])])
    #expect(thrownError(ber)?.mark == Mark("no-content", at: nil))
  }

  @Test("PKCS#7 of another type is not SignedData, in DER and BER")
  func otherType() {
    let text = DER.tlv(0x04, [UInt8](repeating: 0x61, count: 200))
    let der = DER.tlv(0x30, [DER.dataOID, DER.tlv(0xA0, text)])
    #expect(thrownError(der)?.mark == Mark("not-signed-data", at: der.offset(of: DER.dataOID)))
    let ber = BER.indefinite(0x30, [DER.dataOID, BER.indefinite(0xA0, [text])])
    #expect(thrownError(ber)?.code == .notSignedData)
  }

  @Test("a certificate is not PKCS#7")
  func certificate() throws {
    let certificate = try Array(
      #require(ReceiptDecoder().decode(try Fixture.subscription()).certificates.first))
    #expect(thrownError(certificate)?.mark == Mark("certificate", at: 0))
  }

  @Test("SignedData whose content is not id-data is still decoded")
  func otherContentType() throws {
    let oid = DER.tlv(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x10, 0x01, 0x04])
    let der = DER.contentInfo(
      encapsulated: [oid, DER.tlv(0xA0, DER.tlv(0x04, payload))])
    let decoded = try ReceiptDecoder().decode(der)
    #expect(decoded.signedData?.contentType.description == "1.2.840.113549.1.9.16.1.4")
    #expect(decoded.receipt.bundleID?.text == "com.example.app")
  }

  @Test(
    "an object identifier has a dotted form",
    arguments: [
      ([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02], "1.2.840.113549.1.7.2"),
      ([0x2B, 0x0E, 0x03, 0x02, 0x1A], "1.3.14.3.2.26"), ([0x55, 0x04, 0x03], "2.5.4.3"),
      ([0x00], "0.0"), ([0x27], "0.39"), ([0x28], "1.0"), ([0x4F], "1.39"), ([0x50], "2.0"),
      ([0x88, 0x37], "2.999"), ([], ""),
    ] as [([UInt8], String)])
  func oid(_ content: [UInt8], _ dotted: String) {
    #expect(OID(encoded: DER.tlv(0x06, content)[...]).description == dotted)
  }

  @Test("an object identifier with an arc of more than 64 bits ends in an ellipsis")
  func longOID() {
    let content = [0x2A] + [UInt8](repeating: 0xFF, count: 20) + [0x01]
    #expect(OID(encoded: DER.tlv(0x06, content)[...]).description == "1.2.…")
  }

  @Test(
    "only what X.690 allows has a dotted form (§8.19.2)",
    arguments: [
      ([0x2A, 0x81, 0x80, 0x00], "1.2.16384"), ([0x2A, 0x81, 0x80, 0x80, 0x00], "1.2.2097152"),
      // Nothing, an arc that does not end, and zeros before the first arc and before the second.
      ([], nil), ([0x2A, 0x81], nil), ([0x80, 0x2A], nil), ([0x2A, 0x80, 0x01], nil),
      ([0x2A] + [UInt8](repeating: 1, count: 63), "1.2" + String(repeating: ".1", count: 63)),
      ([0x2A] + [UInt8](repeating: 1, count: 64), nil),
    ] as [([UInt8], String?)])
  func dotted(content: [UInt8], dotted: String?) {
    #expect(OID.dotted(content: content[...]) == dotted)
  }
}
