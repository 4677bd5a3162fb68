import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Made receipts read back correctly and unchanged.
@Suite struct ReceiptDraftTests {
  private static let authority = TestAuthority.shared

  /// The style in which a receipt was made.
  private static func style(_ decoded: DecodedReceipt) -> AttributeStyle {
    decoded.receipt.environment == .xcode ? .xcode : .apple
  }

  /// Receipts made by Apple or Xcode. The others in the corpus are imitations.
  private static func isGenuine(_ decoded: DecodedReceipt) -> Bool {
    ReceiptVerifier().verify(decoded).status == .apple
      || ReceiptVerifier(profile: .xcode).verify(decoded).status == .xcode
  }

  @Test(
    "every genuine receipt, made again from attributes and model, has exactly the same payload",
    .enabled(if: Corpus.isPresent, Corpus.absence))
  func payload() throws {
    let receipts = try Corpus.receipts.map { try ReceiptDecoder().decode(Corpus.receipt($0)) }
      .filter(Self.isGenuine)
    #expect(!receipts.isEmpty)
    for decoded in receipts { try expectSamePayload(decoded) }
  }

  @Test("the fixture, made again from attributes and model, has exactly the same payload")
  func fixture() throws {
    try expectSamePayload(try ReceiptDecoder().decode(Fixture.subscription()))
  }

  private func expectSamePayload(_ decoded: DecodedReceipt) throws {
    let attributes = decoded.attributes.filter { $0.path.inAppType == nil }.map(
      AttributeTemplate.init)
    let style = Self.style(decoded)
    let alone = ReceiptDraft(Receipt(), attributes: attributes, style: style)
    #expect(alone.payload[...] == decoded.signedData?.content)
    let both = ReceiptDraft(decoded.receipt, attributes: attributes, style: style)
    #expect(both.payload[...] == decoded.signedData?.content)
  }

  @Test(
    "the model of every receipt, made in either style, reads back the same",
    .enabled(if: Corpus.isPresent, Corpus.absence), arguments: AttributeStyle.allCases)
  func model(style: AttributeStyle) throws {
    let receipts = try Corpus.receipts.map { try ReceiptDecoder().decode(Corpus.receipt($0)) }
      .filter(\.errors.isEmpty)
    #expect(!receipts.isEmpty)
    for decoded in receipts {
      let made = try Self.authority.get().receipt(ReceiptDraft(decoded.receipt, style: style))
      let again = try ReceiptDecoder().decode(made)
      #expect(again.errors.isEmpty)
      #expect(again.signedData?.encoding == (style == .apple ? .der : .ber))
      expectSame(again.receipt, decoded.receipt)
    }
  }

  private func expectSame(_ made: Receipt, _ original: Receipt) {
    for (type, field) in ModelField<Receipt>.all {
      #expect(field.read(made) == field.read(original), "attribute \(type)")
    }
    #expect(made.inApp.count == original.inApp.count)
    for (purchase, other) in zip(made.inAppByPurchaseDate, original.inAppByPurchaseDate) {
      for (type, field) in ModelField<InAppPurchase>.all {
        #expect(field.read(purchase) == field.read(other), "attribute \(type)")
      }
    }
  }

