import Foundation
import ReceiptCore
import TestSupport
import Testing

@testable import LibrarySnippets

/// The Swift code in the documentation is that of `Tests/LibrarySnippets`, which is compiled, and run here.
@Suite struct SnippetTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Fixture.root.appending(path: path), encoding: .utf8)
  }

  private static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: Fixture.root.appending(path: folder).path
    ).map { "\(folder)/\($0)" }
  }

  private static func file(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Fixture.root.appending(path: "Fixtures/\(name)")))
  }

  private static func roots() throws -> [TrustAnchor] {
    try TrustAnchor.custom(file("roots.pem"))
  }

  @Test("Every page shows code that is compiled, and the catalogue shows all of it")
  func pages() throws {
    let compiled = Set(try Self.names(in: "Tests/LibrarySnippets").map(Self.text))
    let repository = try #require(
      try Self.text("Sources/CReceiptBuild/include/CReceiptBuild.h")
        .firstMatch(of: /RECEIPT_REPOSITORY "(.*)"/)?.1)
    // There is no release to name a version of.
    let dependency = """
      .package(url: "\(repository)", branch: "main", traits: [])
      .product(name: "ReceiptCore", package: "receipt")

      """
    let catalogue = try Self.names(in: "Sources/ReceiptCore/ReceiptCore.docc")
    var shown: Set<String> = []
    for page in catalogue + ["README.md", "docs/library.md"] {
      let blocks = try Self.text(page).components(separatedBy: "```swift\n").dropFirst()
        .map { $0.components(separatedBy: "```")[0] }
      #expect(!blocks.isEmpty, "\(page) shows no code")
      for block in blocks where block != dependency {
        #expect(compiled.contains(block), "not in Tests/LibrarySnippets, in \(page):\n\(block)")
      }
      if catalogue.contains(page) { shown.formUnion(blocks) }
    }
    #expect(compiled.subtracting(shown).isEmpty)
    #expect(try Self.text("docs/library.md").contains(dependency))
  }

  @Test("Decoding: the products with their dates")
  func decode() throws {
    #expect(
      try products(in: Fixture.subscription()) == [
        "vip: until 2018-11-29T08:29:26Z", "vip: until 2018-11-29T09:29:26Z",
      ])
  }

  @Test("Verifying: who signed it")
  func verify() throws {
    #expect(try signer(of: Fixture.subscription()) == "signed by Apple")
    #expect(try signer(of: Self.file("mac.receipt")).hasPrefix("not signed by Apple: "))
  }

  @Test("Expecting: what is wrong with it")
  func expect() throws {
    let now = try #require(ReceiptDate("2018-11-29T08:45:00Z".utf8))
    let receipt = try Fixture.subscription()
    #expect(try problems(with: receipt, at: now) == [])
    let later = now.adding(TimeSpan(milliseconds: 3_600_000))
    let lapsed = try problems(with: receipt, at: later)
    #expect(lapsed.count == 1 && lapsed[0].hasPrefix("subscription: "), "\(lapsed)")
    let other = try problems(with: Self.file("mac.receipt"), at: now)
    #expect(other.contains { $0.hasPrefix("bundle-id: ") }, "\(other)")
  }

  @Test("Devices: whether it was made for one")
  func device() throws {
    let receipt = try Self.file("mac.receipt")
    let roots = try Self.roots()
    #expect(try isReceipt(receipt, for: "02:00:00:00:00:01", roots: roots))
    #expect(try !isReceipt(receipt, for: "02:00:00:00:00:02", roots: roots))
    #expect(try !isReceipt(receipt, for: "02:00:00:00:00:01"))
    #expect(try !isReceipt(receipt, for: "my Mac", roots: roots))
  }

  @Test("StoreKit 2: the products of a notification")
  func notification() throws {
    let body = try Self.file("notification.jws")
    #expect(
      try products(ofNotification: body, roots: Self.roots()) == ["com.example.tea.monthly"])
    #expect(try products(ofNotification: body) == [])
    #expect(throws: ReceiptError(.wrongForm, "")) {
      try products(ofNotification: Fixture.subscription())
    }
  }

  @Test("Errors: no receipt, a damaged one, an odd one, a sound one")
  func errors() throws {
    let sound = try Fixture.subscription()
    #expect(report(on: sound) == [])
    #expect(report(on: Array(sound.prefix(700))).contains { $0.hasPrefix("damaged: ") })
    #expect(report(on: Array("null".utf8)).first?.hasPrefix("no receipt: null: ") == true)
    #expect(report(on: try Self.file("odd-dates.receipt")).allSatisfy { $0.hasPrefix("odd: ") })
  }

  @Test("Limits: a small file is read, a large one is not")
  func limits() throws {
    #expect(try decodeUpload(Fixture.subscription()).receipt.inApp.count == 2)
    #expect(throws: ReceiptError(.tooLarge, "")) {
      try decodeUpload([UInt8](repeating: 0x30, count: (1 << 20) + 1))
    }
  }
}
