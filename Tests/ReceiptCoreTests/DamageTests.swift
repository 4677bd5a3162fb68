import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// The attributes before any damage are read.
@Suite(.timeLimit(.minutes(60)))
struct DamageTests {
  /// The parts of an attribute that damage elsewhere must not change.
  private struct Kept: Equatable {
    let type: Int
    let version: Int
    let value: [UInt8]
    let path: AttributePath
    /// The end of the attribute, as an offset in the undamaged file or content.
    let end: Int

    init(_ attribute: Attribute) {
      type = attribute.type
      version = attribute.version
      value = Array(attribute.value)
      path = attribute.path
      end = attribute.value.endIndex
    }

    func matches(_ attribute: Attribute) -> Bool {
      type == attribute.type && version == attribute.version && path == attribute.path
        && attribute.value.elementsEqual(value)
    }
  }

  /// The reason why decoding `bytes` is wrong; `nil` if `expected` is read in order.
  private static func fault(_ bytes: [UInt8], expected: [Kept], needsError: Bool) -> String? {
    let decoded: DecodedReceipt
    do {
      decoded = try ReceiptDecoder().decode(bytes)
    } catch {
      return expected.isEmpty ? nil : "\(expected.count) attributes lost: \(error)"
    }
    if needsError, decoded.errors.isEmpty { return "no error" }
    var next = expected[...]
    for attribute in decoded.attributes {
      guard let first = next.first else { break }
      if first.matches(attribute) { next.removeFirst() }
    }
    return next.first.map { "attribute \($0.path) is lost" }
  }

  private static func baseline(_ bytes: [UInt8]) throws -> [Kept] {
    let decoded = try ReceiptDecoder().decode(bytes)
    #expect(decoded.errors.map(\.mark) == [])
    #expect(decoded.attributes.count > 20)
    return decoded.attributes.map(Kept.init)
  }

  @Test("a DER receipt cut anywhere keeps the attributes before the cut, and has an error")
  func truncatedDER() throws {
    let bytes = try Fixture.subscription()
    let kept = try Self.baseline(bytes)
    var faults: [String] = []
    for length in Mutants.places(in: bytes) {
      let expected = kept.filter { $0.end <= length }
      if let fault = Self.fault(Array(bytes[..<length]), expected: expected, needsError: true) {
        faults.append("cut at \(length): \(fault)")
      }
    }
    #expect(faults == [])
  }

  @Test("a truncated receipt is reported as truncated, wherever the cut is")
  func truncatedCode() throws {
    let bytes = try Fixture.subscription()
    var codes: [Int: String] = [:]
    // A single byte does not look like DER.
    for length in 2..<bytes.count {
      let code = allErrors(Array(bytes[..<length])).first?.code
      if code != .truncated { codes[length] = code?.rawValue ?? "none" }
    }
    #expect(codes == [:])
  }

  @Test(
    "a DER receipt with any one byte changed keeps the attributes before it",
    arguments: [0x01, 0x80, 0xFF] as [UInt8])
  func flippedDER(_ mask: UInt8) throws {
    let bytes = try Fixture.subscription()
    let kept = try Self.baseline(bytes)
    var faults: [String] = []
    for offset in Mutants.places(in: bytes, mask: mask) {
      var damaged = bytes
      damaged[offset] ^= mask
      let expected = kept.filter { $0.end <= offset }
      if let fault = Self.fault(damaged, expected: expected, needsError: false) {
        faults.append("byte \(offset): \(fault)")
      }
    }
    #expect(faults == [])
  }

  private static func berReceipt() throws -> BER.Receipt {
    let purchase = DER.inApp(
      (1701...1722).map { DER.attribute($0, DER.utf8("value of \($0)")) })
    let payload = DER.set(
      (100..<110).map { DER.attribute($0, DER.utf8("value")) } + [purchase, purchase])
    let certificate = try #require(
      ReceiptDecoder().decode(try Fixture.subscription()).certificates.first)
    return BER.receipt(
      payload, pieceLengths: [1, 7, 100, 300, 2], certificates: [Array(certificate)],
      signerInfos: [DER.signerInfo])
  }

  @Test("a BER receipt cut anywhere keeps the attributes before the cut, and has an error")
  func truncatedBER() throws {
    let receipt = try Self.berReceipt()
    let kept = try ReceiptDecoder().decode(receipt.bytes).attributes.map(Kept.init)
    #expect(kept.count == 10 + 2 * 23)
    var faults: [String] = []
    for length in Mutants.places(in: receipt.bytes) {
      let count = receipt.contentCount(before: length)
      let expected = kept.filter { $0.end <= count }
      let cut = Array(receipt.bytes[..<length])
      if let fault = Self.fault(cut, expected: expected, needsError: true) {
        faults.append("cut at \(length): \(fault)")
      }
    }
    #expect(faults == [])
  }

  @Test(
    "a BER receipt with any one byte changed keeps the attributes before it",
    arguments: [0x01, 0x80, 0xFF] as [UInt8])
  func flippedBER(_ mask: UInt8) throws {
    let receipt = try Self.berReceipt()
    let kept = try ReceiptDecoder().decode(receipt.bytes).attributes.map(Kept.init)
    var faults: [String] = []
    for offset in Mutants.places(in: receipt.bytes, mask: mask) {
      var damaged = receipt.bytes
      damaged[offset] ^= mask
      let count = receipt.contentCount(before: offset)
      let expected = kept.filter { $0.end <= count }
      if let fault = Self.fault(damaged, expected: expected, needsError: false) {
        faults.append("byte \(offset): \(fault)")
      }
    }
    #expect(faults == [])
  }
}
