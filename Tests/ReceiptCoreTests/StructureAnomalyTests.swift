import Foundation
import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptInsight
@testable import ReceiptMaking

/// Every anomaly is reported at its place, and every kind has an example here.
@Suite(.timeLimit(.minutes(60)))
struct StructureAnomalyTests {
  /// `name: id` for every anomaly in a dump, in order.
  private static func anomalies(
    _ bytes: [UInt8], as form: StructureInput.Form = .pkcs7
  ) -> [String] {
    var result: [String] = []
    var dump = StructureDump(StructureInput(bytes, form))
    while let event = dump.next() {
      guard case .node(let node) = event else { continue }
      result += node.anomalies.map { "\(node.name): \($0.id.rawValue)" }
    }
    return result
  }

  /// A receipt with one attribute that holds `value`.
  private static func receipt(_ type: Int64, _ value: [UInt8]) -> [UInt8] {
    DER.receipt(
      DER.set([DER.attribute(type, value)]), certificates: [], signerInfos: [DER.signerInfo])
  }

  private static let sound = receipt(2, DER.utf8("com.example.app"))
  private static let empty: [UInt8] = []

  private struct Example: Sendable {
    let id: StructureAnomaly.ID
    let name: String
    let bytes: [UInt8]
    var form = StructureInput.Form.pkcs7
  }

