import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Unusual attributes give findings, and wrong ones errors with their place.
struct AttributeTests {
  @Test(
    "a value is one element with a header, or plain bytes",
    arguments: [
      ([0x01, 0x01, 0xFF], .boolean, 2), ([0x0C, 0x00], .utf8String, 2),
      ([0x04, 0x81, 0x01, 0x00], .octetString, 3), ([0x00, 0x00], .raw, 0), ([0x0C], .raw, 0),
      ([], .raw, 0), ([0x0C, 0x01], .raw, 0), ([0x0C, 0x00, 0x00], .raw, 0),
      ([0x1F, 0x01, 0x00], .raw, 0), ([0x3F, 0x01, 0x00], .raw, 0), ([0x30, 0x80, 0, 0], .raw, 0),
    ] as [([UInt8], ASN1Kind, UInt8)])
  func innerElement(value: [UInt8], kind: ASN1Kind, headerLength: UInt8) {
    let found = value.innerElement(value.indices)
    #expect(found.kind == kind && found.headerLength == headerLength)
  }

  private let bundleID = DER.attribute(2, DER.utf8("com.example.app"))
  private let creationDate = DER.attribute(12, DER.ia5("2018-11-29T08:30:50Z"))

  /// Decodes a receipt with these attributes, which must be sorted.
  private func decode(
    _ attributes: [[UInt8]]
  ) throws -> (decoded: DecodedReceipt, bytes: [UInt8]) {
    let bytes = DER.receipt(DER.tlv(0x31, attributes))
    return (try ReceiptDecoder().decode(bytes), bytes)
  }

  // MARK: Unknown types

  @Test(
    "an unknown type is kept",
    arguments: [24, 26, 33, 63, 64, 127, 128, 1701, 1799, 9999, 32_767, 32_768, 2_147_483_647])
  func unknownType(_ type: Int64) throws {
    let element = DER.attribute(type, [0xAA, 0xBB])
    let (decoded, bytes) = try decode([element])
    #expect(decoded.errors.map(\.mark) == [])
    #expect(decoded.findings.map(\.mark) == [])
    let attribute = try #require(decoded.attributes.first)
    #expect(attribute.type == Int(type))
    #expect(Array(attribute.value) == [0xAA, 0xBB])
    #expect(attribute.kind == .raw)
    #expect(attribute.definition == nil)
    #expect(attribute.offset == bytes.offset(of: element))
    #expect(attribute.path.description == "\(type)")
  }

  @Test(
    "an unknown type in a purchase is kept",
    arguments: [0, 2, 17, 1_700, 1_723, 1_763, 1_764, 1_799, 9_999, 2_147_483_647])
  func unknownInAppType(_ type: Int64) throws {
    let element = DER.attribute(type, DER.utf8("?"))
    let (decoded, bytes) = try decode([DER.inApp([element])])
    #expect(decoded.errors.map(\.mark) == [])
    #expect(decoded.findings.map(\.mark) == [])
    #expect(decoded.attributes.map(\.path.description) == ["17[0]", "17[0]/\(type)"])
    let attribute = try #require(decoded.attributes.last)
    #expect(attribute.text?.text == "?")
    #expect(attribute.definition == nil)
    #expect(attribute.offset == bytes.offset(of: element))
    #expect(decoded.receipt.bundleID == nil)
  }

