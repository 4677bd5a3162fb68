import Foundation
import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// No value that could identify someone stays in a copy, whatever its tag and wherever it stands.
@Suite struct RedactionLeakTests {
  private typealias DER = ReceiptMaking.DER

  private static let marker = "Qzx7Marker94Vw"

  /// The marker as a copy could hold it, in twenty encodings.
  private static let spellings: [[UInt8]] = {
    let bytes = Array(marker.utf8)
    let text = marker
    func hex(_ separator: String, _ isUpper: Bool) -> [UInt8] {
      let digits = bytes.map { String($0, radix: 16) }.joined(separator: separator)
      return Array((isUpper ? digits.uppercased() : digits).utf8)
    }
    // The part in the middle is the same whatever precedes it.
    func base64(_ shift: Int, isURL: Bool) -> [UInt8] {
      let shifted = Base64.encode((Array(repeating: UInt8(0), count: shift) + bytes)[...])
      let whole = Array(shifted.utf8).dropFirst(4).prefix(12)
      return whole.map {
        isURL && $0 == UInt8(ascii: "+")
          ? UInt8(ascii: "-") : isURL && $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
      }
    }
    let wide: [UInt8] = bytes.flatMap { [0, $0] }
    return [
      bytes, Array(bytes.reversed()), Array(text.lowercased().utf8), Array(text.uppercased().utf8),
      hex("", false), hex("", true), hex(" ", false), hex(":", true), hex("\\x", false),
      Array(("%" + bytes.map { String($0, radix: 16) }.joined(separator: "%")).utf8),
      base64(0, isURL: false), base64(1, isURL: false), base64(2, isURL: false),
      base64(0, isURL: true), base64(1, isURL: true),
      wide, Array(wide.dropFirst()),
      Array(bytes.map { "\\u00" + String($0, radix: 16) }.joined().utf8),
      Array(bytes.map { "&#\($0);" }.joined().utf8),
      Array(bytes.map(String.init).joined(separator: ", ").utf8),
    ]
  }()

  private func leaks(in copy: [UInt8]) -> [Int] {
    Self.spellings.indices.filter { copy.offset(of: Self.spellings[$0]) >= 0 }
  }

  /// Types of attributes at each level: unknown ones, and ones whose numbers and dates stay.
  private static let places: [(name: String, type: Int64, isInPurchase: Bool)] = [
    ("unknown", 99, false), ("number", 9, false), ("date", 12, false), ("raw", 5, false),
    ("type of a purchase", 1702, false), ("unknown in a purchase", 1799, true),
    ("number in a purchase", 1701, true), ("flag in a purchase", 1713, true),
    ("type of the receipt in a purchase", 2, true), ("purchase in a purchase", 17, true),
  ]

  private func receipt(_ value: [UInt8], _ place: (name: String, type: Int64, isInPurchase: Bool))
    throws -> DecodedReceipt
  {
    let attribute = DER.sequence(
      DER.integer(place.type), DER.integer(1), DER.octetString(value))
    let set = DER.unsortedSet([attribute])
    let top =
      place.isInPurchase
      ? DER.sequence(DER.integer(17), DER.integer(1), DER.octetString(set)) : attribute
    return try ReceiptDecoder().decode(
      TestAuthority.shared.get().receipt(
        around: DER.unsortedSet([top]), digest: .sha256, .apple))
  }

  @Test("twenty spellings are looked for, and found where the marker stays")
  func spellings() {
    #expect(Self.spellings.count == 20)
    #expect(leaks(in: Array("a \(Self.marker) b".utf8)).contains(0))
  }

  @Test(
    "a marker of any tag in any place is in no copy, signed or shown", arguments: places.indices)
  func attributes(index: Int) throws {
    let place = Self.places[index]
    var tags = (1...255).filter { $0 & 0x1F != 0x1F }.map { UInt8($0) }
    // Without a tag.
    tags.append(0)
    #expect(tags.count > 200)
    let signers = try CopySigners(TestAuthority.wellKnown(), verifier: ReceiptVerifier())
    for tag in tags {
      let content = Array(Self.marker.utf8)
      let decoded = try receipt(tag == 0 ? content : DER.element(tag, content), place)
      var redactor = Redactor(Pseudonyms(key: Array("leaks".utf8)))
      let shown = try redactor.redact(decoded, .broken)
      #expect(leaks(in: shown) == [], "\(place.name), tag \(tag), shown")
      guard decoded.errors.isEmpty else { continue }
      let copy = try redactor.redact(decoded, .signed(signers))
      #expect(leaks(in: copy) == [], "\(place.name), tag \(tag)")
    }
  }

  @Test("a flag is no secret")
  func flags() throws {
    for octet: UInt8 in [0, 0xFF] {
      let decoded = try receipt([0x01, 0x01, octet], Self.places[0])
      var redactor = Redactor(Pseudonyms(key: [1]))
      let copy = try ReceiptDecoder().decode(redactor.redact(decoded, .broken))
      #expect(copy.attributes[0].value.elementsEqual([0x01, 0x01, octet]))
    }
  }

  @Test(
    "a marker under any name of a number, a flag or a message is in no copy",
    arguments: [
      "quantity", "is_trial_period", "cancellation_reason", "status", "errorCode", "errorMessage",
      "error_message", "price", "isUpgraded", "unheardOf", "is-retryable", "offerType",
      "expires_date",
      "purchaseDate", "transactionId", "revocationReason", "deviceVerification",
    ])
  func names(name: String) throws {
    var count = 0
    for value in [
      "\"\(Self.marker)\"", "[\"\(Self.marker)\"]", "{\"a\": \"\(Self.marker)\"}",
      "[{\"b\": [\"\(Self.marker)\"]}]",
    ] {
      for text in [
        "{\"status\": 0, \"receipt\": {\"in_app\": [{\"\(name)\": \(value)}]}}",
        "{\"errorCode\": 4040010, \"\(name)\": \(value)}",
      ] {
        guard let decoded = try? ReceiptDecoder().decode(Array(text.utf8)) else { continue }
        var redactor = Redactor(Pseudonyms(key: [1]))
        let copy = try redactor.redact(decoded, .broken)
        #expect(leaks(in: copy) == [], "\(text)")
        count += 1
      }
    }
    #expect(count > 0)
  }

  @Test(
    "a long number under a name of texts, flags or dates is in no copy",
    arguments: ["type", "environment", "is_trial_period", "isUpgraded", "purchase_date_ms", "pod"])
  func numbers(name: String) throws {
    for id in ["2000000760810972", "230001234567890", "[2000000760810972]"] {
      let text = "{\"status\": 0, \"receipt\": {\"in_app\": [{\"\(name)\": \(id)}]}}"
      let decoded = try ReceiptDecoder().decode(Array(text.utf8))
      var redactor = Redactor(Pseudonyms(key: [1]))
      let copy = String(decoding: try redactor.redact(decoded, .broken), as: UTF8.self)
      #expect(!copy.contains(id.filter(\.isNumber)) && copy.contains(name), "\(copy)")
    }
  }

  @Test("numbers, flags and versions stay where they belong")
  func kept() throws {
    let text = """
      {"status":0,"receipt":{"application_version":"20240229","in_app":[{"quantity":"1",\
      "is_trial_period":"true","cancellation_reason":"0"}]}}
      """
    var redactor = Redactor(Pseudonyms(key: [1]))
    let copy = try redactor.redact(ReceiptDecoder().decode(Array(text.utf8)), .broken)
    #expect(String(decoding: copy, as: UTF8.self) == text)
  }
}