  private static let examples: [Example] = [
    Example(
      id: .unreadable, name: "payload",
      bytes: DER.receipt(
        DER.tlv(0x31, [DER.attribute(2, DER.utf8("a")), [0x30, 0xFF, 0x01]]), certificates: [])),
    Example(
      id: .truncated, name: "payload 2 bundle_id",
      bytes: receipt(2, [0x0C, 0x05, 0x61])),
    Example(
      id: .tooDeep, name: String(repeating: "[0]", count: ElementWalker.maximumDepth),
      bytes: Array(repeating: [0x30, 0x80], count: 200).flatMap { $0 },
      form: .elements),
    Example(
      id: .missingEndOfContents, name: "", bytes: [0x30, 0x80, 0x02, 0x01, 0x01], form: .elements),
    Example(
      id: .invalidBase64, name: "payload", bytes: Array("eyJhIjoxfQ.!.AAAA".utf8), form: .jws),
    Example(
      id: .invalidJWS, name: "header", bytes: Array("eyJhIjoxfQ".utf8), form: .jws),
    Example(
      id: .invalidJSON, name: "", bytes: Array(#"{"a": 1 "b": 2}"#.utf8), form: .json),
    Example(
      id: .invalidPropertyList, name: "", bytes: Array(#"{ "a" = "1"; b }"#.utf8),
      form: .propertyList),
    Example(
      id: .invalidSignature, name: "signature.octets",
      bytes: Array(#"{ "signature" = "AAAA"; }"#.utf8), form: .propertyList),
    Example(
      id: .indefiniteLength, name: "", bytes: [0x30, 0x80, 0x00, 0x00], form: .elements),
    Example(
      id: .nonMinimalLength, name: "", bytes: [0x04, 0x81, 0x01, 0x00], form: .elements),
    Example(
      id: .nonMinimalTag, name: "", bytes: [0x9F, 0x1E, 0x01, 0x00], form: .elements),
    Example(
      id: .nonMinimalInteger, name: "payload 1 adam_id",
      bytes: receipt(1, DER.tlv(0x02, [0, 1]))),
    Example(
      id: .constructedString, name: "encapContentInfo.eContent.octets",
      bytes: BER.container(DER.tlv(0x24, DER.tlv(0x04, DER.set([]))))),
    Example(id: .wrongForm, name: "", bytes: [0x10, 0x00], form: .elements),
    Example(
      id: .unexpectedTag, name: "payload 1 adam_id", bytes: receipt(1, DER.utf8("1"))),
    Example(
      id: .unexpectedElement, name: "signedData[4]",
      bytes: DER.tlv(
        0x30,
        [
          DER.signedDataOID,
          DER.tlv(
            0xA0,
            DER.tlv(
              0x30,
              [
                DER.integer(1), DER.tlv(0x31, DER.sha1), DER.tlv(0x30, DER.dataOID),
                DER.tlv(0x31, DER.signerInfo), DER.tlv(0x31, empty),
              ])),
        ]), form: .pkcs7),
    Example(
      id: .unexpectedEndOfContents, name: "",
      bytes: DER.tlv(0x30, DER.integer(1) + [0, 0, 0, 0] + DER.integer(2)), form: .elements),
    Example(id: .trailingData, name: "[1]", bytes: sound + [0x05, 0x00]),
    Example(
      id: .payloadWrapped, name: "payload.octets",
      bytes: DER.receipt(DER.tlv(0x04, DER.set([DER.attribute(2, DER.utf8("a"))])))),
    Example(
      id: .duplicateAttribute, name: "payload 3",
      bytes: DER.receipt(
        DER.set([DER.attribute(3, DER.utf8("1")), DER.attribute(3, DER.utf8("2"))]))),
    Example(
      id: .unsortedSet, name: "payload 2",
      bytes: DER.receipt(
        DER.tlv(0x31, [DER.attribute(3, DER.utf8("1")), DER.attribute(2, DER.utf8("1"))]))),
    Example(
      id: .wrongStringType, name: "payload 12 receipt_creation_date",
      bytes: receipt(12, DER.utf8("2024-02-29T12:00:00Z"))),
    Example(
      id: .invalidUTF8, name: "payload 2 bundle_id", bytes: receipt(2, DER.tlv(0x0C, [0xFF]))),
    Example(
      id: .invalidInteger, name: "payload 1 adam_id", bytes: receipt(1, [0x02, 0x00])),
    Example(id: .invalidBoolean, name: "", bytes: [0x01, 0x01, 0x02], form: .elements),
    Example(id: .invalidBits, name: "", bytes: [0x03, 0x01, 0x01], form: .elements),
    Example(id: .invalidIdentifier, name: "", bytes: [0x06, 0x01, 0x80], form: .elements),
    Example(
      id: .invalidDate, name: "payload 12 receipt_creation_date",
      bytes: receipt(12, DER.ia5("2024-02-30T12:00:00Z"))),
    Example(
      id: .nonCanonicalBase64, name: "payload", bytes: Array("eyJhIjoxfQ.eyJhIjoxfQ==.AAAA".utf8),
      form: .jws),
    Example(
      id: .duplicateName, name: "a", bytes: Array(#"{"a": 1, "a": 2}"#.utf8), form: .json),
  ]

  @Test("each kind is reported at its place", arguments: examples.indices)
  func kinds(_ index: Int) {
    let example = Self.examples[index]
    let found = Self.anomalies(example.bytes, as: example.form)
    #expect(
      found.contains("\(example.name): \(example.id.rawValue)"), "\(found)")
    #expect(StructureTests.fault(StructureInput(example.bytes, example.form)) == nil)
  }

  @Test("every kind has an example, and a message without a full stop")
  func complete() {
    #expect(Set(Self.examples.map(\.id)) == Set(StructureAnomaly.ID.allCases))
    for id in StructureAnomaly.ID.allCases { #expect(!id.message.hasSuffix(".")) }
  }

  @Test("docs/dump.md lists every kind with its message, and the limits")
  func documentation() throws {
    let text = try String(
      contentsOf: Fixture.root.appending(path: "docs/dump.md"), encoding: .utf8)
    let rows = StructureAnomaly.ID.allCases.map { "| `\($0.rawValue)` | \($0.message) |\n" }
    #expect(text.contains("| id | what was seen |\n|---|---|\n" + rows.joined() + "\n"))
    #expect(
      text.contains("apart \(ElementWalker.maximumDepth) deep, JSON \(JSONReader.maximumDepth)"))
    #expect(ElementWalker.maximumOtherTypes == 4_096 && text.contains("4,096"))
    #expect(JSONWalker.maximumNames == 65_536 && text.contains("65,536"))
  }

  @Test("a sound receipt has no anomalies")
  func sound() throws {
    #expect(Self.anomalies(Self.sound) == [])
    #expect(Self.anomalies(try Fixture.subscription()) == [])
  }

  @Test("reading continues after an unreadable part")
  func resuming() {
    let bytes = DER.receipt(
      DER.tlv(
        0x31,
        [DER.attribute(2, [0x0C, 0x80, 0x61]), DER.attribute(3, DER.utf8("42"))]),
      certificates: [])
    #expect(Self.anomalies(bytes) == ["payload 2.value: unreadable"])
    #expect(Self.names(bytes).contains("payload 3 application_version"))
  }

  private static func names(_ bytes: [UInt8]) -> [String] {
    var dump = StructureDump(StructureInput(bytes, .pkcs7))
    var names: [String] = []
    while let event = dump.next() {
      if case .node(let node) = event { names.append(node.name) }
    }
    return names
  }

  // MARK: Limits

  @Test("elements are walked down to the limit, and no deeper")
  func depth() {
    for (depth, isTooDeep) in [
      (ElementWalker.maximumDepth, false), (ElementWalker.maximumDepth + 1, true),
    ] {
      var bytes: [UInt8] = [0x05, 0x00]
      for _ in 0..<depth { bytes = DER.tlv(0x30, bytes) }
      let found = Self.anomalies(bytes, as: .elements)
      #expect(found.contains { $0.hasSuffix("too-deep") } == isTooDeep)
    }
  }

  @Test("duplicates of unknown attribute types are reported up to the number remembered")
  func otherTypes() {
    for (count, isNoticed) in [
      (ElementWalker.maximumOtherTypes, true), (ElementWalker.maximumOtherTypes + 1, false),
    ] {
      var attributes = (0..<count).map { DER.attribute(100_000 + Int64($0), [0x05, 0x00]) }
      attributes.append(DER.attribute(100_000 + Int64(count) - 1, [0x05, 0x00]))
      let found = Self.anomalies(DER.receipt(DER.tlv(0x31, attributes)))
      #expect(found.contains { $0.hasSuffix("duplicate-attribute") } == isNoticed)
    }
  }

  @Test("duplicate names are reported up to the number remembered")
  func names() {
    for (count, isNoticed) in [
      (JSONWalker.maximumNames, true), (JSONWalker.maximumNames + 1, false),
    ] {
      let members = (0..<count).map { "\"\($0)\":1" } + ["\"\(count - 1)\":1"]
      let text = "{" + members.joined(separator: ",") + "}"
      let found = Self.anomalies(Array(text.utf8), as: .json)
      #expect(found.isEmpty != isNoticed)
    }
  }

  @Test("JSON is walked as deep as it is read elsewhere")
  func depthOfJSON() {
    for (depth, isTooDeep) in [
      (JSONReader.maximumDepth, false), (JSONReader.maximumDepth + 1, true),
    ] {
      let text =
        String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
      let found = Self.anomalies(Array(text.utf8), as: .json)
      #expect(found.contains { $0.hasSuffix("too-deep") } == isTooDeep, "\(found)")
      #expect(found.isEmpty != isTooDeep)
    }
  }

  @Test("nested parts are walked up to the limit")
  func parts() {
    var text = Array(#"{"bundleId":"\#(String(repeating: "x", count: 200))"}"#.utf8)
    for _ in 0..<StructureDump.maximumParts + 3 {
      let jws =
        Base64.encodeURL(Array(#"{"alg":"ES256"}"#.utf8)) + [UInt8(ascii: ".")]
        + Base64.encodeURL(text) + Array(".AAAA".utf8)
      text = Array(#"{"signedTransactionInfo":""#.utf8) + jws + Array(#""}"#.utf8)
    }
    let input = StructureInput(text, .json)
    var dump = StructureDump(input)
    var open = 0
    var deepest = 0
    while let event = dump.next() {
      switch event {
      case .begin: open += 1
      case .end: open -= 1
      case .node: break
      }
      deepest = max(deepest, open)
    }
    #expect(deepest == StructureDump.maximumParts)
    #expect(StructureTests.fault(input) == nil)
  }

  // MARK: Bombs

  @Test(
    "bombs are walked in time linear in their size", .slow,
    arguments: [
      [0x30, 0x80], [0x05, 0x00], [0x00], [0xFF], [0x1F], [0x24], Array("[".utf8),
      Array("[[],".utf8), Array("eyJ.".utf8), Array("\n".utf8), Array("MIIM".utf8),
    ])
  func bombs(_ unit: [UInt8]) {
    let bytes = Array(repeating: unit, count: 1_000_000 / unit.count).flatMap(\.self)
    #expect(StructureTests.fault(bytes) == nil)
    for form: StructureInput.Form in [.pkcs7, .elements, .json, .jws] {
      #expect(StructureTests.fault(StructureInput(bytes, form)) == nil)
    }
  }
}
