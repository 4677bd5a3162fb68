import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Pseudonyms have the same look, and are equal exactly if the originals are.
@Suite struct PseudonymTests {
  private let pseudonyms = Pseudonyms(key: Array("a key of the tests".utf8))

  @Test("the pseudonym of every number has the same lengths", arguments: 1...19)
  func numbers(digits: Int) {
    var numbers = SeededNumbers([UInt8(digits)])
    var low: Int64 = 1
    for _ in 1..<digits { low *= 10 }
    let high = digits == 19 ? Int64.max : low * 10 - 1
    for _ in 0..<200 {
      let number = numbers.next(low...high)
      let replacement = pseudonyms.number(number)
      #expect(String(replacement).count == digits)
      #expect(DER.integer(replacement).count == DER.integer(number).count)
      #expect(pseudonyms.number(number) == replacement)
    }
  }

  private typealias DER = ReceiptMaking.DER

  @Test("0 means none and stays; extreme numbers do not trap")
  func extremes() {
    #expect(pseudonyms.number(0) == 0)
    #expect(pseudonyms.text("0".utf8) == Array("0".utf8))
    #expect(pseudonyms.number(.min) == 0)
    #expect(pseudonyms.number(.max) > 0)
    #expect(pseudonyms.number(-56) < 0)
  }

  @Test("all different numbers get different pseudonyms")
  func permutation() {
    #expect(Set((1...9).map { pseudonyms.number($0) }) == Set(1...9))
    #expect(Set((128...999).map { pseudonyms.number($0) }) == Set(128...999))
    #expect(Set((10...99).map { pseudonyms.number($0) }).count == 90)
  }

  @Test("different texts of the same look get different pseudonyms")
  func texts() {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let words = letters.flatMap { first in letters.map { "\(first)\($0)" } }
    let replaced = Set(words.map { String(decoding: pseudonyms.text($0.utf8), as: UTF8.self) })
    #expect(replaced == Set(words))
  }

  @Test(
    "a text keeps its look",
    arguments: [
      ("com.example.App-1", "aaa.aaaaaaa.Aaa-0"), ("UPPER lower_123", "AAAAA aaaaa_000"),
      ("", ""), ("...", "..."), ("1000000479728157", "0000000000000000"),
      ("0001", "0000"), ("a\u{1B}b", "aaa"), ("日本", "aaaaaa"),
    ])
  func look(text: String, look: String) {
    let replacement = pseudonyms.text(text.utf8)
    let shown = replacement.map { octet -> UInt8 in
      switch octet {
      case 0x30...0x39: UInt8(ascii: "0")
      case 0x41...0x5A: UInt8(ascii: "A")
      case 0x61...0x7A: UInt8(ascii: "a")
      default: octet
      }
    }
    #expect(String(decoding: shown, as: UTF8.self) == look)
  }

  @Test("UUIDs and hexadecimal digits keep their kind")
  func hexadecimal() {
    let uuid = "6E1E0F3C-0B1A-4A52-9D5F-2B1D6F8A7C90"
    let replacement = String(decoding: pseudonyms.text(uuid.utf8), as: UTF8.self)
    #expect(replacement != uuid && replacement.count == uuid.count)
    #expect(DeviceID(replacement)?.readings.first?.octets.count == 16)
  }

  @Test("common beginnings stay common, part by part")
  func prefixes() {
    func text(_ text: String) -> String {
      String(decoding: pseudonyms.text(text.utf8), as: UTF8.self)
    }
    let app = text("com.example.app")
    #expect(text("com.example.app.pro").hasPrefix(app + "."))
    #expect(text("com.example.app.pro") != text("com.example.app.max"))
    // The same word gets another pseudonym elsewhere.
    #expect(text("example") != text("com.example").split(separator: ".").last.map(String.init))
  }

  @Test("the time it takes grows with the length, and no faster", .slow, .timeLimit(.minutes(60)))
  func long() {
    for pattern in [".", "a", "a.", "0", "1", "A-"] {
      let text = String(repeating: pattern, count: 1_000_000 / pattern.utf8.count)
      #expect(pseudonyms.text(text.utf8).count == text.utf8.count)
    }
    #expect(pseudonyms.octets([UInt8](repeating: 1, count: 1_000_000)).count == 1_000_000)
  }

  @Test("another key gives other pseudonyms, and another shift of dates")
  func keys() {
    let other = Pseudonyms(key: Array("another key".utf8))
    #expect(other.text("com.example.app".utf8) != pseudonyms.text("com.example.app".utf8))
    #expect(other.octets([1, 2, 3, 4, 5, 6, 7, 8]) != pseudonyms.octets([1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(other.number(1_234_567_890) != pseudonyms.number(1_234_567_890))
    #expect(other.shift != pseudonyms.shift)
    #expect(pseudonyms.shift.milliseconds % 1000 == 0)
    #expect((86_400_000...31_536_000_000).contains(abs(pseudonyms.shift.milliseconds)))
  }

