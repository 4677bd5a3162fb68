import Foundation
import TestSupport
import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

@Suite struct TrustTests {
  private let decoder = ReceiptDecoder()
  private let verifier = ReceiptVerifier()

  @Test("what has no signature is called what it is", arguments: [true, false])
  func unsigned(isPayload: Bool) throws {
    let json = #"{"productId":"gold","transactionId":"1","purchaseDate":1,"bundleId":"a"}"#
    let input = isPayload ? ExamplePayload.payload : Array(json.utf8)
    let verification = verifier.verify(try decoder.decode(input))
    #expect(verification.status == .absent)
    #expect(
      verification.checks.first?.message
        == (isPayload ? "a SET of attributes that could be read" : "JSON that could be read"))
  }

  @Test("the embedded roots have Apple's fingerprints")
  func roots() {
    let fingerprints = TrustAnchor.apple.map { Hexadecimal.encode($0.certificate.sha256) }
    #expect(
      fingerprints == [
        "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024",
        "c2b9b042dd57830e7d117dac55ac8ae19407d38e41d88f3215bc3a890444a050",
        "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179",
      ])
  }

  @Test("the certificate of Xcode's tests is known by its fingerprint and its name")
  func storeKitTest() {
    #expect(
      Hexadecimal.encode(KnownCertificate.storeKitTest)
        == "ff0ba36e721d2db741d2aa11e6112ef78bf7131b46c7f035b00891d045c864fe")
    #expect(
      KnownCertificate.name(sha256: KnownCertificate.storeKitTest) == "StoreKit test certificate")
    #expect(KnownCertificate.name(sha256: KnownCertificate.storeKitTest.dropLast()) == nil)
  }

  @Test("the genuine fixture is trusted as Apple's")
  func fixture() throws {
    let verification = verifier.verify(try decoder.decode(Fixture.subscription()))
    #expect(verification.status == .apple)
    #expect(verification.reason == nil)
    #expect(verification.digest == .sha1)
    #expect(verification.chainSummary == "leaf → WWDR G1 → Apple Root CA")
    #expect(verification.checks[1].message == "RSA-2048, sha1")
    #expect(verification.checks.map(\.status) == Array(repeating: .pass, count: 5))
    #expect(
      verification.checks.map(\.id) == [
        .structure, .signature, .chain, .certificatePurpose, .certificateValidity,
      ])
  }

  @Test("changing any byte of the fixture breaks it", arguments: [0x01, 0x80, 0xFF] as [UInt8])
  func flips(mask: UInt8) throws {
    var bytes = try Fixture.subscription()
    let believed = Mutants.places(in: bytes, mask: mask).filter { index in
      bytes[index] ^= mask
      defer { bytes[index] ^= mask }
      guard let decoded = try? decoder.decode(bytes) else { return false }
      let (verification, results) = ReceiptChecker(verifier: verifier).check(decoded)
      let passes = results.allSatisfy { $0.status != .fail }
      return passes || verification.status == .apple || verification.status == .custom
    }
    #expect(believed == [], "bytes changed by \(mask)")
  }

  @Test(
    "changing any byte of a receipt with SHA-256 breaks it",
    .enabled(if: Corpus.isPresent, Corpus.absence))
  func flipsSHA256() throws {
    let name = try #require(Corpus.receipts.first { $0.hasPrefix("r038") })
    var bytes = try Corpus.receipt(name)
    #expect(verifier.verify(try decoder.decode(bytes)).digest == .sha256)
    for index in Mutants.places(in: bytes) {
      bytes[index] ^= 0x01
      defer { bytes[index] ^= 0x01 }
      guard let decoded = try? decoder.decode(bytes) else { continue }
      let (verification, results) = ReceiptChecker(verifier: verifier).check(decoded)
      if verification.status == .apple || results.allSatisfy({ $0.status != .fail }) {
        Issue.record("byte \(index) still verifies")
      }
    }
  }

  @Test("a container in BER is not Apple's, and one that is cut is incomplete")
  func ber() throws {
    let leaf = try TestAuthority.shared.get().leaf.certificate
    let payload = DER.tlv(0x31, [DER.attribute(2, DER.utf8("a.b"))])
    let whole = BER.receipt(payload, certificates: [leaf]).bytes
    let verification = verifier.verify(try decoder.decode(whole))
    #expect(verification.status == .untrusted && verification.reason == .berEncoding)
    let cut = verifier.verify(try decoder.decode(Array(whole.dropLast(leaf.count / 2))))
    #expect(cut.status == .incomplete && cut.reason == .truncated)
    #expect(cut.checks[0].reason == .truncated)
  }

  @Test(
    "only receipts signed by Apple verify", .enabled(if: Corpus.isPresent, Corpus.absence),
    arguments: Corpus.receipts)
  func corpus(name: String) throws {
    let decoded = try decoder.decode(Corpus.receipt(name))
    let verification = verifier.verify(decoded)
    let byXcode = ReceiptVerifier(profile: .xcode).verify(decoded)
    let isSynthetic = (91...103).contains(Int(name.dropFirst().prefix(3)) ?? 0)
    if decoded.receipt.environment == .xcode {
      #expect(verification.status == .untrusted && verification.reason == .xcodeReceipt)
      #expect(byXcode.status == .xcode)
    } else if isSynthetic {
      #expect(verification.status == .untrusted && verification.reason == .berEncoding)
      #expect(byXcode.status == .untrusted)
    } else if name.hasPrefix("r114") {
      // 2010: signed under Apple's FairPlay authority, with 1024-bit keys.
      #expect(verification.status == .untrusted && verification.reason == .weakKey)
    } else {
      #expect(verification.status == .apple && verification.reason == nil)
      #expect(byXcode.status == .untrusted && byXcode.reason == .notXcode)
    }
  }

  @Test(
    "the device hash fits only the known device",
    .enabled(if: Corpus.isPresent, Corpus.absence))
  func deviceHash() throws {
    let known = try Corpus.deviceIDs()
    #expect(!known.isEmpty)
    for (name, text) in known {
      let decoded = try decoder.decode(Corpus.receipt(name))
      let right = try #require(DeviceID(text))
      let wrong = try #require(DeviceID("00:11:22:33:44:55"))
      #expect(DeviceHashCheck.run(decoded, candidates: [wrong, right]).status == .pass)
      #expect(DeviceHashCheck.run(decoded, candidates: [wrong]).reason == .wrongDevice)
    }
  }

  @Test("a whole receipt without a signer has no signature; one that was cut may have had one")
  func noSigner() throws {
    let authority = try TestAuthority.shared.get()
    var template = try authority.signedData(ExamplePayload.payload)
    let signers = template.signerInfos
    template.signerInfos = []
    let whole = verifier.verify(try decoder.decode(template.encoded))
    #expect(whole.status == .absent && whole.checks[1].message == "there is no signature")
    let cut = Array(template.encoded.dropLast(2))
    let verification = verifier.verify(try decoder.decode(cut))
    #expect(verification.status == .incomplete && verification.reason == .truncated)
    #expect(verification.checks[1].message.contains("incomplete"))
    template.signerInfos = signers + signers
    #expect(verifier.verify(try decoder.decode(template.encoded)).status == .untrusted)
    let cutTwice = verifier.verify(try decoder.decode(Array(template.encoded.dropLast(2))))
    #expect(
      cutTwice.checks[1].reason != .noSigner || cutTwice.checks[1].message.contains("incomplete"))
  }

  @Test("what a finding does to the structure depends on its kind and on where it is")
  func findings() throws {
    let refused: Set<Finding.ID> = [
      .trailingData, .duplicateAttribute, .nonMinimalLength, .nonMinimalInteger, .payloadWrapped,
      .tooManyWarnings,
    ]
    var decoded = try decoder.decode(Fixture.subscription())
    let content = try #require(decoded.signedData?.content)
    for id in Finding.ID.allCases {
      for (place, isInside) in [
        (content.startIndex, true), (content.startIndex - 1, false), (content.endIndex - 1, true),
        (content.endIndex, false), (nil, false),
      ] as [(Int?, Bool)] {
        let finding = Finding(id, offset: place)
        decoded.findings = [finding]
        let isOfContainer = !isInside && finding.severity == .warning && !finding.isAroundReceipt
        let verification = verifier.verify(decoded)
        #expect(verification.status == (isOfContainer ? .untrusted : .apple), "\(id)")
        // What is signed by Apple is trusted, even if it is malformed.
        #expect((verification.reason == nil) == !isOfContainer, "\(id)")
        #expect(
          (verification.checks[0].status == .fail) == (isOfContainer || refused.contains(id)),
          "\(id)")
      }
    }
  }

  @Test("a certificate that may be used for anything may sign")
  func anyPurpose() throws {
    let authority = try TestAuthority.shared.get()
    var template = authority.leaf.template
    template.extensions.append(.extendedKeyUsage(ReceiptMaking.DER.oid(2, 5, 29, 37, 0)))
    let signer = try TestAuthority.Identity(
      template, key: authority.leaf.key, by: authority.intermediate.key)
    let receipt = try authority.signedData(ExamplePayload.payload, signer: signer)
    let verifier = ReceiptVerifier(trustRoots: try TrustAnchor.custom(authority.rootCertificate))
    #expect(verifier.verify(try decoder.decode(receipt.encoded)).reason == nil)
  }

  @Test("a certificate that cannot be read is not the signer's")
  func unreadableCertificate() throws {
    let authority = try TestAuthority.shared.get()
    var template = try authority.signedData(ExamplePayload.payload)
    template.certificates.append([0x30, 0x03, 0x02, 0x01, 0x01])
    let verification = verifier.verify(try decoder.decode(template.encoded))
    #expect(verification.checks[1].status == .pass && verification.status == .untrusted)
  }

  @Test("that there are two signers is said before anything of them")
  func twoSigners() throws {
    let authority = try TestAuthority.shared.get()
    var template = try authority.signedData(ExamplePayload.payload)
    template.signerInfos += template.signerInfos
    template.signerInfos[0].version = 3
    template.digestAlgorithms += template.digestAlgorithms
    let verification = verifier.verify(try decoder.decode(template.encoded))
    #expect(verification.reason == .multipleSigners)
  }

  @Test(
    "what has no signature is accepted if Apple's server accepted it",
    arguments: [(nil, true), (0, true), (1, false), (21002, false), (21006, true), (21007, false)]
      as [(Int64?, Bool)])
  func accepted(status: Int64?, isAccepted: Bool) {
    var verifier = verifier
    verifier.acceptsUnsigned = true
    for form in [ReceiptForm.verifyReceipt, .apiError] {
      for errors in [[], [ReceiptError(.malformed, "")]] {
        var decoded = DecodedReceipt(
          input: ReceiptInput([], kind: .jws), form: form, envelope: .json, receipt: Receipt(),
          errors: errors)
        decoded.response = VerifyReceiptResponse()
        decoded.response?.status = status
        let isFine = isAccepted && errors.isEmpty && form == .verifyReceipt
        #expect(
          verifier.verify(decoded).checks[1].reason == (isFine ? .unsignedAccepted : .noSigner))
        #expect(self.verifier.verify(decoded).checks[1].reason == .noSigner)
      }
    }
  }

  @Test(
    "Apple's mark may be critical, and then its value must be NULL",
    arguments: [([0x05, 0x00], nil), ([0x0C, 0x00], .malformed)] as [([UInt8], CheckReason?)])
  func criticalMark(value: [UInt8], reason: CheckReason?) throws {
    let authority = try TestAuthority.shared.get()
    var template = authority.leaf.template
    let mark = try #require(
      template.extensions.firstIndex { $0.oid[...] == OID.appleReceiptSigning.encoded })
    template.extensions[mark].isCritical = true
    template.extensions[mark].value = value
    let signer = try TestAuthority.Identity(
      template, key: authority.leaf.key, by: authority.intermediate.key)
    let receipt = try authority.signedData(ExamplePayload.payload, signer: signer)
    let verifier = ReceiptVerifier(trustRoots: try TrustAnchor.custom(authority.rootCertificate))
    #expect(verifier.verify(try decoder.decode(receipt.encoded)).reason == reason)
  }

  @Test("a valid chain is cached, and gives the same results again")
  func cache() throws {
    let decoded = try decoder.decode(Fixture.subscription())
    for _ in 0..<3 { #expect(verifier.verify(decoded).status == .apple) }
  }

  @Test("several threads may share one verifier")
  func threads() async throws {
    let decoded = try decoder.decode(Fixture.subscription())
    let verifier = verifier
    let apple = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<64 { group.addTask { verifier.verify(decoded).status == .apple } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(apple == 64)
  }

  @Test("several threads may share one verifier for JWS and build a chain at the same time")
  func threadsOfJWS() async throws {
    let authority = try TestAuthority.shared.get()
    let verifier = ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(authority.ellipticRootCertificate))
    let bytes = try authority.jws(ExampleTransaction.payload).encoded
    let custom = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<64 {
        group.addTask {
          guard let decoded = try? ReceiptDecoder().decode(bytes) else { return false }
          return verifier.verify(decoded).status == .custom
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(custom == 64)
  }

  @Test("nothing is no match for nothing, where a digest is compared")
  func emptyDigests() {
    #expect(areEqualInConstantTime([1, 2], [1, 2]))
    #expect(!areEqualInConstantTime([1, 2], [1, 3]))
    #expect(!areEqualInConstantTime([1, 2], [1]))
    #expect(!areEqualInConstantTime([], []))
  }

  @Test("a file of roots must contain a usable root")
  func customRoots() throws {
    #expect(throws: ReceiptError(.invalidRoot, "")) { try TrustAnchor.custom([]) }
    do {
      _ = try TrustAnchor.custom(Array("junk".utf8))
      Issue.record("junk is a root")
    } catch {
      #expect(error.code == .invalidRoot && error.offset == 0)
    }
    let leaf = try decoder.decode(Fixture.subscription()).certificates[0]
    #expect(throws: ReceiptError(.invalidRoot, "")) { try TrustAnchor.custom(Array(leaf)) }
    let root = TrustAnchor.apple[0].certificate.encoded
    #expect(throws: ReceiptError(.invalidRoot, "")) {
      try TrustAnchor.custom(Array(root.dropLast()))
    }
    #expect(try TrustAnchor.custom(Array(root)).count == 1)
    let pem = PEM.encode(root) + "\n" + PEM.encode(root)
    #expect(try TrustAnchor.custom(Array(pem.utf8)).count == 2)
    // Without the line break at the end.
    #expect(try TrustAnchor.custom(Array(pem.utf8.dropLast())).count == 2)
    #expect(throws: ReceiptError(.invalidRoot, "")) {
      try TrustAnchor.custom(Array(pem.utf8.dropLast(30)))
    }
    let damaged = pem.replacing("-----\n-----BEGIN", with: "-----\n?\n-----BEGIN")
      .replacing("\nMII", with: "\n?MII", maxReplacements: 1)
    #expect {
      try TrustAnchor.custom(Array(damaged.utf8))
    } throws: {
      ($0 as? ReceiptError)?.message == "a certificate in PEM is no valid base64"
    }
  }

  /// A root of the caller with changed extensions, and the verdict on a receipt under it.
  private func reason(
    _ change: (inout CertificateTemplate) -> Void
  ) throws -> CheckReason? {
    let authority = try TestAuthority.shared.get()
    var template = TestAuthority.rootTemplate
    change(&template)
    let root = try TestAuthority.Identity(
      template, key: authority.root.key, by: authority.root.key)
    let verifier = ReceiptVerifier(trustRoots: try TrustAnchor.custom(root.certificate))
    let receipt = try authority.signedData(
      ExamplePayload.payload, certificates: Array(authority.certificates.dropLast()))
    return verifier.verify(try decoder.decode(receipt.encoded)).reason
  }

  @Test("the path length of a caller's root counts", arguments: [0, 1, 2])
  func pathLengthOfRoot(length: Int64) throws {
    let reason = try reason {
      $0.extensions[0].value = ReceiptMaking.DER.sequence(
        ReceiptMaking.DER.boolean, ReceiptMaking.DER.integer(length))
    }
    #expect(reason == (length == 0 ? .chainLength : nil))
  }

  @Test("a caller's root that limits itself in a way that is not understood is refused by name")
  func limitedRoots() throws {
    let unknown = CertificateTemplate.Extension(
      oid: ReceiptMaking.DER.oid(1, 3, 6, 1, 4, 1, 99999, 1), isCritical: true,
      value: ReceiptMaking.DER.null)
    var constraints = CertificateTemplate.Extension.nameConstraints
    let changes: [(inout CertificateTemplate) -> Void] = [
      { $0.extensions.append(unknown) },
      { $0.extensions.append(constraints) },
      { $0.extensions[1] = .digitalSignature },
      {
        $0.extensions[0].value = ReceiptMaking.DER.sequence(
          ReceiptMaking.DER.boolean, ReceiptMaking.DER.integer(-1))
      },
      { $0.extensions.append(.basicConstraints(isAuthority: true)) },
      { $0.extensions.append(.extendedKeyUsage(ReceiptMaking.DER.oid(1, 3, 6, 1, 5, 5, 7, 3, 2))) },
    ]
    for isCritical in [true, false] {
      constraints.isCritical = isCritical
      for change in changes {
        do {
          _ = try reason(change)
          Issue.record("the root is accepted")
        } catch let error as ReceiptError {
          #expect(error.code == .invalidRoot)
          #expect(error.message.contains("\"Test Root\""), "\(error.message)")
        }
      }
    }
    var other = unknown
    other.isCritical = false
    #expect(try reason { $0.extensions.append(other) } == nil)
    #expect(try reason { $0.extensions.remove(at: 1) } == nil)
  }
}
