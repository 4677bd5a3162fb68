import Foundation
import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// iOS 6 transactions.
@Suite struct TransactionReceiptTests {
  private static let authority = TestAuthority.shared

  private func made(_ name: String) throws -> [UInt8] {
    let receipt = try #require(CatalogueReceipt.all.first { $0.name == name })
    return try receipt.make(under: Self.authority.get())
  }

  @Test("every field is in the model, and the rest is kept")
  func model() throws {
    let decoded = try ReceiptDecoder().decode(made("ios6-ok"))
    #expect(decoded.form == .ios6Transaction)
    #expect(decoded.errors.isEmpty)
    #expect(decoded.receipt.bundleID?.text == "com.example.catalogue")
    #expect(decoded.receipt.applicationVersion?.text == "42")
    #expect(decoded.receipt.environment == nil, "only the sandbox writes one")
    let purchase = try #require(decoded.receipt.inApp.first)
    #expect(purchase.productID?.text == "com.example.catalogue.pro")
    #expect(purchase.quantity == 1)
    #expect(purchase.transactionID?.text == "300000000000001")
    #expect(purchase.purchaseDate == ReceiptDate(millisecondsSince1970: 1_369_991_411_250))
    #expect(purchase.productItemID == 1_000_000_005)
    #expect(purchase.expiresDate == nil)
    #expect(
      decoded.otherFields.map(\.path) == [
        "pod", "signing-status", "purchase-info.unique-identifier",
      ])
  }

  private func transaction(
    _ info: [(key: String, value: String)], outer: [(key: String, value: String)] = []
  ) -> [UInt8] {
    let inner = Base64.encode(IOS6Template.list(info)[...])
    return IOS6Template.list([("purchase-info", inner)] + outer)
  }

  @Test("a number or a date that is empty is no error")
  func emptyValues() throws {
    let decoded = try ReceiptDecoder().decode(
      transaction([("quantity", ""), ("purchase-date", ""), ("product-id", "pro")]))
    let purchase = try #require(decoded.receipt.inApp.first)
    #expect(decoded.errors.isEmpty, "\(decoded.errors)")
    #expect(purchase.quantity == nil && purchase.purchaseDate == nil)
  }

  @Test("if two keys give different dates, the milliseconds count and the other is kept")
  func disagreement() throws {
    let decoded = try ReceiptDecoder().decode(
      transaction(
        [
          ("purchase-date-ms", "1369991411250"), ("purchase-date", "2013-05-31 09:10:12 Etc/GMT"),
          ("purchase-date-pst", "2013-05-31 02:10:11 America/Los_Angeles"),
          ("original-purchase-date", "2013-05-31 09:10:11 Etc/GMT"),
          ("expires-date", "1369991411000"),
          ("expires-date-formatted", "2013-05-31 09:10:11 Etc/GMT"),
          ("quantity", "many"), ("product-id", ""),
        ], outer: [("environment", "Sandbox")]))
    let purchase = try #require(decoded.receipt.inApp.first)
    #expect(purchase.purchaseDate?.millisecondsSince1970 == 1_369_991_411_250)
    #expect(purchase.originalPurchaseDate?.millisecondsSince1970 == 1_369_991_411_000)
    #expect(purchase.expiresDate?.millisecondsSince1970 == 1_369_991_411_000)
    #expect(purchase.productID == nil && purchase.quantity == nil)
    #expect(decoded.receipt.environment == .sandbox)
    #expect(
      decoded.otherFields.map(\.path) == ["purchase-info.purchase-date", "purchase-info.quantity"])
    #expect(decoded.errors.map(\.code) == [.wrongType])
    #expect(decoded.findings.map(\.id) == [.datesDisagree])
    #expect(decoded.findings.map(\.field) == ["purchase-info.purchase-date"])
  }

  @Test("a signed but malformed transaction is authentic and malformed")
  func authenticButMalformed() throws {
    let roots = try TrustAnchor.custom(Self.authority.get().rootCertificate)
    let verifier = ReceiptVerifier(trustRoots: roots)
    let signed = verifier.verify(try ReceiptDecoder().decode(made("ios6-key-twice")))
    #expect(signed.status == .custom)
    #expect(signed.checks.map(\.status) == [.fail, .pass, .pass, .pass, .pass])
    // A fault outside the signed part is not Apple's.
    let whole = try made("ios6-ok")
    let outside = Array(whole.dropLast()) + Array("\t\"pod\" = \"7\";\n}".utf8)
    let unsigned = verifier.verify(try ReceiptDecoder().decode(outside))
    #expect(unsigned.status == .untrusted)
    #expect(unsigned.checks.map(\.status) == [.fail, .pass, .pass, .pass, .pass])
  }

  @Test("keys that only look the same are different keys")
  func keysByOctet() throws {
    // é as one code point and as two.
    let decoded = try ReceiptDecoder().decode(
      transaction([("bid", "a"), ("caf\u{E9}", "1"), ("cafe\u{301}", "2")]))
    #expect(decoded.errors.isEmpty)
    #expect(decoded.otherFields.map(\.value) == [.string("1"), .string("2")])
  }

  @Test("no check uses the environment, because it is not signed")
  func environment() throws {
    let decoded = try ReceiptDecoder().decode(
      transaction([("bid", "a")], outer: [("environment", "Production")]))
    #expect(decoded.receipt.environment == .production)
    var expectations = Expectations()
    expectations.environment = .production
    var subject = CheckSubject(ReceiptVerifier().verifyAll(decoded), acceptsUnsigned: false)
    let result = try #require(EnvironmentCheck.run(&subject, expectations).first)
    #expect(result.status == .undetermined && result.reason == .unsignedField)
    #expect(ReceiptVerifier(profile: .xcode).verify(decoded).status != .xcode)
  }

  @Test("a transaction that was cut anywhere is incomplete, or cannot be read")
  func cuts() throws {
    let whole = try made("ios6-ok")
    let end = try #require(whole.lastIndex(of: UInt8(ascii: "}")))
    for length in stride(from: 2, through: end, by: 7) {
      do throws(ReceiptError) {
        let decoded = try ReceiptDecoder().decode(
          ReceiptInput(Array(whole.prefix(length)), kind: .propertyList))
        #expect(decoded.isIncomplete, "\(length)")
      } catch {
        #expect(error.code == .truncated, "\(length)")
      }
    }
  }

  @Test("dots in the place of an entry, and a signature without its end, are incomplete")
  func holes() throws {
    let text = String(decoding: try made("ios6-ok"), as: UTF8.self)
    let list = text.prefix { $0 != "}" } + "...\n}"
    #expect(try ReceiptDecoder().decode(Array(list.utf8)).isIncomplete)
    let start = try #require(text.firstRange(of: "\"signature\" = \"")?.upperBound)
    let end = try #require(text[start...].firstIndex(of: "\""))
    let signature = text[start..<end]
    for length in [200, 400, signature.count - 4] {
      let cut = text.replacing(signature, with: signature.prefix(length / 4 * 4))
      #expect(try ReceiptDecoder().decode(Array(cut.utf8)).isIncomplete, "\(length)")
    }
    let alone = text.replacing("purchase-info", with: "purchase")
    #expect(throws: ReceiptError(.truncated, "")) { try ReceiptDecoder().decode(Array(alone.utf8)) }
  }

  @Test(
    "a transaction that breaks off before purchase-info is told as such",
    arguments: [
      "{\n\t\"signature\" = \"AgnpU+", "{ \"signature\" = \"AgnpU+\";\n\t\"purchase-in",
    ])
  func beginnings(text: String) {
    for pasted in [Array(text.utf8), Array(Base64.encode(Array(text.utf8)).utf8)] {
      let error = #expect(throws: ReceiptError(.truncated, "")) {
        try ReceiptDecoder().decode(pasted)
      }
      #expect(error?.message.contains("the beginning of an iOS 6 transaction") == true)
    }
  }

  @Test("a damaged transaction is shown as far as it can be read")
  func damage() throws {
    let whole = try made("ios6-ok")
    let cut = try ReceiptDecoder().decode(Array(whole.dropLast(30)))
    #expect(cut.errors.first?.code == .truncated && cut.isIncomplete)
    #expect(cut.receipt.bundleID?.text == "com.example.catalogue")
    let bad = try ReceiptDecoder().decode(
      transaction([("bid", "a")], outer: [("signature", "!!!")]))
    #expect(bad.errors.map(\.code) == [.invalidBase64] && bad.isIncomplete)
    #expect(bad.receipt.bundleID?.text == "a")
    #expect(throws: ReceiptError(.notAReceipt, "")) {
      try ReceiptDecoder().decode(Array("{ a = b; }".utf8))
    }
  }

  @Test("the chain is checked as far as possible, and completely with the issuer's certificate")
  func chain() throws {
    let decoded = try ReceiptDecoder().decode(made("ios6-ok"))
    let alone = ReceiptVerifier().verify(decoded)
    #expect(alone.status == .untrusted && alone.reason == .untrustedChain)
    #expect(alone.checks.map(\.status) == [.pass, .pass, .fail, .pass, .pass])
    // An authority of Apple's may be one that is not known.
    let unknown = ReceiptVerifier().verify(
      try ReceiptDecoder().decode(made("ios6-issuer-unknown")))
    #expect(unknown.status == .untrusted && unknown.reason == .issuerMissing)
    #expect(unknown.checks.map(\.status) == [.pass, .pass, .undetermined, .pass, .pass])
    #expect(ReceiptVerifier(profile: .xcode).verify(decoded).checks[1].reason == .notXcode)
    let roots = try TrustAnchor.custom(Self.authority.get().rootCertificate)
    let trusted = ReceiptVerifier(trustRoots: roots).verify(decoded)
    #expect(trusted.status == .custom && trusted.reason == nil)
  }

  @Test("an authority with the mark of transactions may not sign one", arguments: [true, false])
  func authoritySigns(isAuthority: Bool) throws {
    let authority = try Self.authority.get()
    let signer = try authority.transactionSigner()
    var template = signer.template
    template.extensions[0] = .basicConstraints(isAuthority: isAuthority)
    let transaction = try IOS6Template(
      purchaseInfo: IOS6Template.list([
        ("bid", "a"), ("purchase-date-ms", String(template.notBefore.millisecondsSince1970)),
      ]), version: 3, key: signer.key,
      certificate: template.signed(signer.key, by: authority.root.key))
    let roots = try TrustAnchor.custom(authority.rootCertificate)
    let verification = ReceiptVerifier(trustRoots: roots).verify(
      try ReceiptDecoder().decode(transaction.encoded()))
    #expect(verification.reason == (isAuthority ? .wrongCertificatePurpose : nil))
    #expect(verification.status == (isAuthority ? .untrusted : .custom))
    // A key of 2048 bits cannot be forged.
    #expect(verification.checks[1].status == .pass && verification.checks[1].hint == nil)
  }

  @Test("a certificate that may not sign data signs no transaction")
  func noDigitalSignature() throws {
    let authority = try Self.authority.get()
    let signer = try authority.transactionSigner()
    var template = signer.template
    let usage = try #require(
      template.extensions.firstIndex { $0.oid[...] == OID.keyUsage.encoded })
    // nonRepudiation (RFC 5280 §4.2.1.3).
    template.extensions[usage].value = [0x03, 0x02, 0x06, 0x40]
    let transaction = try IOS6Template(
      purchaseInfo: IOS6Template.list([("bid", "a")]), version: 3, key: signer.key,
      certificate: template.signed(signer.key, by: authority.root.key))
    let verification = ReceiptVerifier().verify(try ReceiptDecoder().decode(transaction.encoded()))
    #expect(verification.checks[3].reason == .wrongCertificatePurpose)
  }

  @Test("the signature of a version is as long as the signer's key")
  func keySize() throws {
    let decoded = try ReceiptDecoder().decode(made("ios6-ok"))
    guard case .propertyList(var envelope) = decoded.envelope else {
      Issue.record("this is no transaction")
      return
    }
    for (version, length) in IOS6Envelope.signatureLengths {
      let certificate = try Self.authority.get().leaf.certificate
      envelope.signatureBlob = [version]
      envelope.signatureBlob += [UInt8](repeating: 1, count: length)
      envelope.signatureBlob += [
        0, 0, UInt8(certificate.count / 256), UInt8(certificate.count % 256),
      ]
      envelope.signatureBlob += certificate
      let checks = IOS6Verification(anchors: [], profile: .apple).run(decoded, envelope).checks
      #expect(checks[1].reason == (length == 256 ? .badSignature : .unsupportedAlgorithm))
    }
  }

  @Test("a root with the issuer's name and a key that signs no transactions did not issue it")
  func ellipticIssuer() throws {
    let decoded = try ReceiptDecoder().decode(made("ios6-ok"))
    var template = TestAuthority.rootTemplate
    template.signatureAlgorithm = KnownAlgorithm.ecdsaWithSHA256
    let key = try SigningKey.p256(seed: "root")
    let root = try TestAuthority.Identity(template, key: key, by: key)
    let verifier = ReceiptVerifier(trustRoots: try TrustAnchor.custom(root.certificate))
    let verification = verifier.verify(decoded)
    #expect(verification.status == .untrusted && verification.reason == .untrustedChain)
    #expect(verification.checks[2].message.contains("it is forged"))
  }

  @Test(
    "the signatures of real transactions hold, and that of the mock does not",
    .enabled(if: Corpus.isPresent, Corpus.absence), arguments: ["r011", "r012", "r013", "r122"])
  func corpus(prefix: String) throws {
    let folder = Corpus.folder.appending(path: "ios6-transaction")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let name = try #require(names.first { $0.hasPrefix(prefix) && $0.hasSuffix(".b64") })
    let decoded = try ReceiptDecoder().decode(
      Array(Data(contentsOf: folder.appending(path: name))))
    #expect(decoded.errors.isEmpty)
    let verification = ReceiptVerifier().verify(decoded)
    let checks = verification.checks
    guard prefix != "r122" else {
      #expect(checks[1].status == .fail && checks[1].reason == .noSigner)
      return
    }
    #expect(checks.map(\.status) == [.pass, .pass, .pass, .pass, .pass])
    #expect(verification.status == .apple && verification.chain.count == 3)
    #expect(checks[2].message == "signer → iTunes Store CA → Apple Root CA")
    // Every key of the reference is in the model, or is kept.
    let reference = name.replacing(".plist.b64", with: ".ref.json")
    let json = try JSONReader.read(
      Array(Data(contentsOf: folder.appending(path: reference))))
    let purchase = try #require(decoded.receipt.inApp.first)
    let info = try #require(json["purchase_info"])
    #expect(purchase.productID?.text == info["product-id"]?.string)
    #expect(purchase.transactionID?.text == info["transaction-id"]?.string)
    #expect(purchase.originalTransactionID?.text == info["original-transaction-id"]?.string)
    #expect(purchase.quantity.map(String.init) == info["quantity"]?.string)
    #expect(
      (purchase.purchaseDate?.millisecondsSince1970).map(String.init)
        == info["purchase-date-ms"]?.string)
    #expect(
      (purchase.expiresDate?.millisecondsSince1970).map(String.init) == info["expires-date"]?.string
    )
    #expect(decoded.receipt.bundleID?.text == info["bid"]?.string)
    #expect(decoded.receipt.applicationVersion?.text == info["bvrs"]?.string)
    let dates = info.members?.filter { $0.name.contains("date") }.count ?? 0
    let kept = decoded.otherFields.filter { $0.path.hasPrefix("purchase-info.") }
    #expect(kept.allSatisfy { !$0.path.contains("date") }, "all \(dates) dates agree")
  }

  @Test("changing any signed byte of a transaction breaks it")
  func mutants() throws {
    let bytes = try made("ios6-ok")
    let original = try ReceiptDecoder().decode(bytes)
    guard case .propertyList(let envelope) = original.envelope else {
      Issue.record("this is no property list")
      return
    }
    let roots = try TrustAnchor.custom(Self.authority.get().rootCertificate)
    let verifier = ReceiptVerifier(trustRoots: roots)
    var believed = 0
    for mask: UInt8 in [0x01, 0x80, 0xFF] {
      for index in Mutants.places(in: bytes, mask: mask) {
        var mutant = bytes
        mutant[index] ^= mask
        guard let decoded = try? ReceiptDecoder().decode(mutant),
          verifier.verify(decoded).isTrusted, case .propertyList(let other) = decoded.envelope
        else { continue }
        believed += 1
        // The white space, pod and signing-status of the outer list. The signed part is the same, and so is
        // all that is shown.
        #expect(other.purchaseInfo == envelope.purchaseInfo)
        #expect(other.signatureBlob == envelope.signatureBlob)
      }
    }
    #expect(believed > 0)
  }
}
