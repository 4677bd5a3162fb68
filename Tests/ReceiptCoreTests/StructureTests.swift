import Foundation
import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptInsight
@testable import ReceiptMaking

/// The bytes of all nodes, one after the other, are the file.
@Suite(.timeLimit(.minutes(60)))
struct StructureTests {
  /// What is wrong with a dump of `bytes`; `nil` if nothing is.
  static func fault(_ bytes: [UInt8]) -> String? {
    do {
      for input in try StructureInput.all(in: bytes) {
        if let fault = fault(input) { return fault }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  static func fault(_ input: StructureInput) -> String? {
    var dump = StructureDump(input)
    // For each open part: where the next node must begin, and where the part ends.
    var open: [(position: Int, count: Int)] = [(0, input.bytes.count)]
    var file: [UInt8] = []
    while let event = dump.next() {
      switch event {
      case .begin(let part): open.append((0, part.count))
      case .end:
        guard let part = open.popLast(), part.position == part.count else {
          return "a part ends before its end"
        }
      case .node(let node):
        guard let part = open.last else { return "a node outside of all parts" }
        guard node.offset == part.position else {
          return "a node begins at \(node.offset), not \(part.position): \(node.name)"
        }
        let pieces = Array(node.header) + Array(node.content) + Array(node.separator)
        guard pieces == Array(node.octets) else {
          return "header, content, separator: \(node.name)"
        }
        open[open.count - 1].position += node.octets.count
        if open.count == 1 { file += node.octets }
      }
    }
    guard open.count == 1, file == input.bytes else {
      return "\(file.count) bytes of \(input.bytes.count) were given back"
    }
    return nil
  }

  @Test("a dump reproduces the genuine receipt, as DER and in base64")
  func fixture() throws {
    #expect(Self.fault(try Fixture.subscription()) == nil)
    #expect(Self.fault(try Fixture.subscriptionText()) == nil)
  }

  @Test(
    "a dump reproduces every receipt of the corpus", .enabled(if: Corpus.isPresent, Corpus.absence))
  func corpus() throws {
    var count = 0
    let files = FileManager.default.enumerator(atPath: Corpus.folder.path)
    while let name = files?.nextObject() as? String {
      let url = Corpus.folder.appending(path: name)
      guard let data = try? Data(contentsOf: url) else { continue }
      #expect(Self.fault([UInt8](data)) == nil, "\(name)")
      count += 1
    }
    #expect(count > 100)
  }

  private static let authority = TestAuthority.shared

  @Test("a dump reproduces every receipt of the catalogue", arguments: CatalogueReceipt.all)
  func catalogue(_ receipt: CatalogueReceipt) throws {
    #expect(Self.fault(try receipt.make(under: Self.authority.get())) == nil)
  }

  /// A thousand for each seed. Fewer if `RECEIPT_MUTANTS` is below ten thousand, as under a sanitizer, where
  /// each costs thirty times as much.
  private static let damagedFiles =
    min(10_000, Mutants.asked ?? 10_000) / 10

  @Test("a dump reproduces 10,000 damaged files", arguments: 0..<10)
  func damaged(_ seed: UInt64) throws {
    var originals = [try Fixture.subscription(), try Fixture.subscriptionText()]
    originals.append(
      BER.receipt(
        DER.set([DER.attribute(2, DER.utf8("com.example.app"))]), pieceLengths: [5, 20]
      ).bytes)
    let names = ["control-characters", "ok", "indefinite-lengths", "ios6-ok", "jws-ok"]
    let receipts = CatalogueReceipt.all.filter { names.contains($0.name) }
    #expect(receipts.count == names.count)
    originals += try receipts.map { try $0.make(under: Self.authority.get()) }
    var dice = SplitMix64(seed: 1000 + seed)
    var faults: [String] = []
    for number in 0..<Self.damagedFiles {
      guard var bytes = originals.randomElement(using: &dice) else { return }
      for _ in 0..<Int.random(in: 1...4, using: &dice) { bytes.damage(using: &dice) }
      if let fault = Self.fault(bytes) { faults.append("\(number): \(fault)") }
    }
    #expect(faults == [])
  }

  @Test("a long name is shortened where it is a part of a path", arguments: [80, 81])
  func longNames(length: Int) {
    let name = pathPart([UInt8](repeating: UInt8(ascii: "a"), count: length)[...])
    #expect(name == String(repeating: "a", count: 80) + (length > 80 ? "…" : ""))
  }

  @Test("a dump reproduces random bytes", arguments: 0..<4)
  func noise(_ seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    for length in [1, 2, 3, 17, 100, 1_000] {
      for _ in 0..<50 {
        let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &dice) }
        #expect(Self.fault(bytes) == nil)
        // In every form that could be assumed.
        let walkers: [StructureInput.Form] = StructureInput.Form.allCases
        for form in walkers { #expect(Self.fault(StructureInput(bytes, form)) == nil) }
      }
    }
  }
}

extension [UInt8] {
  /// One change: a flipped bit, a cut, inserted or removed bytes, or another length.
  fileprivate mutating func damage(using dice: inout SplitMix64) {
    guard let index = indices.randomElement(using: &dice) else { return }
    switch Int.random(in: 0..<6, using: &dice) {
    case 0, 1: self[index] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
    case 2:
      self[index] =
        [0x00, 0x04, 0x24, 0x30, 0x31, 0x80, 0x82, 0xA0, 0xFF][Int.random(in: 0..<9, using: &dice)]
    case 3: removeLast(count - index)
    case 4:
      let extra = (0..<Int.random(in: 1...5, using: &dice)).map { _ in
        UInt8.random(in: .min ... .max, using: &dice)
      }
      insert(contentsOf: extra, at: index)
    default:
      let end = Swift.min(count, index + Int.random(in: 1...40, using: &dice))
      removeSubrange(index..<end)
    }
  }
}
