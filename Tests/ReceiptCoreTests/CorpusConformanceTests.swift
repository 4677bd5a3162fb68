import Foundation
import Testing

@testable import ReceiptCore

/// Where the corpus must be there, its tests are not skipped in silence.
@Suite struct CorpusPresenceTests {
  @Test(
    "The corpus is whole where RECEIPT_REQUIRE_CORPUS asks for it",
    .enabled(if: Corpus.isRequired, Corpus.absence))
  func presence() {
    #expect(Corpus.receipts.count >= 25 && Corpus.answers.count >= 10)
    #expect(Corpus.jws.count >= 15 && Corpus.broken.count >= 6)
  }
}

/// Compares every receipt of the corpus with an independent decode, attribute by attribute.
@Suite(.enabled(if: Corpus.isPresent, Corpus.absence))
struct CorpusConformanceTests {
  @Test("reads without errors", arguments: Corpus.receipts)
  func noErrors(_ name: String) throws {
    let decoded = try ReceiptDecoder().decode(try Corpus.receipt(name))
    #expect(decoded.errors.map(\.mark) == [])
    let isWrapped = try Corpus.reference(name).payload.wrappedInOctetString ?? false
    #expect(decoded.findings.contains { $0.id == .payloadWrapped } == isWrapped)
  }

  @Test("has the same container as the reference", arguments: Corpus.receipts)
  func container(_ name: String) throws {
    let reference = try Corpus.reference(name)
    let decoded = try ReceiptDecoder().decode(try Corpus.receipt(name))
    let signedData = try #require(decoded.signedData)
    #expect(decoded.input.bytes.count == reference.size)
    #expect(decoded.input.layers == [])
    #expect(signedData.encoding.rawValue == reference.encoding.lowercased())
    #expect(signedData.version == reference.cmsVersion)
    #expect(
      signedData.digestAlgorithms.map(\.algorithm.description)
        == (try reference.digestAlgorithms.map(Self.oid)))
    #expect(signedData.contentType == .data)
    let content = try #require(signedData.content)
    #expect(content.count == reference.econtent.len)
    #expect(SHA256.hexDigest(content) == reference.econtent.sha256)
    #expect(signedData.hasRevocationLists == (reference.crls > 0))
    #expect(
      signedData.certificates.map { SHA256.hexDigest($0) } == reference.certificates.map(\.sha256))
  }

  @Test("has the same signers as the reference", arguments: Corpus.receipts)
  func signers(_ name: String) throws {
    let reference = try Corpus.reference(name)
    let signedData = try #require(ReceiptDecoder().decode(try Corpus.receipt(name)).signedData)
    #expect(signedData.signerInfos.count == reference.signers.count)
    for (signer, expected) in zip(signedData.signerInfos, reference.signers) {
      #expect(signer.version == expected.version)
      #expect(hex(signer.serialNumber.dropFirst(2)).trimmingZeros == expected.sid.serial)
      // The issuer is given with exactly the bytes that are in a certificate.
      #expect(signedData.certificates.contains { Array($0).offset(of: Array(signer.issuer)) > 0 })
      #expect(signer.digestAlgorithm.algorithm.description == (try Self.oid(expected.digest)))
      #expect(signer.signatureAlgorithm.algorithm.description == (try Self.oid(expected.sigAlg)))
      #expect(signer.signature.count == expected.sigLen)
      #expect(signer.hasSignedAttributes == expected.signedAttrs.arePresent)
      #expect(!signer.hasUnsignedAttributes)
    }
  }

  @Test("has every attribute of the reference, in order", arguments: Corpus.receipts)
  func attributes(_ name: String) throws {
    let expected = try Corpus.reference(name).flattened
    let attributes = try ReceiptDecoder().decode(try Corpus.receipt(name)).attributes
    #expect(attributes.map(\.path.description) == expected.map(\.path))
    var differences: [String] = []
    for (attribute, (path, reference)) in zip(attributes, expected) {
      differences += Self.differences(attribute, reference).map { "\(path): \($0)" }
    }
    #expect(differences == [])
  }

  @Test("fills the model with the values of the reference", arguments: Corpus.receipts)
  func model(_ name: String) throws {
    let reference = try Corpus.reference(name).payload
    let receipt = try ReceiptDecoder().decode(try Corpus.receipt(name)).receipt
    var differences = try Self.differences(receipt, ModelField<Receipt>.all, reference.attributes)
    let purchases = reference.attributes.filter { $0.type == 17 }
    #expect(receipt.inApp.count == reference.inAppCount)
    for (index, (purchase, expected)) in zip(receipt.inApp, purchases).enumerated() {
      differences += try Self.differences(
        purchase, ModelField<InAppPurchase>.all, expected.value.attributes
      ).map { "17[\(index)]/\($0)" }
    }
    #expect(differences == [])
  }

  @Test("agrees with the reference's summary", arguments: Corpus.receipts)
  func summary(_ name: String) throws {
    let summary = try Corpus.reference(name).payload.summary.compactMapValues { $0 }
      .filter { !$0.value.isEmpty }
    let receipt = try ReceiptDecoder().decode(try Corpus.receipt(name)).receipt
    #expect(receipt.receiptType?.text == summary["receipt_type"])
    #expect(receipt.bundleID?.text == summary["bundle_id"])
    #expect(receipt.applicationVersion?.text == summary["application_version"])
    #expect(receipt.originalApplicationVersion?.text == summary["original_application_version"])
    for (date, key) in [
      (receipt.receiptCreationDate, "receipt_creation_date"),
      (receipt.originalPurchaseDate, "original_purchase_date"),
      (receipt.expirationDate, "expiration_date"),
    ] {
      let expected = try summary[key].map(Self.milliseconds)
      #expect(date?.millisecondsSince1970 == expected, "\(key)")
    }
  }

  // MARK: Comparing

  private static func differences(
    _ attribute: Attribute, _ reference: Reference.Attribute
  ) -> [String] {
    var result: [String] = []
    func compare<Value: Equatable>(_ ours: Value, _ theirs: Value, _ what: String) {
      if ours != theirs { result.append("\(what) is \(ours), not \(theirs)") }
    }
    compare(attribute.type, reference.type, "type")
    compare(attribute.version, reference.version, "version")
    if let expected = reference.rawHex {
      compare(hex(attribute.value), expected, "value")
    } else {
      compare(attribute.value.count, reference.rawLen ?? -1, "length")
      compare(SHA256.hexDigest(attribute.value), reference.rawSha256 ?? "", "hash")
    }
    // Types 4 to 7 of a receipt are plain bytes, even if they could be read as ASN.1.
    let isRaw = (4...7).contains(reference.type) || reference.value.kind == "opaque"
    let kind = isRaw ? "raw" : reference.value.kind == "in_app" ? "SET" : reference.value.kind
    compare(attribute.kind.name, kind, "kind")
    guard !isRaw else { return result }
    compare(attribute.text?.text, reference.value.text, "text")
    compare(attribute.integer, reference.value.number, "number")
    return result
  }

  private static func differences<Model>(
    _ model: Model, _ fields: [Int: ModelField<Model>], _ reference: [Reference.Attribute]
  ) throws -> [String] {
    var result: [String] = []
    for (type, field) in fields.sorted(by: { $0.key < $1.key }) {
      let expected = try reference.first { $0.type == type }.flatMap { try value($0, of: field) }
      let found = field.read(model)
      if found != expected {
        result.append("\(type) is \(found ?? "nil"), not \(expected ?? "nil")")
      }
    }
    return result
  }

  /// The reference's value of a field, in the format of `ModelField.read`.
  private static func value<Model>(
    _ reference: Reference.Attribute, of field: ModelField<Model>
  ) throws -> String? {
    let text = reference.value.text ?? ""
    let number = reference.value.number
    return switch field {
    case .text: text.isEmpty ? nil : text
    case .date: text.isEmpty ? nil : "\(try milliseconds(text))"
    case .number: number.map { "\($0)" }
    case .identifier: number == 0 ? nil : number.map { "\($0)" }
    case .flag: number.map { "\($0 != 0)" }
    case .octets: reference.rawHex
    }
  }

  /// A date read by Foundation.
  private static func milliseconds(_ text: String) throws -> Int64 {
    var text = text
    // Foundation requires a colon in a numeric zone.
    if let sign = text.dropFirst(19).firstIndex(where: { "+-".contains($0) }) {
      text.insert(":", at: text.index(sign, offsetBy: 3))
    }
    let style = Date.ISO8601FormatStyle(
      timeZoneSeparator: .colon, includingFractionalSeconds: text.contains("."))
    return Int64((try style.parse(text).timeIntervalSince1970 * 1000).rounded())
  }

  private static func oid(_ name: String) throws -> String {
    try #require(
      [
        "sha1": "1.3.14.3.2.26", "sha256": "2.16.840.1.101.3.4.2.1",
        "rsaEncryption": "1.2.840.113549.1.1.1", "sha256WithRSA": "1.2.840.113549.1.1.11",
      ][name])
  }
}

