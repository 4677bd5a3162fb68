import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Input made to exhaust a decoder. The decoder must return, with any result.
@Suite(.timeLimit(.minutes(60)))
struct BombTests {
  private let payload = DER.set([DER.attribute(2, DER.utf8("com.example.app"))])

  @Test("200,000 nested indefinite lengths are too deep")
  func nestedIndefinite() {
    let bytes = (0..<200_000).flatMap { _ in [0x30, 0x80] as [UInt8] }
    #expect(thrownError(bytes)?.mark == Mark("too-deep", at: 64))
  }

  @Test("20,000 nested SEQUENCEs are not a container")
  func nestedSequences() {
    let bytes = nested(0x30, depth: 20_000, around: [])
    #expect(thrownError(bytes)?.code == .unexpectedTag)
  }

  @Test(
    "nested SEQUENCEs in a BER certificate are too deep, or too large; the attributes are read",
    arguments: [(2_000, .tooDeep), (20_000, .tooLarge)] as [(Int, ReceiptError.Code)])
  func nestedInCertificate(depth: Int, code: ReceiptError.Code) throws {
    let certificate = nested(0x30, depth: depth, around: [])
    let decoded = try ReceiptDecoder().decode(
      BER.receipt(payload, certificates: [certificate]).bytes)
    #expect(decoded.errors.map(\.code) == [code])
    #expect(decoded.receipt.bundleID?.text == "com.example.app")
  }

  @Test("20,000 nested SEQUENCEs or SETs in a value are not parsed", arguments: [0x30, 0x31])
  func nestedInValue(_ tag: Int) throws {
    let value = nested(UInt8(tag), depth: 20_000, around: [])
    let attributes = [DER.attribute(9999, value), DER.inApp([DER.attribute(17, value)])]
    let decoded = try ReceiptDecoder().decode(DER.receipt(DER.set(attributes)))
    #expect(decoded.errors.map(\.mark) == [])
    #expect(decoded.attributes.count == 3)
  }

  @Test("a string in three layers of pieces is read")
  func threeLayers() throws {
    let decoded = try ReceiptDecoder().decode(
      BER.container(BER.nestedString(payload, depth: 3)))
    #expect(decoded.errors.map(\.mark) == [])
    #expect(decoded.receipt.bundleID?.text == "com.example.app")
  }

  @Test("a string in eight layers is too deep for OpenSSL; it is an error, and read")
  func eightLayers() throws {
    let decoded = try ReceiptDecoder().decode(
      BER.container(BER.nestedString(payload, depth: 8)))
    #expect(decoded.errors.map(\.mark) == [Mark("malformed", at: 0)])
    #expect(decoded.receipt.bundleID?.text == "com.example.app")
  }

  @Test("a string in very many layers is too deep", arguments: [1_000, 100_000])
  func manyLayers(_ depth: Int) {
    let bytes = BER.container(BER.nestedString(payload, depth: depth))
    #expect(thrownError(bytes)?.code == .tooDeep)
  }

  @Test("a string in pieces of one byte is read like a whole one")
  func onePieceForEachByte() throws {
    let attributes = (0..<2_000).map { DER.attribute(10_000 + $0, DER.integer($0)) }
    let payload = DER.set(attributes)
    let pieces = [Int](repeating: 1, count: payload.count)
    let decoded = try ReceiptDecoder().decode(BER.receipt(payload, pieceLengths: pieces).bytes)
    #expect(decoded.errors.map(\.mark) == [])
    #expect(decoded.signedData?.content.map(Array.init) == payload)
    #expect(decoded.attributes.count == 2_000)
  }