  @Test(
    "a date is shifted in its own spelling",
    arguments: [
      ("2018-11-29T08:30:50Z", "2018-12-29T08:30:50Z"),
      ("2020-10-08T11:17:49.131Z", "2020-11-07T11:17:49.131Z"),
      ("2020-07-22T18:33:15+0100", "2020-08-21T18:33:15+0100"),
      ("2018-11-29 08:30:30 Etc/GMT", "2018-12-29 08:30:30 Etc/GMT"),
      // Across the end of daylight saving time: an hour earlier on the clock.
      (
        "2018-10-29 01:30:30 America/Los_Angeles", "2018-11-28 00:30:30 America/Los_Angeles"
      ),
      // The constant of sandbox receipts and "never" identify no one.
      ("2013-08-01T07:00:00Z", "2013-08-01T07:00:00Z"),
      ("4001-01-01T00:00:00Z", "4001-01-01T00:00:00Z"),
    ])
  func dates(date: String, moved: String) throws {
    var redactor = Redactor(pseudonyms, shift: try #require(TimeSpan("30d")))
    let result = redactor.redact(text: Array(date.utf8), of: "date", .date)
    #expect(String(decoding: result, as: UTF8.self) == moved)
  }

  @Test("a copy of a marked copy is marked, in every form that is signed")
  func marks() throws {
    let authority = try TestAuthority.wellKnown()
    let roots = try TrustAnchor.custom(Array(AuthorityFiles.rootsText(of: authority).utf8))
    let verifier = ReceiptVerifier(trustRoots: roots)
    let signers = CopySigners(authority, verifier: verifier)
    func marked(_ bytes: [UInt8]) throws -> Bool {
      let verification = try verifier.verify(ReceiptDecoder().decode(bytes))
      #expect(verification.status == .custom)
      return verification.isRedactedCopy
    }
    let fixture = try ReceiptDecoder().decode(Fixture.subscription())
    let payload = ReceiptDraft(fixture.receipt).payload
    let jws = ExampleTransaction.payload
    let entries = [
      ("bid", "com.example.tea"), ("purchase-date", "2017-03-21 17:01:34 Etc/GMT"),
      ("purchase-date-ms", "1490115694000"),
    ]
    let originals = try [
      authority.receipt(
        around: payload, digest: .sha256, .apple, signer: signers.marked(.receipts)),
      authority.jws(jws, signer: signers.marked(.tokens)).encoded,
      authority.transaction(entries, signer: signers.marked(.transactions)).encoded(),
    ]
    let unmarked = try [
      authority.receipt(around: payload, digest: .sha256, .apple),
      authority.jws(jws).encoded, authority.transaction(entries).encoded(),
    ]
    var redactor = Redactor(pseudonyms)
    for original in originals {
      let copy = try redactor.redact(ReceiptDecoder().decode(original), .signed(signers))
      #expect(try marked(original) && marked(copy))
    }
    for original in unmarked {
      let copy = try redactor.redact(ReceiptDecoder().decode(original), .signed(signers))
      #expect(try !marked(original) && !marked(copy))
    }
  }

  @Test("a payload without its container is redacted too")
  func payloadAlone() throws {
    var redactor = Redactor(pseudonyms)
    let original = try ReceiptDecoder().decode(ExamplePayload.payload)
    let copy = try redactor.redact(original, .broken)
    let id = try #require(original.receipt.bundleID)
    #expect(ExamplePayload.payload.offset(of: Array(id.bytes)) > 0)
    #expect(copy.offset(of: Array(id.bytes)) == -1)
    let decoded = try ReceiptDecoder().decode(copy)
    #expect(decoded.attributes.map(\.type) == original.attributes.map(\.type))
    #expect(decoded.receipt.bundleID == redactor.pseudonym(id))
  }

  @Test("the payload of a copy is in DER order, and has the same attributes")
  func payload() throws {
    var redactor = Redactor(pseudonyms)
    let fixture = try ReceiptDecoder().decode(Fixture.subscription())
    let copy = try ReceiptDecoder().decode(
      redactor.redact(
        fixture,
        .signed(CopySigners(TestAuthority.wellKnown(), verifier: ReceiptVerifier()))))
    #expect(copy.errors.isEmpty && copy.findings.isEmpty)
    #expect(copy.attributes.count == fixture.attributes.count)
    // For display, all bytes stay in place.
    let shown = try redactor.shown(fixture)
    #expect(shown.attributes.map(\.offset) == fixture.attributes.map(\.offset))
    #expect(shown.input.bytes.count == fixture.input.bytes.count)
    #expect(shown.certificates == fixture.certificates)
  }
}
