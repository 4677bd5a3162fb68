import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Every limit, on both sides.
struct LimitTests {
  private let payload = DER.set([DER.attribute(2, DER.utf8("com.example.app"))])

  private func limits(_ change: (inout DecodingLimits) -> Void) -> DecodingLimits {
    var limits = DecodingLimits()
    change(&limits)
    return limits
  }

  @Test("the size of the input, as bytes and as base64")
  func inputSize() throws {
    let bytes = DER.receipt(payload)
    #expect(thrownError(bytes, limits: limits { $0.maximumInputSize = bytes.count }) == nil)
    let error = thrownError(bytes, limits: limits { $0.maximumInputSize = bytes.count - 1 })
    #expect(error?.mark == Mark("too-large", at: nil))
    let text = try Fixture.subscriptionText()
    #expect(thrownError(text, limits: limits { $0.maximumInputSize = text.count }) == nil)
    #expect(
      thrownError(text, limits: limits { $0.maximumInputSize = text.count - 1 })?.code == .tooLarge)
    #expect(thrownError([], limits: limits { $0.maximumInputSize = 0 })?.code == .empty)
  }

  @Test("the number of attributes, including those of purchases")
  func attributes() throws {
    let purchase = DER.inApp([
      DER.attribute(1701, DER.integer(1)), DER.attribute(1702, DER.utf8("product")),
    ])
    let last = DER.attribute(19, DER.utf8(String(repeating: "1.", count: 40)))
    let bytes = DER.receipt(DER.tlv(0x31, [purchase, last]))
    func decode(_ maximum: Int) throws -> DecodedReceipt {
      try ReceiptDecoder(limits: limits { $0.maximumAttributes = maximum }).decode(bytes)
    }
    #expect(try decode(4).errors.map(\.mark) == [])
    #expect(try decode(4).attributes.count == 4)
    #expect(
      try decode(3).errors.map(\.mark) == [Mark("too-many-attributes", at: bytes.offset(of: last))])
    #expect(try decode(3).attributes.count == 3)
    let inside = try decode(2)
    #expect(inside.errors.first?.code == .tooManyAttributes)
    #expect(inside.errors.first?.path?.description == "17[0]")
    #expect(inside.attributes.count == 2)
    #expect(
      thrownError(bytes, limits: limits { $0.maximumAttributes = 0 })?.code == .tooManyAttributes)
  }

  @Test("the number of purchases, and what stands behind them", arguments: [100_000, 100_001])
  func purchases(_ count: Int) throws {
    let empty = DER.inApp([])
    let bundleID = DER.attribute(2, DER.utf8("com.example.app"))
    let bytes = DER.receipt(DER.tlv(0x31, Array(repeating: empty, count: count) + [bundleID]))
    let decoded = try ReceiptDecoder().decode(bytes)
    #expect(decoded.receipt.inApp.count == 100_000)
    #expect(decoded.receipt.bundleID == ReceiptString("com.example.app"))
    let first = bytes.offset(of: empty) + 100_000 * empty.count
    #expect(
      decoded.errors.map(\.mark)
        == (count == 100_000 ? [] : [Mark("too-many-attributes", at: first, in: "17[100000]")]))
  }

  @Test("the number of certificates in DER", arguments: [1, 3, 16])
  func certificatesInDER(_ maximum: Int) throws {
    let limits = limits { $0.maximumCertificates = maximum }
    for count in [maximum, maximum + 1] {
      let bytes = DER.receipt(
        payload, certificates: Array(repeating: DER.certificate, count: count))
      let decoded = try ReceiptDecoder(limits: limits).decode(bytes)
      #expect(decoded.certificates.count == maximum)
      let first = bytes.offset(of: DER.certificate)
      #expect(
        decoded.errors.map(\.mark)
          == (count == maximum
            ? [] : [Mark("too-many-certificates", at: first + maximum * DER.certificate.count)]))
      #expect(decoded.receipt.bundleID?.text == "com.example.app")
    }
  }

  @Test("the number of certificates in BER", arguments: [1, 3, 16])
  func certificatesInBER(_ maximum: Int) throws {
    let certificate = try Array(
      #require(ReceiptDecoder().decode(try Fixture.subscription()).certificates.first))
    let limits = limits { $0.maximumCertificates = maximum }
    for count in [maximum, maximum + 1] {
      let bytes = BER.receipt(
        payload, certificates: Array(repeating: certificate, count: count)
      ).bytes
      let decoded = try ReceiptDecoder(limits: limits).decode(bytes)
      let first = bytes.offset(of: certificate)
      #expect(
        decoded.errors.map(\.mark)
          == (count == maximum
            ? [] : [Mark("too-many-certificates", at: first + maximum * certificate.count)]))
      #expect(decoded.certificates.count == (count == maximum ? maximum : 0))
      #expect(decoded.receipt.bundleID?.text == "com.example.app")
    }
  }

  /// Expects an error at the element behind the last that is allowed, where there is one.
  private func expectEnd(
    of decoded: DecodedReceipt, _ bytes: [UInt8], _ element: [UInt8], isPassed: Bool,
    _ maximum: Int
  ) {
    let end = bytes.offset(of: element) + maximum * element.count
    #expect(decoded.errors.map(\.mark) == (isPassed ? [Mark("too-many-signers", at: end)] : []))
  }

  @Test("the number of signers in DER", arguments: [1, 16])
  func signersInDER(_ maximum: Int) throws {
    let limits = limits { $0.maximumSignerInfos = maximum }
    for count in [maximum, maximum + 1] {
      let bytes = DER.receipt(payload, signerInfos: Array(repeating: DER.signerInfo, count: count))
      let decoded = try ReceiptDecoder(limits: limits).decode(bytes)
      #expect(decoded.signedData?.signerInfos.count == maximum)
      expectEnd(of: decoded, bytes, DER.signerInfo, isPassed: count > maximum, maximum)
    }
  }

  @Test("the number of signers in BER", arguments: [1, 16])
  func signersInBER(_ maximum: Int) throws {
    let limits = limits { $0.maximumSignerInfos = maximum }
    for count in [maximum, maximum + 1] {
      let bytes = BER.receipt(
        payload, signerInfos: Array(repeating: DER.signerInfo, count: count)
      ).bytes
      let decoded = try ReceiptDecoder(limits: limits).decode(bytes)
      expectEnd(of: decoded, bytes, DER.signerInfo, isPassed: count > maximum, maximum)
      #expect(decoded.signedData?.signerInfos.count == (count == maximum ? maximum : 0))
      #expect(decoded.receipt.bundleID?.text == "com.example.app")
    }
  }

  @Test("the number of digest algorithms", arguments: [1, 16])
  func digestAlgorithms(_ maximum: Int) throws {
    let limits = limits { $0.maximumSignerInfos = maximum }
    for count in [maximum, maximum + 1] {
      let many = DER.tlv(0x31, Array(repeating: DER.sha1, count: count))
      let fields = [
        DER.integer(1), many, DER.tlv(0x30, [DER.dataOID, DER.tlv(0xA0, DER.tlv(0x04, payload))]),
        DER.tlv(0x31, DER.signerInfo),
      ]
      let receipt = DER.tlv(
        0x30, [DER.signedDataOID, DER.tlv(0xA0, DER.tlv(0x30, fields))])
      let decoded = try ReceiptDecoder(limits: limits).decode(receipt)
      #expect(decoded.signedData?.digestAlgorithms.count == maximum)
      expectEnd(of: decoded, receipt, DER.sha1, isPassed: count > maximum, maximum)
    }
  }

  @Test("the depth of a BER receipt")
  func depth() throws {
    // ContentInfo, [0], SignedData, encapContentInfo, [0], the string, its piece.
    let bytes = BER.receipt(payload).bytes
    let accepted = try ReceiptDecoder(limits: limits { $0.maximumDepth = 7 }).decode(bytes)
    #expect(accepted.errors.map(\.mark) == [])
    #expect(accepted.attributes.count == 1)
    let error = thrownError(bytes, limits: limits { $0.maximumDepth = 6 })
    #expect(error?.mark == Mark("too-deep", at: bytes.offset(of: DER.tlv(0x04, payload))))
  }

  @Test("the default depth, at the element that exceeds it")
  func defaultDepth() {
    for depth in [32, 33] {
      let bytes = [UInt8](repeating: 0x30, count: 2 * depth).enumerated().map {
        $0.offset % 2 == 0 ? $0.element : 0x80
      }
      let closed = bytes + [UInt8](repeating: 0, count: 2 * depth)
      let damage = BERScan(closed, limits: DecodingLimits()).damage
      #expect(damage?.mark == (depth == 32 ? nil : Mark("too-deep", at: 64)))
    }
  }

  @Test("the number of errors listed")
  func errors() throws {
    let limits = limits { $0.maximumDiagnostics = 5 }
    for count in [5, 6, 50] {
      let purchase = DER.inApp([DER.attribute(1701, DER.utf8("?"))])
      let bytes = DER.receipt(DER.set(Array(repeating: purchase, count: count)))
      let decoded = try ReceiptDecoder(limits: limits).decode(bytes)
      #expect(decoded.errors.prefix(5).allSatisfy { $0.code == .wrongType })
      #expect(decoded.errors.count == (count == 5 ? 5 : 6))
      #expect((decoded.errors.last?.code == .tooManyErrors) == (count > 5))
      #expect(decoded.receipt.inApp.count == min(count, 6))
    }
  }

  @Test("the number of findings listed")
  func findings() throws {
    let limits = limits { $0.maximumDiagnostics = 5 }
    for count in [5, 6, 50] {
      let purchase = DER.inApp([DER.attribute(1702, DER.ia5("product"))])
      let bytes = DER.receipt(DER.set(Array(repeating: purchase, count: count)))
      let decoded = try ReceiptDecoder(limits: limits).decode(bytes)
      #expect(decoded.errors.map(\.mark) == [])
      #expect(decoded.findings.prefix(5).allSatisfy { $0.id == .wrongStringType })
      #expect(decoded.findings.count == (count == 5 ? 5 : 6))
      #expect((decoded.findings.last?.id == .tooManyWarnings) == (count > 5))
      // A finding never stops a decode.
      #expect(decoded.receipt.inApp.count == count)
    }
  }

  @Test("findings for information are counted apart, and a warning is still listed behind them")
  func information() throws {
    let limits = limits { $0.maximumDiagnostics = 5 }
    for count in [5, 6, 50] {
      // Unsorted sets, which genuine receipts of Xcode have too.
      let purchase = DER.attribute(
        17,
        DER.tlv(
          0x31, [DER.attribute(1702, DER.utf8("product")), DER.attribute(1701, DER.integer(1))]))
      let doubled = DER.attribute(2, DER.utf8("com.example.other"))
      let bytes = DER.receipt(
        DER.tlv(0x31, Array(repeating: purchase, count: count) + [doubled, doubled]))
      let findings = try ReceiptDecoder(limits: limits).decode(bytes).findings
      #expect(findings.contains { $0.id == .tooManyFindings } == (count >= 5))
      #expect(!findings.contains { $0.id == .tooManyWarnings })
      #expect(findings.last?.id == .duplicateAttribute)
    }
  }

  @Test("behind too many warnings, the first of another kind is still listed")
  func otherWarnings() throws {
    let limits = limits { $0.maximumDiagnostics = 5 }
    let odd = DER.inApp([DER.attribute(1702, DER.ia5("product"))])
    let doubled = DER.attribute(2, DER.utf8("com.example.app"))
    let bytes = DER.receipt(
      DER.tlv(0x31, Array(repeating: odd, count: 9) + [doubled, doubled, doubled]))
    let findings = try ReceiptDecoder(limits: limits).decode(bytes).findings
    #expect(findings.filter { $0.id == .tooManyWarnings }.count == 1)
    #expect(findings.filter { $0.id == .duplicateAttribute }.count == 1)
  }
}
