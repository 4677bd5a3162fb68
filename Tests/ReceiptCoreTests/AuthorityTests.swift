import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Authorities for test receipts: the built-in one, and those in files.
@Suite struct AuthorityTests {
  @Test("the stored primes of the well-known authority are correct")
  func primes() throws {
    let known = TestAuthority.publicPrimes
    for (name, distances) in [
      ("root", known.root), ("intermediate", known.intermediate), ("leaf", known.leaf),
    ] {
      let found = try SigningKey.primes(bits: 2048, seed: "\(TestAuthority.publicSeed) \(name)")
      let expected = try #require(distances)
      #expect(found == expected, "\(name)")
    }
  }

  @Test("the well-known authority is always the same, and follows from its seed")
  func wellKnown() throws {
    let first = try TestAuthority.wellKnown()
    let searched = try TestAuthority(
      seed: TestAuthority.publicSeed, validity: TestAuthority.anyTime)
    #expect(first.certificates == searched.certificates)
    #expect(
      try first.elliptic().certificates == TestAuthority.wellKnown().elliptic().certificates)
    let leaf = try Certificate(first.leaf.certificate[...])
    #expect(leaf.notBefore == TestAuthority.day(2008, 1, 1))
    #expect(leaf.notAfter == TestAuthority.day(2049, 12, 31))
  }

  @Test("an authority read from its files signs like the original one")
  func files() throws {
    let authority = try AuthorityFiles.authority(seed: [1, 2, 3])
    let files = try Self.contents(of: authority)
    #expect(files.count == 13)
    let again = try Self.authority(files)
    #expect(again.certificates == authority.certificates)
    let draft = ReceiptDraft(Receipt(), attributes: [.utf8(2, "a")])
    #expect(try again.receipt(draft) == authority.receipt(draft))
    #expect(try again.jws("{}").encoded == authority.jws("{}").encoded)
    #expect(
      try again.transaction([("bid", "a")]).encoded()
        == authority.transaction([("bid", "a")]).encoded())
    let roots = try TrustAnchor.custom(Array(AuthorityFiles.rootsText(of: authority).utf8))
    #expect(roots.map(\.name) == ["Test Root", "Test Elliptic Root"])
  }

  @Test("files of two authorities and damaged files are refused, with their names")
  func mixedFiles() throws {
    let one = try Self.contents(of: AuthorityFiles.authority(seed: [1, 2, 3]))
    let other = try Self.contents(of: AuthorityFiles.authority(seed: [4]))
    for name in ["leaf.key", "jws-root.pem", "jws-leaf.key"] {
      var mixed = one
      mixed[name] = other[name]
      let error = #expect(throws: ReceiptError.self) {
        try Self.authority(mixed)
      }
      #expect(error?.code == .invalidAuthority)
      mixed[name] = "nothing"
      #expect(throws: ReceiptError.self) {
        try Self.authority(mixed)
      }
    }
  }

  private static func contents(of authority: TestAuthority) throws -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: try AuthorityFiles.files(of: authority).map { ($0.name, $0.text) })
  }

  private static func authority(_ files: [String: String]) throws(ReceiptError) -> TestAuthority {
    try AuthorityFiles.authority { name throws(ReceiptError) in try read(name, files) }
  }

  private static func read(
    _ name: String, _ files: [String: String]
  ) throws(ReceiptError) -> [UInt8] {
    guard let text = files[name] else { throw ReceiptError(.invalidAuthority, "no \(name)") }
    return Array(text.utf8)
  }

  @Test("several threads sign the same as one thread")
  func parallel() async throws {
    let authority = try AuthorityFiles.authority(seed: [7])
    func make(_ number: Int) throws -> [[UInt8]] {
      let draft = ReceiptDraft(Receipt(), attributes: [.utf8(2, "app \(number)")])
      return [
        try authority.receipt(draft), try authority.jws("{\"number\":\(number)}").encoded,
        try authority.transaction([("bid", "app \(number)")]).encoded(),
      ]
    }
    let made = try await withThrowingTaskGroup(of: (Int, [[UInt8]]).self) { group in
      for number in 0..<40 { group.addTask { (number, try make(number)) } }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for number in 0..<40 { #expect(try made[number] == make(number)) }
  }

  @Test("an iOS 6 transaction verifies under the root")
  func transaction() throws {
    let authority = try TestAuthority.wellKnown()
    let bytes = try authority.transaction([
      ("product-id", "a"), ("bid", "b"), ("transaction-id", "1"),
      ("purchase-date-ms", "1369991411250"),
    ]).encoded()
    let verification = ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(authority.rootCertificate)
    ).verify(try ReceiptDecoder().decode(bytes))
    #expect(verification.status == .custom)
  }
}