  @Test(
    "a made receipt is strict DER that verifies, with either digest",
    arguments: [DigestAlgorithm.sha1, .sha256])
  func apple(digest: DigestAlgorithm) throws {
    let fixture = try ReceiptDecoder().decode(Fixture.subscription())
    let authority = try Self.authority.get()
    let made = try ReceiptDecoder().decode(
      authority.receipt(ReceiptDraft(fixture.receipt), digest: digest))
    #expect(made.errors.isEmpty && made.findings.isEmpty)
    let verification = ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(authority.rootCertificate)
    ).verify(made)
    #expect(verification.status == .custom)
    #expect(verification.digest == digest)
    // As in every genuine receipt: three certificates, and a signer without attributes.
    let data = try #require(made.signedData)
    #expect(data.certificates.count == 3 && data.signerInfos.count == 1)
    #expect(!data.signerInfos[0].hasSignedAttributes && !data.signerInfos[0].hasUnsignedAttributes)
    // Exactly the attributes of the genuine one, with the same versions and kinds.
    func shape(_ decoded: DecodedReceipt) -> [String] {
      decoded.attributes.map { "\($0.path) \($0.version) \($0.kind.name)" }.sorted()
    }
    #expect(shape(made) == shape(fixture))
  }

  @Test("the container in Xcode's style has the structure of Xcode's own")
  func xcodeSkeleton() throws {
    var receipt = Receipt()
    receipt.receiptType = ReceiptString("Xcode")
    let made = try Self.authority.get().receipt(ReceiptDraft(receipt, style: .xcode))
    // From ContentInfo to the single piece of the content, lengths are indefinite. The certificate and the
    // signer, which has no attributes, have definite lengths.
    let expected =
      "30~(06 A0~(30~(02 31(30(06 05)) 30~(06 A0~(24~(04))) "
      + "A0(30(30(A0 02 30 30 30 30 30 A3) 30(06 05) 03)) "
      + "31(30(02 30(30 02) 30(06 05) 30(06 05) 04)))))"
    #expect(Self.skeleton(made) == expected)
    guard Corpus.isPresent else { return }
    // Other generators imitate BER in other ways.
    var count = 0
    for name in Corpus.receipts {
      let decoded = try ReceiptDecoder().decode(Corpus.receipt(name))
      guard ReceiptVerifier(profile: .xcode).verify(decoded).status == .xcode else { continue }
      #expect(Self.skeleton(decoded.input.bytes) == expected, "\(name)")
      count += 1
    }
    #expect(count >= 2)
  }

  /// The nested identifiers of BER, down to the level of names; `~` marks an indefinite length.
  private static func skeleton(_ bytes: [UInt8]) -> String {
    var position = 0
    func elements(until end: Int?, depth: Int) -> String {
      var parts: [String] = []
      while position < end ?? bytes.count {
        if end == nil, bytes[position...].starts(with: [0, 0]) {
          position += 2
          break
        }
        let identifier = bytes[position]
        let first = bytes[position + 1]
        position += 2
        var text = hex([identifier]).uppercased()
        if first == 0x80 {
          text += "~(" + elements(until: nil, depth: depth + 1) + ")"
        } else {
          var length = Int(first)
          if first > 0x80 {
            let count = Int(first & 0x7F)
            length = bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
            position += count
          }
          let contentEnd = position + length
          if identifier & 0x20 != 0, depth < 6 {
            text += "(" + elements(until: contentEnd, depth: depth + 1) + ")"
          }
          position = contentEnd
        }
        parts.append(text)
      }
      return parts.joined(separator: " ")
    }
    return elements(until: bytes.count, depth: 0)
  }

  @Test("a receipt in Xcode's style is BER with one certificate and a valid signature")
  func xcode() throws {
    var receipt = Receipt()
    receipt.receiptType = ReceiptString("Xcode")
    receipt.bundleID = ReceiptString("com.example.app")
    let bytes = try Self.authority.get().receipt(ReceiptDraft(receipt, style: .xcode))
    #expect(bytes.starts(with: [0x30, 0x80, 0x06, 0x09]))
    let made = try ReceiptDecoder().decode(bytes)
    let data = try #require(made.signedData)
    #expect(data.encoding == .ber && data.certificates.count == 1)
    #expect(ReceiptVerifier(profile: .xcode).verify(made).reason == .notXcode)
    let certificate = try Certificate(#require(data.certificates.first))
    let key = try AppleProfile.key(of: certificate, "the signer's certificate")
    #expect(
      key.verifies(data.signerInfos[0].signature, over: try #require(data.content), .sha256))
  }

  @Test(
    "a content of any length is split into pieces and read whole", arguments: [0, 1, 9, 10, 11, 35])
  func pieces(count: Int) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let string = BER.octetString(content, pieceSize: 10)
    #expect(string.starts(with: [0x24, 0x80]) && string.suffix(2) == [0, 0])
    let pieces = max(1, (count + 9) / 10)
    #expect(string.count == 4 + 2 * pieces + count)
  }

  private typealias BER = ReceiptMaking.BER

  @Test("only values that the model changes replace those in attributes")
  func merging() throws {
    let attributes: [AttributeTemplate] = [
      .utf8(2, "com.example.old"), .ia5(12, "2020-07-22T18:33:15+0100"), .utf8(77, "kept"),
      // Another string type than Apple's, with the same text.
      AttributeTemplate(3, DER.ia5String("42")),
      .inApp([.utf8(1703, "1"), .utf8(1702, "a"), .integer(1799, 7)]),
      .inApp([.utf8(1703, "2"), .utf8(1702, "b"), .integer(1799, 8)]),
    ]
    var receipt = Receipt()
    receipt.bundleID = ReceiptString("com.example.new")
    receipt.applicationVersion = ReceiptString("42")
    receipt.receiptCreationDate = ReceiptDate("2020-07-22T17:33:15Z".utf8)
    var second = InAppPurchase()
    second.transactionID = ReceiptString("2")
    second.productID = ReceiptString("changed")
    receipt.inApp = [second]
    let draft = ReceiptDraft(
      receipt, attributes: attributes, replacements: [.integer(25, 3)], style: .xcode)
    let expected: [AttributeTemplate] = [
      .utf8(2, "com.example.new"), AttributeTemplate(3, DER.ia5String("42")),
      .ia5(12, "2020-07-22T18:33:15+0100"),
      AttributeTemplate(
        17,
        DER.unsortedSet(
          [.utf8(1702, "changed"), .utf8(1703, "2"), .integer(1799, 8)].map(
            \AttributeTemplate.encoded))),
      .integer(25, 3), .utf8(77, "kept"),
    ]
    #expect(draft.payload == DER.unsortedSet(expected.map(\.encoded)))
  }

  private typealias DER = ReceiptMaking.DER
}
