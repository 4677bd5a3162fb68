import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Compares the fast path for plain attributes with reading step by step.
@Suite struct PlainAttributeTests {
  /// Reads the same with OpenSSL's headers, one after the other, by every rule of DER.
  private func stepByStep(_ bytes: [UInt8], at start: Int, limit: Int) -> AttributeParts? {
    func header(_ position: Int, _ identifier: UInt8, end: Int) -> ASN1Element? {
      guard let element = try? bytes.element(at: position, limit: end),
        element.identifier == identifier, !element.isIndefinite, !element.isCut,
        element.hasMinimalLength
      else { return nil }
      return element
    }
    func number(_ element: ASN1Element) -> Int32? {
      guard bytes.isMinimalInteger(element.content), let value = bytes.integer(element.content),
        value >= 0
      else { return nil }
      return Int32(exactly: value)
    }
    guard let attribute = header(start, 0x30, end: limit),
      let type = header(attribute.contentStart, 0x02, end: attribute.end),
      let typeNumber = number(type),
      let version = header(type.end, 0x02, end: attribute.end), let versionNumber = number(version),
      let value = header(version.end, 0x04, end: attribute.end), value.end == attribute.end
    else { return nil }
    return AttributeParts(
      start: start, end: attribute.end, type: typeNumber, version: versionNumber,
      value: value.content)
  }

  /// Whether the fast path accepts the shape.
  private func isPlain(_ parts: AttributeParts) -> Bool {
    // Numbers from 128 to 255 need a sign byte. No attribute has such a type.
    func isPlain(_ number: Int32) -> Bool { number < 1 << 15 && !(128...255).contains(number) }
    return parts.end - parts.start < 0x80 + 2 && isPlain(parts.type) && isPlain(parts.version)
  }

  private static let numbers: [Int64] = [
    0, 1, 2, 17, 127, 128, 255, 256, 1701, 32_767, 32_768, 65_535, 1 << 31 - 1, 1 << 31, -1, -128,
  ]
  private static let lengths = [
    0, 1, 50, 110, 115, 116, 117, 118, 119, 120, 121, 127, 128, 255, 256,
  ]

  @Test("the fast path and reading step by step agree on every shape", arguments: 0..<8)
  func shapes(round: Int) {
    var dice = SplitMix64(seed: UInt64(round))
    var plain = 0
    for _ in 0..<15_000 {
      guard let type = Self.numbers.randomElement(using: &dice),
        let version = Self.numbers.randomElement(using: &dice),
        let length = Self.lengths.randomElement(using: &dice)
      else { continue }
      var attribute = DER.attribute(
        type, version: version, [UInt8](repeating: 0x30, count: length))
      // Mostly in the headers, which matter most.
      for _ in 0..<Int.random(in: 0...2, using: &dice) {
        let index = Int.random(in: 0..<min(attribute.count, 14), using: &dice)
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: attribute[index] = UInt8.random(in: .min ... .max, using: &dice)
        case 1: attribute[index] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
        case 2: attribute.insert(UInt8.random(in: .min ... .max, using: &dice), at: index)
        default: attribute.remove(at: index)
        }
      }
      let before = [UInt8](repeating: 0, count: Int.random(in: 0...3, using: &dice))
      let after = [UInt8](repeating: 0xFF, count: Int.random(in: 0...3, using: &dice))
      let bytes = before + attribute + after
      // The following bytes may belong to the surroundings, or be missing.
      let isCut = Int.random(in: 0..<4, using: &dice) == 0
      let limit = isCut ? Int.random(in: before.count...bytes.count, using: &dice) : bytes.count
      let short = bytes.plainAttribute(at: before.count, limit: limit)
      let long = stepByStep(bytes, at: before.count, limit: limit)
      if let short {
        plain += 1
        #expect(short == long, "the short cut reads \(attribute) as \(short)")
      } else if let long, isPlain(long) {
        Issue.record("the short cut passes over \(attribute)")
      }
    }
    #expect(plain > 500)
  }
}