  @Test("purchases are counted from 0 in file order, even with other attributes between them")
  func purchaseIndices() throws {
    let purchases = (0..<3).map { DER.inApp([DER.attribute(1701, DER.integer($0))]) }
    let (decoded, _) = try decode([
      purchases[0], purchases[1], DER.attribute(3, DER.utf8("1")), purchases[2],
    ])
    #expect(
      decoded.attributes.map(\.path.description)
        == ["17[0]", "17[0]/1701", "17[1]", "17[1]/1701", "3", "17[2]", "17[2]/1701"])
    #expect(decoded.receipt.inApp.map(\.quantity) == [0, 1, 2])
  }

  // MARK: Duplicates and order

  @Test("both attributes of a duplicate type are kept, and the first is shown", arguments: [2, 64])
  func duplicate(_ type: Int64) throws {
    let first = DER.attribute(type, DER.utf8("one"))
    let second = DER.attribute(type, DER.utf8("two"))
    let (decoded, bytes) = try decode([first, second])
    #expect(
      decoded.findings.map(\.mark)
        == [Mark("duplicate-attribute", at: bytes.offset(of: second), in: "\(type)")])
    #expect(decoded.attributes.compactMap(\.text?.text) == ["one", "two"])
    #expect(decoded.receipt.bundleID?.text == (type == 2 ? "one" : nil))
    #expect(decoded.errors.map(\.mark) == [])
  }

  @Test("duplicates are counted within one purchase only", arguments: [1702, 5000])
  func duplicateInPurchase(_ type: Int64) throws {
    let first = DER.attribute(type, DER.utf8("one"))
    let second = DER.attribute(type, DER.utf8("two"))
    let (decoded, bytes) = try decode([DER.inApp([first]), DER.inApp([first, second])])
    #expect(
      decoded.findings.map(\.mark)
        == [Mark("duplicate-attribute", at: bytes.offset(of: second), in: "17[1]/\(type)")])
    #expect(
      decoded.receipt.inApp.map { $0.productID?.text }
        == (type == 1702 ? ["one", "one"] : [nil, nil]))
  }

  @Test("a set out of order is reported once, where the order breaks")
  func unsorted() throws {
    let short = DER.attribute(10, DER.ia5("4+"))
    let (decoded, bytes) = try decode([creationDate, bundleID, short])
    #expect(creationDate.count > bundleID.count)
    #expect(
      decoded.findings.map(\.mark) == [Mark("unsorted-set", at: bytes.offset(of: bundleID))])
    #expect(decoded.attributes.map(\.type) == [12, 2, 10])
  }

  @Test("a purchase out of order is reported with its path")
  func unsortedPurchase() throws {
    let a = DER.attribute(1701, DER.integer(1))
    let b = DER.attribute(1707, DER.integer(1))
    let (decoded, bytes) = try decode([
      DER.tlv(
        0x30,
        [
          DER.integer(17), DER.integer(1), DER.tlv(0x04, DER.tlv(0x31, [b, a])),
        ])
    ])
    #expect(
      decoded.findings.map(\.mark) == [Mark("unsorted-set", at: bytes.offset(of: a), in: "17[0]")])
  }

  @Test("equal types are sorted by their bytes")
  func orderOfEqualTypes() throws {
    let a = DER.inApp([DER.attribute(1703, DER.utf8("1"))])
    let b = DER.inApp([DER.attribute(1703, DER.utf8("2"))])
    #expect(try decode([a, b]).decoded.findings.map(\.mark) == [])
    let (decoded, bytes) = try decode([b, a])
    #expect(decoded.findings.map(\.mark) == [Mark("unsorted-set", at: bytes.offset(of: a))])
  }

  // MARK: Values

  @Test(
    "text of another string type is read, with a finding",
    arguments: [0x13, 0x14, 0x16, 0x1A] as [UInt8])
  func wrongStringType(_ tag: UInt8) throws {
    let value = DER.tlv(tag, Array("com.example.app".utf8))
    let (decoded, bytes) = try decode([DER.attribute(2, value)])
    #expect(decoded.receipt.bundleID?.text == "com.example.app")
    #expect(
      decoded.findings.map(\.mark)
        == [Mark("wrong-string-type", at: bytes.offset(of: value), in: "2")])
    #expect(decoded.findings.first?.found == ASN1Kind(rawValue: tag).name)
    #expect(decoded.errors.map(\.mark) == [])
  }

  @Test("a date in a UTF8String is read, with a finding")
  func dateInUTF8String() throws {
    let value = DER.utf8("2018-11-29T08:30:50Z")
    let (decoded, bytes) = try decode([DER.attribute(12, value)])
    #expect(decoded.receipt.receiptCreationDate?.description == "2018-11-29T08:30:50Z")
    #expect(
      decoded.findings.map(\.mark)
        == [Mark("wrong-string-type", at: bytes.offset(of: value), in: "12")])
  }

  @Test("invalid UTF-8 is kept byte by byte, with a finding")
  func invalidUTF8() throws {
    let value = DER.tlv(0x0C, [0x61, 0xC3, 0x28, 0xFF])
    let (decoded, bytes) = try decode([DER.attribute(2, value)])
    #expect(
      decoded.findings.map(\.mark) == [Mark("invalid-utf8", at: bytes.offset(of: value), in: "2")])
    let bundleID = try #require(decoded.receipt.bundleID)
    #expect(Array(bundleID.bytes) == [0x61, 0xC3, 0x28, 0xFF])
    #expect(bundleID.text == nil)
    #expect(bundleID.description == "a\\xC3(\\xFF")
  }

  @Test("an empty text, date or list of bytes is absent, without an error")
  func emptyValues() throws {
    let (decoded, _) = try decode([
      DER.attribute(4, []), DER.attribute(5, []), DER.attribute(2, DER.utf8("")),
      DER.attribute(12, DER.ia5("")),
      DER.inApp([DER.attribute(1702, DER.utf8("")), DER.attribute(1708, DER.ia5(""))]),
    ])
    #expect(decoded.errors.map(\.mark) == [])
    #expect(decoded.findings.map(\.mark) == [])
    #expect(decoded.receipt.bundleID == nil)
    #expect(decoded.receipt.opaqueValue == nil && decoded.receipt.sha1Hash == nil)
    #expect(decoded.receipt.receiptCreationDate == nil)
    #expect(decoded.receipt.inApp.first?.productID == nil)
    #expect(decoded.attributes.first { $0.type == 2 }?.text?.isEmpty == true)
  }

  @Test("a web order line item id of 0 means none; other zeros stay")
  func zeros() throws {
    let (decoded, _) = try decode([
      DER.attribute(1, DER.integer(0)),
      DER.inApp([
        DER.attribute(1711, DER.integer(0)), DER.attribute(1713, DER.integer(0)),
        DER.attribute(1720, DER.integer(0)),
      ]),
    ])
    #expect(decoded.receipt.adamID == 0)
    let purchase = try #require(decoded.receipt.inApp.first)
    #expect(purchase.webOrderLineItemID == nil)
    #expect(purchase.isTrialPeriod == false)
    #expect(purchase.cancellationReason == 0)
  }

  @Test(
    "an invalid date is an error, and its value is kept",
    arguments: ["2018-11-29", "yesterday", "2018-11-29T08:30:50", "é"])
  func invalidDate(_ text: String) throws {
    let value = DER.ia5(text)
    let (decoded, bytes) = try decode([DER.inApp([DER.attribute(1704, value)])])
    #expect(
      decoded.errors.map(\.mark)
        == [Mark("invalid-date", at: bytes.offset(of: value), in: "17[0]/1704")])
    #expect(decoded.receipt.inApp.first?.purchaseDate == nil)
    #expect(decoded.attributes.last?.text?.text == text)
  }

  @Test(
    "a value of a wrong type is an error",
    arguments: [
      (2, [0x02, 0x01, 0x07]), (2, [0x61, 0x62]), (2, []), (12, [0x02, 0x01, 0x07]),
      (12, [0x17, 0x00]), (1, [0x0C, 0x01, 0x37]), (1, [0x01, 0x01, 0xFF]), (1, []),
      // With trailing or missing bytes it is not an element: plain bytes.
      (1, [0x02, 0x01, 0x07, 0x00]), (1, [0x02, 0x02, 0x07]), (2, [0x0C, 0x80, 0x00, 0x00]),
    ] as [(Int64, [UInt8])])
  func wrongType(_ type: Int64, _ value: [UInt8]) throws {
    let element = DER.attribute(type, value)
    let (decoded, bytes) = try decode([element])
    let offset = bytes.offset(of: element) + element.count - value.count
    // An empty value has no byte, so the last byte of its header stands for it.
    let place = value.isEmpty ? offset - 1 : offset
    #expect(decoded.errors.map(\.mark) == [Mark("wrong-type", at: place, in: "\(type)")])
    #expect(decoded.attributes.map { Array($0.value) } == [value])
    #expect(ModelField<Receipt>.all[Int(type)]?.read(decoded.receipt) == nil)
  }

  // MARK: Integers

  @Test(
    "an integer of up to 64 bits is read",
    arguments: [
      0, 1, 127, 128, 255, 256, 32_767, 32_768, -1, -128, -129, 4_294_967_296,
      9_007_199_254_740_993, .max, .min,
    ] as [Int64])
  func integers(_ number: Int64) throws {
    let (decoded, _) = try decode([DER.attribute(15, DER.integer(number))])
    #expect(decoded.errors.map(\.mark) == [])
    #expect(decoded.findings.map(\.mark) == [])
    #expect(decoded.receipt.downloadID == number)
    #expect(decoded.attributes.first?.integer == number)
  }

  @Test("an integer of nine bytes or none is an error, and its value is kept")
  func integersOutOfRange() throws {
    for content in [[0x00, 0xFF] + [UInt8](repeating: 0, count: 7), []] {
      let value = DER.tlv(0x02, content)
      let element = DER.attribute(15, value)
      let (decoded, bytes) = try decode([element])
      let offset = bytes.offset(of: element) + element.count - value.count
      #expect(decoded.errors.map(\.mark) == [Mark("invalid-integer", at: offset, in: "15")])
      #expect(decoded.receipt.downloadID == nil)
      #expect(decoded.attributes.first?.integer == nil)
      #expect(decoded.attributes.map { Array($0.value) } == [value])
    }
  }

  @Test("an integer in too many bytes is read, with a finding", arguments: [false, true])
  func nonMinimalInteger(_ isNegative: Bool) throws {
    let value = DER.tlv(0x02, isNegative ? [0xFF, 0x80] : [0x00, 0x7F])
    let (decoded, bytes) = try decode([DER.attribute(15, value)])
    #expect(decoded.receipt.downloadID == (isNegative ? -128 : 127))
    #expect(
      decoded.findings.map(\.mark)
        == [Mark("non-minimal-integer", at: bytes.offset(of: value), in: "15")])
  }

  // MARK: Types and versions

  @Test(
    "a type that is negative, empty or more than 2³¹−1 is an error, and reading continues",
    arguments: [
      [0xFF], [0x80], [0x00, 0x80, 0x00, 0x00, 0x00], [], [UInt8](repeating: 1, count: 9),
    ] as [[UInt8]])
  func invalidTypes(_ content: [UInt8]) throws {
    let damaged = DER.tlv(
      0x30, [DER.tlv(0x02, content), DER.integer(1), DER.tlv(0x04, DER.utf8("x"))])
    let (decoded, bytes) = try decode([damaged, creationDate])
    #expect(
      decoded.errors.map(\.mark) == [Mark("invalid-integer", at: bytes.offset(of: damaged) + 2)])
    #expect(decoded.attributes.map(\.type) == [12])
  }

  @Test(
    "an invalid version is an error with the attribute's path",
    arguments: [[0xFF], [0x00, 0x80, 0x00, 0x00, 0x00], []] as [[UInt8]])
  func invalidVersions(_ content: [UInt8]) throws {
    let version = DER.tlv(0x02, content)
    let damaged = DER.tlv(0x30, [DER.integer(1702), version, DER.tlv(0x04, DER.utf8("x"))])
    let following = DER.attribute(1708, DER.ia5("2018-11-29T08:30:50Z"))
    let (decoded, bytes) = try decode([DER.attribute(17, DER.tlv(0x31, [damaged, following]))])
    #expect(
      decoded.errors.map(\.mark)
        == [Mark("invalid-integer", at: bytes.offset(of: damaged) + 6, in: "17[0]/1702")])
    #expect(decoded.attributes.map(\.path.description) == ["17[0]", "17[0]/1708"])
  }

  @Test(
    "a type or version in too many bytes is read, with a finding",
    arguments: [[0x00, 0x02], [0x02]] as [[UInt8]], [[0x00, 0x01], [0x00, 0x00, 0x01], [0x01]])
  func nonMinimalTypeAndVersion(_ type: [UInt8], _ version: [UInt8]) throws {
    let element = DER.tlv(
      0x30, [DER.tlv(0x02, type), DER.tlv(0x02, version), DER.tlv(0x04, DER.utf8("app"))])
    let (decoded, bytes) = try decode([element])
    let start = bytes.offset(of: element) + 2
    var expected: [Mark] = []
    if type.count > 1 { expected.append(Mark("non-minimal-integer", at: start)) }
    if version.count > 1 {
      expected.append(Mark("non-minimal-integer", at: start + 2 + type.count, in: "2"))
    }
    #expect(decoded.findings.map(\.mark) == expected)
    #expect(decoded.receipt.bundleID?.text == "app")
    #expect(decoded.attributes.first?.version == 1)
  }

  @Test("a wrong tag of type, version, value or attribute is an error with its place")
  func unexpectedTags() throws {
    let type = DER.integer(2)
    let version = DER.integer(1)
    let value = DER.tlv(0x04, DER.utf8("x"))
    let text = DER.utf8("?")
    for (element, offset, path) in [
      (DER.tlv(0x31, [type, version, value]), 0, nil),
      (DER.tlv(0x30, [text, version, value]), 2, nil),
      (DER.tlv(0x30, [type, text, value]), 5, "2"),
      (DER.tlv(0x30, [type, version, text]), 8, "2"),
    ] {
      let (decoded, bytes) = try decode([element, creationDate])
      #expect(
        decoded.errors.map(\.mark)
          == [Mark("unexpected-tag", at: bytes.offset(of: element) + offset, in: path)])
      #expect(decoded.attributes.map(\.type) == [12])
    }
  }

  @Test("a missing value, version or type is an error at its place")
  func missingParts() throws {
    for (parts, offset, path) in [
      ([DER.integer(2), DER.integer(1)], 8, "2"), ([DER.integer(2)], 5, "2"), ([], 2, nil),
    ] as [([[UInt8]], Int, String?)] {
      let element = DER.tlv(0x30, parts)
      let (decoded, bytes) = try decode([element, creationDate])
      #expect(
        decoded.errors.map(\.mark)
          == [Mark("truncated", at: bytes.offset(of: element) + offset, in: path)])
      #expect(decoded.attributes.map(\.type) == [12])
    }
  }

  // MARK: Lengths

  @Test("a length in too many bytes is read, with a finding at the element's start")
  func nonMinimalLengths() throws {
    let content = DER.integer(2) + DER.integer(1) + [0x04, 0x81, 5] + DER.utf8("app")
    let element = [0x30, 0x82, 0x00, UInt8(content.count)] + content
    let (decoded, bytes) = try decode([element])
    let start = bytes.offset(of: element)
    #expect(
      decoded.findings.map(\.mark)
        == [
          Mark("non-minimal-length", at: start),
          Mark("non-minimal-length", at: start + 4 + 6, in: "2"),
        ])
    #expect(decoded.receipt.bundleID?.text == "app")
  }

  @Test(
    "a text whose length takes several bytes is read", arguments: [127, 128, 255, 256, 70_000])
  func longText(_ length: Int) throws {
    let text = String(repeating: "a", count: length)
    let (decoded, _) = try decode([DER.attribute(2, DER.utf8(text))])
    #expect(decoded.findings.map(\.mark) == [])
    #expect(decoded.receipt.bundleID?.text == text)
  }

  @Test(
    "a length with one byte too many is reported, and a minimal one is not",
    arguments: [127, 128, 255, 256, 65_535, 65_536], [false, true])
  func lengthOctets(_ length: Int, _ hasOneMore: Bool) throws {
    let text = [UInt8](repeating: 0x61, count: length)
    var header = DER.length(length)
    if hasOneMore {
      header = header.count == 1 ? [0x81] + header : [header[0] + 1, 0] + header.dropFirst()
    }
    let value = [0x04] + header + text
    let element = DER.tlv(0x30, [DER.integer(9999), DER.integer(1), value])
    let (decoded, bytes) = try decode([element])
    let mark = Mark("non-minimal-length", at: bytes.offset(of: value), in: "9999")
    #expect(decoded.findings.map(\.mark) == (hasOneMore ? [mark] : []))
    #expect(decoded.attributes.map(\.value.count) == [length])
  }

  @Test("an empty value whose length has two bytes is read, with a finding")
  func emptyValueOfLongLength() throws {
    let element = DER.tlv(0x30, [DER.integer(9999), DER.integer(1), [0x04, 0x81, 0x00]])
    let (decoded, bytes) = try decode([element, creationDate])
    #expect(decoded.errors.map(\.mark) == [])
    #expect(
      decoded.findings.map(\.mark)
        == [Mark("non-minimal-length", at: bytes.offset(of: element) + 9, in: "9999")])
    #expect(decoded.attributes.map(\.type) == [9999, 12])
  }

  @Test("a value longer than its attribute is an error, and reading continues")
  func cutValue() throws {
    let damaged = DER.tlv(
      0x30, [DER.integer(2), DER.integer(1), [0x04, 0x20] + DER.utf8("app")])
    let (decoded, bytes) = try decode([damaged, creationDate])
    #expect(
      decoded.errors.map(\.mark)
        == [Mark("truncated", at: bytes.offset(of: damaged) + 8, in: "2")])
    #expect(decoded.attributes.map(\.type) == [12])
    #expect(decoded.receipt.bundleID == nil)
  }

  @Test("an indefinite length inside the payload is an error")
  func indefiniteLength() throws {
    let damaged: [UInt8] = [0x30, 0x80] + DER.integer(2) + DER.integer(1) + [0x04, 0x00]
    let (decoded, bytes) = try decode([creationDate, damaged + [0, 0]])
    #expect(decoded.errors.first?.mark == Mark("malformed", at: bytes.offset(of: damaged)))
    #expect(decoded.attributes.first?.type == 12)
  }

  // MARK: Around the attributes

  @Test("a payload wrapped in another OCTET STRING is read, with a finding")
  func wrappedPayload() throws {
    let set = DER.set([bundleID, creationDate])
    let bytes = DER.receipt(DER.tlv(0x04, set))
    let decoded = try ReceiptDecoder().decode(bytes)
    #expect(
      decoded.findings.map(\.mark) == [Mark("payload-wrapped", at: bytes.offset(of: set) - 2)])
    #expect(decoded.attributes.map(\.type) == [2, 12])
    #expect(decoded.errors.map(\.mark) == [])
    let twice = DER.receipt(DER.tlv(0x04, DER.tlv(0x04, set)))
    #expect(thrownError(twice)?.mark == Mark("not-a-receipt", at: twice.offset(of: set) - 2))
  }

  @Test("content other than a SET is refused; attributes in another constructed element are shown")
  func otherContent() throws {
    let text = DER.receipt(DER.utf8("hello"))
    #expect(
      thrownError(text)?.mark == Mark("other-signed-data", at: text.offset(of: DER.utf8("hello"))))
    let sequence = DER.tlv(0x30, [bundleID, creationDate])
    let bytes = DER.receipt(sequence)
    let decoded = try ReceiptDecoder().decode(bytes)
    #expect(decoded.errors.map(\.mark) == [Mark("not-a-receipt", at: bytes.offset(of: sequence))])
    #expect(decoded.attributes.map(\.type) == [2, 12])
  }

  @Test("an empty SET is a receipt without attributes; empty content is an error")
  func emptyPayload() throws {
    let decoded = try ReceiptDecoder().decode(DER.receipt(DER.set([])))
    #expect(decoded.attributes.isEmpty)
    #expect(decoded.errors.map(\.mark) == [])
    let bytes = DER.receipt([])
    #expect(
      thrownError(bytes)?.mark == Mark("truncated", at: bytes.offset(of: DER.certificate) - 2))
  }

  @Test("a purchase that is not a SET is an error; its content is shown")
  func purchaseOfAnotherType() throws {
    let quantity = DER.attribute(1701, DER.integer(1))
    let sequence = DER.tlv(0x30, quantity)
    let (decoded, bytes) = try decode([DER.attribute(17, sequence)])
    #expect(
      decoded.errors.map(\.mark)
        == [Mark("wrong-type", at: bytes.offset(of: sequence), in: "17[0]")])
    #expect(decoded.receipt.inApp.first?.quantity == 1)
    let (text, textBytes) = try decode([DER.attribute(17, DER.utf8("?"))])
    #expect(
      text.errors.map(\.mark)
        == [Mark("wrong-type", at: textBytes.offset(of: DER.utf8("?")), in: "17[0]")])
    #expect(text.receipt.inApp.count == 1)
  }

  @Test("trailing bytes are reported at every level, where they begin")
  func trailingData() throws {
    let junk: [UInt8] = [0x05, 0x00]
    let quantity = DER.tlv(
      0x30, [DER.integer(1701), DER.integer(1), DER.tlv(0x04, DER.integer(1)), junk])
    let purchase = DER.attribute(17, DER.tlv(0x31, quantity) + junk)
    let set = DER.tlv(0x31, purchase)
    let bytes = DER.receipt(set + junk) + junk
    let decoded = try ReceiptDecoder().decode(bytes)
    let start = bytes.offset(of: quantity)
    #expect(
      decoded.findings.map(\.mark)
        == [
          Mark("trailing-data", at: bytes.count - 2),
          Mark("trailing-data", at: bytes.offset(of: set) + set.count),
          Mark("trailing-data", at: start + quantity.count, in: "17[0]"),
          Mark("trailing-data", at: start + quantity.count - 2, in: "17[0]/1701"),
        ])
    #expect(decoded.errors.map(\.mark) == [])
    #expect(decoded.receipt.inApp.first?.quantity == 1)
  }

  @Test("an original purchase later than the purchase is reported", arguments: [0, 1])
  func originalAfterPurchase(_ second: Int) throws {
    let purchase = DER.inApp([
      DER.attribute(1704, DER.ia5("2018-11-29T08:30:50Z")),
      DER.attribute(1706, DER.ia5("2018-11-29T08:30:5\(second)Z")),
    ])
    let (decoded, bytes) = try decode([purchase])
    let mark = Mark(
      "original-purchase-after-purchase", at: bytes.offset(of: purchase), in: "17[0]")
    #expect(decoded.findings.map(\.mark) == (second == 1 ? [mark] : []))
    #expect(decoded.errors.map(\.mark) == [])
  }

  @Test("an intact receipt gives neither errors nor findings")
  func whole() throws {
    let (decoded, _) = try decode([bundleID, creationDate])
    #expect(decoded.errors.map(\.mark) == [])
    #expect(decoded.findings.map(\.mark) == [])
    #expect(decoded.receipt.bundleID?.text == "com.example.app")
  }
}