extension String {
  fileprivate var trimmingZeros: String { String(drop { $0 == "0" }) }
}

/// Files that are broken or not receipts.
@Suite(.enabled(if: !Corpus.broken.isEmpty, Corpus.absence))
struct BrokenCorpusTests {
  struct Expectation: Sendable, CustomTestStringConvertible {
    let prefix: String
    let attributeCount: Int
    let marks: [Mark]
    var testDescription: String { prefix }
  }

  static let expectations = [
    // Truncated inside attribute 7, inside the header of the sixth attribute, and inside attribute 13.
    Expectation(
      prefix: "r075", attributeCount: 19,
      marks: [Mark("truncated", at: 0), Mark("truncated", at: 428, in: "7")]),
    Expectation(
      prefix: "r077", attributeCount: 5,
      marks: [Mark("truncated", at: 0), Mark("truncated", at: 127)]),
    Expectation(
      prefix: "r109", attributeCount: 7,
      marks: [Mark("truncated", at: 0), Mark("truncated", at: 167, in: "13")]),
    // A line of text with only letters of base64's alphabet.
    Expectation(prefix: "r120", attributeCount: 0, marks: [Mark("not-a-receipt", at: 0)]),
    // A JSON file with several receipts.
    Expectation(prefix: "r124", attributeCount: 0, marks: [Mark("several-receipts", at: nil)]),
    // A detached signature has no offset at which something is missing.
    Expectation(prefix: "r125", attributeCount: 0, marks: [Mark("no-content", at: nil)]),
  ]

  @Test(
    "each is refused or read as far as possible, with code, offset and path",
    arguments: expectations)
  func broken(_ expected: Expectation) throws {
    let name = try #require(Corpus.broken.first { $0.hasPrefix(expected.prefix) })
    let bytes = try Corpus.broken(name)
    #expect(allErrors(bytes).map(\.mark) == expected.marks)
    if expected.attributeCount == 0 {
      #expect(thrownError(bytes) != nil)
    } else {
      let attributes = try ReceiptDecoder().decode(bytes).attributes
      #expect(attributes.count == expected.attributeCount)
    }
  }

  @Test("every broken file has an expectation")
  func allCovered() {
    #expect(Set(Corpus.broken.map { String($0.prefix(4)) }) == Set(Self.expectations.map(\.prefix)))
  }
}