  @Test(
    "a length longer than any file is an error",
    arguments: [
      ([0x84, 0xFF, 0xFF, 0xFF, 0xFF], "truncated"),
      ([0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "truncated"),
      // 2⁶³ or more.
      ([0x88, 0x80, 0, 0, 0, 0, 0, 0, 0], "malformed"),
      ([0x88, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "malformed"),
      ([0x89, 0x01, 0, 0, 0, 0, 0, 0, 0, 0], "malformed"),
      ([0x89, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "malformed"),
      // Reserved (X.690 §8.1.3.5).
      ([0xFF], "malformed"),
    ] as [([UInt8], String)])
  func hugeLengths(_ length: [UInt8], _ code: String) throws {
    let filler = [UInt8](repeating: 1, count: 200)
    #expect(thrownError([0x30] + length + filler)?.mark == Mark(code, at: 0))
    // The same inside a payload: in the attribute's own length and in its value's.
    let attribute = [0x30] + length + filler
    let inPayload = DER.receipt(DER.tlv(0x31, [DER.attribute(3, DER.utf8("1")), attribute]))
    let decoded = try ReceiptDecoder().decode(inPayload)
    #expect(
      decoded.errors.first?.mark == Mark(code, at: inPayload.offset(of: attribute)))
    #expect(decoded.attributes.first?.type == 3)
    let value = [0x04] + length + filler
    let damaged = DER.tlv(0x30, [DER.integer(2), DER.integer(1), value])
    let inValue = DER.receipt(DER.tlv(0x31, [DER.attribute(3, DER.utf8("1")), damaged]))
    let errors = try ReceiptDecoder().decode(inValue).errors
    #expect(errors.map(\.mark) == [Mark(code, at: inValue.offset(of: value), in: "2")])
  }

  @Test("a first length byte of FF is an error, even if zeros follow (X.690 §8.1.3.5)")
  func reservedLength() throws {
    let attribute = [0x30, 0xFF] + [UInt8](repeating: 0, count: 200)
    let bytes = DER.receipt(DER.tlv(0x31, [DER.attribute(3, DER.utf8("1")), attribute]))
    let errors = try ReceiptDecoder().decode(bytes).errors
    #expect(errors.first?.mark == Mark("malformed", at: bytes.offset(of: attribute)))
  }

  @Test("a length of nine bytes whose first is zero is read, with a finding")
  func leadingZeroLength() throws {
    let bytes = DER.receipt(payload)
    let header = 2 + Int(bytes[1] & 0x7F)
    let content = Array(bytes[header...])
    let length =
      [0x89, 0, 0, 0, 0, 0, 0, 0] + [
        UInt8(content.count >> 8), UInt8(content.count & 0xFF),
      ]
    let decoded = try ReceiptDecoder().decode([0x30] + length + content)
    #expect(decoded.errors.map(\.mark) == [])
    #expect(decoded.findings.map(\.mark) == [Mark("non-minimal-length", at: 0)])
    #expect(decoded.receipt.bundleID?.text == "com.example.app")
  }

  @Test("a length too large for its element is truncated, not non-minimal", arguments: [5, 6, 8])
  func cutLengthIsMinimal(_ octetCount: Int) throws {
    let length = [0x80 | UInt8(octetCount), 0x01] + [UInt8](repeating: 0, count: octetCount - 1)
    let attribute = [0x30] + length + DER.integer(2) + DER.integer(1)
    let bytes = DER.receipt(DER.tlv(0x31, [DER.attribute(3, DER.utf8("1")), attribute]))
    let decoded = try ReceiptDecoder().decode(bytes)
    #expect(decoded.errors.first?.mark == Mark("truncated", at: bytes.offset(of: attribute)))
    #expect(!decoded.findings.contains { $0.id == .nonMinimalLength })
  }

  @Test("headers without content are errors")
  func bareHeaders() {
    #expect(thrownError([])?.mark == Mark("empty", at: nil))
    #expect(thrownError([0x30])?.code == .notAReceipt)
    #expect(thrownError([0x30, 0x80])?.mark == Mark("truncated", at: 2))
    #expect(thrownError([0x30, 0x82])?.mark == Mark("truncated", at: 0))
    #expect(thrownError([0x30, 0x82, 0x13])?.mark == Mark("truncated", at: 0))
  }

  @Test(
    "a file that ends behind its length is cut off, if the length is one of a file",
    arguments: [
      ([0x81, 0x80], "truncated"), ([0x82, 0x90, 0x00], "truncated"),
      ([0x84, 0xFF, 0xFF, 0xFF, 0xFF], "truncated"),
      ([0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "truncated"),
      // 2⁶³, and one byte too many.
      ([0x88, 0x80, 0, 0, 0, 0, 0, 0, 0], "malformed"),
      ([0x89, 0x01, 0, 0, 0, 0, 0, 0, 0, 0], "malformed"),
    ] as [([UInt8], String)])
  func bareLengths(length: [UInt8], code: String) {
    #expect(thrownError([0x30] + length)?.mark == Mark(code, at: 0))
  }

  /// Nested elements with one tag, each of definite length.
  private func nested(_ tag: UInt8, depth: Int, around content: [UInt8]) -> [UInt8] {
    var reversed = Array(content.reversed())
    for _ in 0..<depth {
      reversed.append(contentsOf: DER.length(reversed.count).reversed())
      reversed.append(tag)
    }
    return reversed.reversed()
  }
}
