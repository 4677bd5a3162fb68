import Foundation
import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// Trust of a JWS by the rules. The verdicts of forgeries are in the catalogue.
@Suite struct JWSVerificationTests {
  // This file uses the module's writer, not that of the tests.
  private typealias DER = ReceiptMaking.DER

  private static let authority = TestAuthority.shared

  private static func verifier(
    _ profile: ReceiptVerifier.Profile = .apple
  ) throws -> ReceiptVerifier {
    let authority = try authority.get()
    return ReceiptVerifier(
      profile: profile,
      trustRoots: try TrustAnchor.custom(authority.ellipticRootCertificate)
        + TrustAnchor.custom(authority.rootCertificate))
  }

  private static func make(_ name: String) throws -> [UInt8] {
    try #require(CatalogueReceipt.jws.first { $0.name == name }).make(under: authority.get())
  }

  private static func decode(_ bytes: [UInt8]) throws -> DecodedReceipt {
    try ReceiptDecoder().decode(ReceiptInput(bytes, kind: .jws))
  }

  // MARK: The checks

  @Test("a sound JWS passes all five checks, each with its evidence")
  func sound() throws {
    let verification = try Self.verifier().verify(Self.decode(Self.make("jws-ok")))
    #expect(verification.status == .custom && verification.reason == nil)
    #expect(verification.digest == .sha256)
    #expect(verification.chainSummary == "leaf → Test Elliptic Intermediate → Test Elliptic Root")
    #expect(verification.chain.count == 3)
    #expect(
      verification.checks.map(\.id)
        == [.structure, .signature, .chain, .certificatePurpose, .certificateValidity])
    #expect(verification.checks.allSatisfy { $0.status == .pass && !$0.evidence.isEmpty })
    #expect(verification.checks.last?.evidence["judged_at"] == "2020-06-01T12:00:00Z")
  }

  @Test("a JWS whose signature is missing, or cannot be read, is incomplete")
  func absent() throws {
    let verifier = try Self.verifier()
    let empty = verifier.verify(try Self.decode(Self.make("jws-sig-empty")))
    #expect(empty.status == .incomplete && empty.checks[1].reason == .noSigner)
    #expect(verifier.verify(try Self.decode(Self.make("jws-alg-none"))).status == .untrusted)
    #expect(verifier.verify(try Self.decode(Self.make("jws-sig-not-base64"))).status == .incomplete)
  }

  @Test("a JWS without certificates and signature was not signed")
  func unsigned() throws {
    let text = ["{\"alg\":\"ES256\"}", ExampleTransaction.payload].map {
      String(decoding: Base64.encodeURL(Array($0.utf8)), as: UTF8.self)
    }
    let decoded = try Self.decode(Array("\(text[0]).\(text[1]).".utf8))
    let verification = try Self.verifier().verify(decoded)
    #expect(verification.status == .absent && verification.reason == .noSigner)
  }

  @Test("a part that is missing explains the structure, and no check that passed")
  func cut() throws {
    let jws = try Self.authority.get().jws(ExampleTransaction.payload).encoded
    let verification = try Self.verifier().verify(Self.decode(Array(jws.dropLast(20))))
    #expect(verification.status == .incomplete && verification.reason == .truncated)
    #expect(
      verification.checks.map(\.id)
        == [.structure, .signature, .chain, .certificatePurpose, .certificateValidity])
    #expect(verification.checks.map(\.status).dropFirst(2) == [.pass, .pass, .pass])
    #expect(verification.checks[0].reason == .truncated)
  }

  @Test("a signature that fits lost nothing, whatever the text inside lacks")
  func cutInside() throws {
    let authority = try Self.authority.get()
    let inner = String(
      decoding: try authority.jws(ExampleTransaction.payload).encoded.dropLast(20), as: UTF8.self)
    let outer = try authority.jws(
      """
      {"notificationType":"TEST","notificationUUID":"u","version":"2.0","signedDate":1700000000000,\
      "data":{"signedTransactionInfo":"\(inner)"}}
      """)
    let decoded = try Self.decode(outer.encoded)
    #expect(decoded.missingPartInside != nil)
    let verification = ReceiptVerifier().verify(decoded)
    #expect(verification.status == .untrusted && verification.reason == .untrustedChain)
  }

  @Test("an algorithm is shown in twenty characters")
  func longAlgorithm() throws {
    var jws = try Self.authority.get().jws(ExampleTransaction.payload)
    jws.set("alg", .string("abcdefghijklmnopqrstuvwxyz"))
    let checks = try Self.verifier().verify(Self.decode(jws.encoded)).checks
    #expect(checks[1].reason == .unsupportedAlgorithm)
    #expect(checks[1].message == "alg is \"abcdefghijklmnopqrs, not \"ES256\"")
  }

  @Test("a signed but malformed payload is authentic and malformed")
  func authenticButMalformed() throws {
    let jws = try Self.authority.get().jws(ExampleTransaction.payload("productId", "1"))
    let verification = try Self.verifier().verify(Self.decode(jws.encoded))
    #expect(verification.status == .custom && verification.reason == nil)
    #expect(verification.checks.first?.reason == .malformed)
    #expect(verification.checks.dropFirst().allSatisfy { $0.status == .pass })
  }

  @Test("the signature is checked even if the chain fails")
  func facts() throws {
    let forged = try Self.decode(Self.make("jws-forged-chain"))
    let checks = try Self.verifier().verify(forged).checks
    #expect(checks.map(\.status) == [.pass, .pass, .fail, .notRun, .notRun])
  }

  @Test("a notification and the JWS inside it are verified separately")
  func nested() throws {
    let decoded = try Self.decode(Self.make("jws-notification"))
    let verifier = try Self.verifier()
    #expect(verifier.verify(decoded).status == .custom)
    #expect(decoded.nested.count == 2)
    for nested in decoded.nested {
      #expect(verifier.verify(try nested.content.get()).status == .custom)
    }
  }

  @Test("certificate validity is exact to the second, including the first and last moment")
  func boundaries() throws {
    let authority = try Self.authority.get()
    let leaf = try authority.ellipticLeaf(500) {
      $0.notBefore = TestAuthority.day(2020, 1, 1)
      $0.notAfter = TestAuthority.day(2020, 2, 1)
    }
    let verifier = try Self.verifier()
    for (milliseconds, reason) in [
      (1_577_836_799_999, .notYetValidAtCreation), (1_577_836_800_000, nil),
      (1_580_515_200_000, nil), (1_580_515_200_001, .expiredAtCreation),
    ] as [(Int64, CheckReason?)] {
      let payload = ExampleTransaction.payload("signedDate", String(milliseconds))
      let jws = try authority.jws(payload, signer: leaf)
      #expect(verifier.verify(try Self.decode(jws.encoded)).reason == reason)
    }
  }

  @Test("the second certificate has the name of the leaf's issuer, not only its key")
  func nameOfIssuer() throws {
    let authority = try Self.authority.get()
    let elliptic = try authority.elliptic()
    for isNamed in [true, false] {
      var template = elliptic.intermediate.template
      if !isNamed { template.subject = TestAuthority.name("Another") }
      let intermediate = try template.signed(elliptic.intermediate.key, by: elliptic.root.key)
      let jws = try authority.jws(
        ExampleTransaction.payload,
        certificates: [elliptic.leaf.certificate, intermediate, elliptic.root.certificate])
      let verification = try Self.verifier().verify(Self.decode(jws.encoded))
      #expect(verification.reason == (isNamed ? nil : .untrustedChain))
    }
  }

  @Test("a form that the caller names does not choose the date", arguments: [2020, 2044])
  func namedForm(year: Int) throws {
    let text = try Self.decode(Self.make("jws-ok"))
    var receipt = text.receipt
    receipt.receiptCreationDate = TestAuthority.day(year, 1, 1)
    let named = DecodedReceipt(
      input: text.input, form: .appTransaction, envelope: text.envelope, receipt: receipt)
    let verification = try Self.verifier().verify(named)
    #expect(verification.checks.last?.evidence["judged_at"] == "2020-06-01T12:00:00Z")
  }

  // MARK: Mutants

  @Test("changing any byte of a JWS breaks it", arguments: [0x01, 0x80, 0xFF] as [UInt8])
  func flips(mask: UInt8) throws {
    let bytes = try Self.make("jws-ok")
    let verifier = try Self.verifier()
    try Self.expectNoFlip(bytes, mask: mask) {
      Self.verifies($0, verifier) || Self.passes($0, verifier)
    }
  }

  @Test(
    "changing any byte of Apple's JWS breaks it",
    .enabled(if: !Corpus.jws.isEmpty, Corpus.absence), arguments: [0x01, 0x80, 0xFF] as [UInt8])
  func flipsApple(mask: UInt8) throws {
    let name = try #require(Corpus.jws.first { $0.hasPrefix("r072") })
    let verifier = ReceiptVerifier()
    try Self.expectNoFlip(Corpus.jws(name), mask: mask) { Self.verifies($0, verifier) }
  }

  @Test("changing the case of a signature letter, or removing or doubling one, breaks it")
  func letters() throws {
    let bytes = try Self.make("jws-ok")
    let verifier = try Self.verifier()
    let signature = try #require(bytes.lastIndex(of: UInt8(ascii: ".")))
    for index in bytes.indices.suffix(from: signature) {
      var mutants = [bytes, bytes, Array(bytes[..<index]), bytes]
      mutants[0].remove(at: index)
      mutants[1].insert(bytes[index], at: index)
      mutants[3][index] ^= 0x20
      let believed = mutants.filter { Self.verifies($0, verifier) || Self.passes($0, verifier) }
      #expect(believed == [], "octet \(index)")
    }
  }

  private static func expectNoFlip(
    _ original: [UInt8], mask: UInt8, _ verifies: ([UInt8]) -> Bool
  ) throws {
    #expect(verifies(original))
    var bytes = original
    for index in Mutants.places(in: bytes, mask: mask) {
      bytes[index] ^= mask
      defer { bytes[index] ^= mask }
      if verifies(bytes) {
        Issue.record("byte \(index) changed by \(mask) still verifies")
      }
    }
  }

  /// Whether exactly these bytes verify.
  private static func verifies(_ bytes: [UInt8], _ verifier: ReceiptVerifier) -> Bool {
    (try? decode(bytes)).map { holds($0, verifier) } ?? false
  }

  /// Whether anything in these bytes verifies if they are treated as pasted text.
  private static func passes(_ bytes: [UInt8], _ verifier: ReceiptVerifier) -> Bool {
    (try? ReceiptDecoder().decode(bytes)).map { holds($0, verifier) } ?? false
  }

  private static func holds(_ decoded: DecodedReceipt, _ verifier: ReceiptVerifier) -> Bool {
    let (verification, results) = ReceiptChecker(verifier: verifier).check(decoded)
    return verification.isTrusted || results.allSatisfy { $0.status != .fail }
  }

  // MARK: The cache

  @Test("a cached chain accepts only exactly the same certificates")
  func cache() throws {
    let verifier = try Self.verifier()
    func status(_ name: String) throws -> Verification.Status {
      try verifier.verify(Self.decode(Self.make(name))).status
    }
    // Each is tried before and after the right chain is cached.
    for _ in 0..<2 {
      for name in [
        "jws-attacker-root-in-x5c2-real-leaf", "jws-garbage-x5c2", "jws-swapped-root", "jws-chain2",
        "jws-chain4", "jws-forged-chain", "jws-tampered", "jws-swapped",
      ] {
        #expect(try status(name) == .untrusted, "\(name)")
      }
      #expect(try status("jws-ok") == .custom)
      #expect(try status("jws-sig-high-s") == .custom)
    }
  }

  @Test("chains of receipts and of JWS stay separate, even under the same root and intermediate")
  func cacheOfBoth() throws {
    let authority = try Self.authority.get()
    let verifier = try Self.verifier()
    let receipt = try #require(CatalogueReceipt.all.first { $0.name == "ok" })
    let ecdsa = try #require(CatalogueReceipt.all.first { $0.name == "ecdsa" })
    for _ in 0..<2 {
      let decoder = ReceiptDecoder()
      #expect(
        verifier.verify(try decoder.decode(receipt.make(under: authority))).status == .custom)
      #expect(verifier.verify(try Self.decode(Self.make("jws-under-rsa"))).status == .custom)
      #expect(
        verifier.verify(try Self.decode(Self.make("jws-receipt-chain"))).status == .untrusted)
      #expect(
        verifier.verify(try decoder.decode(ecdsa.make(under: authority))).status == .untrusted)
    }
  }

  // MARK: Roots

  @Test("an old root of version 1 is trusted if the caller asks for it")
  func oldRoot() throws {
    let authority = try Self.authority.get()
    let branch = try authority.elliptic()
    var template = JWSAuthority.rootTemplate
    template.isVersion1 = true
    let root = try TestAuthority.Identity(template, key: branch.root.key, by: branch.root.key)
    let jws = try Self.decode(
      authority.jws(
        ExampleTransaction.payload,
        certificates: branch.certificates.dropLast() + [root.certificate]
      ).encoded)
    #expect(try Self.verifier().verify(jws).reason == .untrustedChain)
    let anchors = try TrustAnchor.custom(root.certificate)
    #expect(ReceiptVerifier(trustRoots: anchors).verify(jws).status == .custom)
    #expect(Certificate(der: root.certificate[...])?.extensions.isEmpty == true)

    // It must have issued itself, and no other certificate may be of version 1.
    template.issuer = JWSAuthority.leafTemplate.subject
    let other = try template.signed(branch.root.key, by: branch.root.key)
    #expect(throws: ReceiptError(.invalidRoot, "")) { try TrustAnchor.custom(other) }
    let intermediate = try authority.ellipticIntermediate(501) { $0.isVersion1 = true }
    let under = try authority.jws(
      ExampleTransaction.payload,
      certificates: [
        branch.leaf.certificate, intermediate.certificate, branch.root.certificate,
      ])
    #expect(try Self.verifier().verify(Self.decode(under.encoded)).reason == .malformed)
  }

  @Test("a root must have an RSA, P-256 or P-384 key, be an authority, and have a valid key")
  func roots() throws {
    let authority = try Self.authority.get()
    let branch = try authority.elliptic()
    #expect(try TrustAnchor.custom(branch.root.certificate).count == 1)
    let p256 = try JWSAuthority.rootTemplate.signed(branch.leaf.key, by: branch.leaf.key)
    #expect(try TrustAnchor.custom(p256).count == 1)
    // secp256k1, whose keys are as long as those of P-256.
    let other = try SigningKey.elliptic(
      DER.sequence(DER.oid(1, 2, 840, 10045, 2, 1), DER.oid(1, 3, 132, 0, 10)),
      scalar: [UInt8](repeating: 7, count: 32))
    let koblitz = try JWSAuthority.rootTemplate.signed(other, by: branch.root.key)
    // Changes the last byte of the key, so that the point is no longer on its curve.
    var offCurve = branch.root.certificate
    let key = branch.root.key.publicKeyInfo
    offCurve[try #require(offCurve.firstRange(of: key)).upperBound - 1] ^= 1
    for certificate in [branch.leaf.certificate, koblitz, offCurve] {
      #expect(throws: ReceiptError(.invalidRoot, "")) { try TrustAnchor.custom(certificate) }
    }
  }

  @Test("a root whose key fits no form is refused")
  func otherRoot() throws {
    let authority = try Self.authority.get()
    let elliptic = ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(authority.ellipticRootCertificate))
    let rsa = ReceiptVerifier(trustRoots: try TrustAnchor.custom(authority.rootCertificate))
    let receipt = try #require(CatalogueReceipt.all.first { $0.name == "ok" })
    let decoded = try ReceiptDecoder().decode(receipt.make(under: authority))
    let jws = try Self.decode(Self.make("jws-ok"))
    #expect(rsa.verify(decoded).status == .custom)
    #expect(elliptic.verify(decoded).reason == .untrustedChain)
    #expect(elliptic.verify(jws).status == .custom)
    #expect(rsa.verify(jws).reason == .untrustedChain)
  }

  @Test("a key whose point is not on its curve is refused")
  func weakKey() throws {
    let authority = try Self.authority.get()
    let branch = try authority.elliptic()
    // The leaf's point with another x or in another form. 04, x, y are at the end of the key.
    let key = branch.leaf.key.publicKeyInfo
    let point = Array(key.suffix(65))
    #expect(ECPublicKey(.p256, point: point[...]) != nil)
    #expect(ECPublicKey(.p384, point: point[...]) == nil)
    for index in [0, 1, 64] {
      var other = point
      other[index] ^= 1
      #expect(ECPublicKey(.p256, point: other[...]) == nil)
    }
    #expect(ECPublicKey(.p256, point: [0x02] + point[1..<33]) == nil)
    #expect(ECPublicKey(.p256, point: []) == nil)
    #expect(ECPublicKey(.p256, point: [0]) == nil)

    var certificate = branch.leaf.certificate
    let start = try #require(certificate.firstRange(of: key)?.upperBound)
    certificate[start - 1] ^= 1
    // It was signed after the change, so that only the key is wrong.
    let jws = try authority.jws(
      ExampleTransaction.payload, certificates: [certificate] + branch.certificates.dropFirst())
    #expect(try Self.verifier().verify(Self.decode(jws.encoded)).reason == .weakKey)
  }

  // MARK: Xcode

  @Test("an Xcode JWS passes only under Xcode's rules, and is never trusted")
  func xcode() throws {
    let decoded = try Self.decode(Self.make("jws-xcode"))
    let apple = try Self.verifier().verify(decoded)
    #expect(apple.status == .untrusted && apple.reason == .xcodeReceipt)
    let verification = try Self.verifier(.xcode).verify(decoded)
    #expect(verification.status == .xcode && verification.reason == nil && !verification.isTrusted)
    #expect(verification.chain.isEmpty)
    #expect(verification.checks.map(\.status) == [.pass, .pass, .notRun, .notRun, .notRun])
    #expect(verification.checks.last?.reason == .noChain)
  }

  @Test("under Xcode's rules, the signature must be valid and Xcode's")
  func notXcode() throws {
    let authority = try Self.authority.get()
    let verifier = try Self.verifier(.xcode)
    func verification(_ change: (inout JWSTemplate) throws -> Void) throws -> Verification {
      var jws = try CatalogueReceipt.xcodeTransaction(authority)
      try change(&jws)
      return verifier.verify(try Self.decode(jws.encoded))
    }
    #expect(try verification { $0.payload = Array(#"{"price":1}"#.utf8) }.reason == .badSignature)
    #expect(try verification { $0.signature = [] }.reason == .truncated)
    #expect(try verification { $0.set("alg", .string("none")) }.reason == .unsupportedAlgorithm)
    let key = try authority.ellipticKey("xcode")
    #expect(
      try verification {
        $0.set("kid", .string("Another_Key"))
        try $0.sign(with: key)
      }.reason == .notXcode)
    #expect(
      try verification {
        $0.set("crit", .array([]))
        try $0.sign(with: key)
      }.reason == .unsupportedHeader)
    // Apple's certificates with Xcode's `kid` are not Xcode's.
    var jws = try authority.jws(ExampleTransaction.payload)
    jws.set("kid", .string("Apple_Xcode_Key"))
    try jws.sign(with: authority.elliptic().leaf.key)
    let decoded = try Self.decode(jws.encoded)
    #expect(verifier.verify(decoded).reason == .notXcode)
    #expect(try Self.verifier().verify(decoded).status == .custom)
    #expect(verifier.verify(try Self.decode(Self.make("jws-ok"))).reason == .notXcode)
  }

  // MARK: Expectations

  private static func check(
    _ name: String, _ change: (inout Expectations) -> Void
  ) throws -> [CheckResult] {
    var expectations = Expectations()
    change(&expectations)
    return try ReceiptChecker(verifier: verifier(), expectations: expectations)
      .check(decode(make(name))).1
  }

  @Test("the environment comes from the transaction's own field")
  func environment() throws {
    for (name, expected, status) in [
      ("jws-ok", .production, .pass), ("jws-wrong-env", .production, .fail),
      ("jws-wrong-env", .sandbox, .pass), ("jws-app-transaction", .production, .pass),
      ("jws-notification", .sandbox, .fail),
    ] as [(String, Receipt.Environment, CheckResult.Status)] {
      let results = try Self.check(name) { $0.environment = expected }
      let result = results.first { $0.id == .environment }
      #expect(result?.status == status && (status == .pass || result?.reason == .mismatch))
    }
  }

  @Test("a bundle identifier with a NUL in it is different")
  func bundleID() throws {
    let expected = ReceiptString("com.example.catalogue")
    let results = try Self.check("jws-nul") { $0.bundleID = expected }
    #expect(results.first { $0.status == .fail }?.reason == .mismatch)
    #expect(results.first { $0.id == .bundleID }?.status == .fail)
    let sound = try Self.check("jws-ok") { $0.bundleID = expected }
    #expect(sound.allSatisfy { $0.status != .fail })
  }

  @Test("the device is that in deviceVerification, in any spelling of a UUID")
  func device() throws {
    // Computed by another program: SHA-384 over nonce and id, in base64.
    #expect(
      ExampleTransaction.payload.contains(
        "ofrbdCa9o2u6VpZ+jypQ4rGFCfgeMMshU5j5B7Wy0ygghs9lGWB6lGkdNbgG0SEv"))
    for name in ["jws-ok", "jws-app-transaction"] {
      for text in [
        ExampleTransaction.deviceID, "0BADCAFE-0000-4000-8000-00000000BABE",
        "0badcafe000040008000" + "00000000babe", "C63K/gAAQACAAAAAAAC6vg==",
      ] {
        let id = try #require(DeviceID(text))
        let result = try Self.check(name) { $0.deviceIDs = [id] }.first { $0.id == .deviceHash }
        #expect(result?.status == .pass, "\(text)")
        #expect(result?.evidence["device_id"] == "0badcafe00004000800000000000babe")
      }
    }
    for text in ["0badcafe-0000-4000-8000-00000000babf", "02:00:00:00:00:01"] {
      let id = try #require(DeviceID(text))
      let result = try Self.check("jws-ok") { $0.deviceIDs = [id] }.first { $0.id == .deviceHash }
      #expect(result?.reason == .wrongDevice && result?.message.contains(text) == true)
    }
    let id = try #require(DeviceID(ExampleTransaction.deviceID))
    let result = try Self.check("jws-renewal-info") { $0.deviceIDs = [id] }
      .first { $0.id == .deviceHash }
    #expect(result?.reason == .absent)
  }

  @Test("the nonce comes first, in lower case")
  func nonce() throws {
    let authority = try Self.authority.get()
    let id = try #require(DeviceID(ExampleTransaction.deviceID))
    func status(_ nonce: String) throws -> CheckResult.Status {
      let payload = ExampleTransaction.payload("deviceVerificationNonce", "\"\(nonce)\"")
      let decoded = try Self.decode(authority.jws(payload).encoded)
      return DeviceHashCheck.run(decoded, candidates: [id]).status
    }
    #expect(try status("11111111-2222-4333-8444-555555555555") == .pass)
    #expect(try status("11111111-2222-4333-8444-555555555556") == .fail)
    let upper = ReceiptString("ABCDEF00-2222-4333-8444-555555555555")
    let lower = ReceiptString("abcdef00-2222-4333-8444-555555555555")
    #expect(
      DeviceVerification.digest(nonce: upper, deviceID: "x")
        == DeviceVerification.digest(nonce: lower, deviceID: "x"))
    #expect(
      DeviceVerification.digest(nonce: lower, deviceID: "x")
        == DigestAlgorithm.sha384.digest(
          of: ArraySlice("abcdef00-2222-4333-8444-555555555555x".utf8)))
  }

  // MARK: The corpus

  /// The expected verdicts, by the beginning of the name: under Apple's roots, and under its own root.
  private static let verdicts: [String: (apple: CheckReason?, custom: CheckReason?)] =
    [
      "r001": (.untrustedChain, nil), "r002": (.untrustedChain, nil),
      "r003": (.untrustedChain, nil),
      "r004": (.untrustedChain, .missingCreationDate), "r007": (.xcodeReceipt, .xcodeReceipt),
      "r008": (.xcodeReceipt, .xcodeReceipt), "r009": (.xcodeReceipt, .xcodeReceipt),
      "r072": (nil, nil), "r083": (.untrustedChain, nil), "r084": (.untrustedChain, nil),
      "r085": (.untrustedChain, .expiredAtCreation), "r086": (.untrustedChain, nil),
      "r104": (.untrustedChain, .wrongIntermediate),
      "r105": (.untrustedChain, .wrongCertificatePurpose), "r106": (.untrustedChain, nil),
      "r123": (.signerCertificateMissing, .signerCertificateMissing),
    ]

  @Test(
    "every JWS of the corpus gets its expected verdict",
    .enabled(if: !Corpus.jws.isEmpty, Corpus.absence), arguments: Corpus.jws)
  func corpus(name: String) throws {
    let expected = try #require(Self.verdicts[String(name.prefix(4))])
    let decoded = try ReceiptDecoder().decode(Corpus.jws(name))
    let apple = ReceiptVerifier().verify(decoded)
    #expect(apple.reason == expected.apple)
    #expect((apple.status == .apple) == (expected.apple == nil))

    // The last certificate of each is its own root.
    let own = decoded.certificates.count == 3 ? Array(decoded.certificates[2]) : nil
    let anchors = try own.map { try TrustAnchor.custom($0) } ?? []
    let custom = ReceiptVerifier(trustRoots: anchors).verify(decoded)
    #expect(custom.reason == expected.custom)
    if expected.custom == nil {
      #expect(custom.status == (expected.apple == nil ? .apple : .custom))
    }

    let xcode = ReceiptVerifier(profile: .xcode).verify(decoded)
    if expected.apple == .xcodeReceipt {
      #expect(xcode.status == .xcode)
    } else {
      #expect(xcode.status == .untrusted && xcode.reason == .notXcode)
    }
  }

  @Test(
    "the synthetic JWS end in their own roots and in no other",
    .enabled(if: !Corpus.jws.isEmpty, Corpus.absence),
    arguments: [
      ("r083", "r090"), ("r084", "r090"), ("r106", "r090"), ("r086", "r087"), ("r085", "r087"),
      ("r104", "r088"), ("r105", "r089"),
    ])
  func corpusRoots(number: String, root: String) throws {
    let name = try #require(Corpus.jws.first { $0.hasPrefix(number) })
    let decoded = try ReceiptDecoder().decode(Corpus.jws(name))
    for other in ["r087", "r088", "r089", "r090"] {
      let verifier = ReceiptVerifier(
        trustRoots: try TrustAnchor.custom(Corpus.testRoot(other)))
      let isUntrusted = verifier.verify(decoded).reason == .untrustedChain
      #expect(isUntrusted == (other != root))
    }
  }
}

extension [UInt8] {
  /// The first range of `part`.
  fileprivate func firstRange(of part: [UInt8]) -> Range<Int>? {
    indices.first { self[$0...].starts(with: part) }.map { $0..<$0 + part.count }
  }
}
