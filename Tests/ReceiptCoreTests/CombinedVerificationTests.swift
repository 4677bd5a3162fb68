import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// A response around signed texts is as good as the worst of them.
@Suite struct CombinedVerificationTests {
  static func verification(
    _ status: Verification.Status, _ structure: CheckResult = .pass(.structure, "fine"),
    chain: [Certificate] = []
  ) -> Verification {
    let signature: CheckResult =
      switch status {
      case .apple, .custom: .pass(.signature, "good")
      case .absent: .notRun(.signature, .unsignedAccepted, "accepted")
      case .incomplete: .fail(.signature, .truncated, "cut")
      case .xcode, .untrusted: .fail(.signature, .badSignature, "bad")
      }
    return Verification(
      status: status, reason: signature.reason, digest: nil, chain: chain, chainSummary: nil,
      checks: [structure, signature])
  }

  private static func redactedCopy() throws -> Verification {
    let authority = try TestAuthority.shared.get()
    var template = authority.leaf.template
    template.subject = TestAuthority.name(RedactedCopy.signerName)
    let signer = try TestAuthority.Identity(
      template, key: authority.leaf.key, by: authority.intermediate.key)
    return verification(.custom, chain: [try Certificate(signer.certificate[...])])
  }

  private static func decoded(
    _ form: ReceiptForm, errors: [ReceiptError] = [], _ nested: [DecodedReceipt] = []
  ) -> DecodedReceipt {
    var decoded = DecodedReceipt(
      input: ReceiptInput([], kind: .jws), form: form, envelope: .json, receipt: Receipt(),
      errors: errors)
    decoded.nested = nested.map { NestedReceipt(path: "text", content: .success($0)) }
    return decoded
  }

  private static func combined(
    _ verifications: [Verification], errors: [ReceiptError] = []
  ) -> Verification {
    Verification.combined(
      decoded(.apiAnswer, errors: errors), verifications.map { ("text", .success($0)) })
  }

  @Test(
    "the worst of several decides",
    arguments: [
      ([.apple], .apple), ([.apple, .apple], .apple), ([.apple, .custom], .custom),
      ([.custom, .apple], .custom), ([.custom, .untrusted], .untrusted),
      ([.absent, .custom], .absent), ([.custom, .absent], .absent),
      ([.absent, .untrusted], .untrusted), ([.custom, .incomplete], .incomplete),
      ([.incomplete, .untrusted], .untrusted), ([.incomplete, .xcode], .xcode),
      ([.apple, .xcode, .untrusted], .xcode),
    ] as [([Verification.Status], Verification.Status)])
  func worst(statuses: [Verification.Status], status: Verification.Status) {
    let result = Self.combined(statuses.map { Self.verification($0) })
    #expect(result.status == status)
    #expect(result.reason == Self.verification(status).reason)
  }

  @Test("a redacted copy is not the worst beside another root, and is beside Apple's")
  func redacted() throws {
    let copy = try Self.redactedCopy()
    #expect(copy.isRedactedCopy)
    #expect(!Self.combined([copy, Self.verification(.custom)]).isRedactedCopy)
    #expect(!Self.combined([Self.verification(.custom), copy]).isRedactedCopy)
    #expect(Self.combined([Self.verification(.apple), copy]).isRedactedCopy)
    // The name alone is no mark.
    #expect(!Self.verification(.untrusted, chain: copy.chain).isRedactedCopy)
    #expect(!Self.verification(.custom).isRedactedCopy)
  }

  @Test("the structure is that of the response, then that of the worst text")
  func structure() {
    let good = Self.verification(.apple)
    #expect(Self.combined([good]).checks[0].message == "JSON with 1 signed text")
    #expect(Self.combined([good, good]).checks[0].message == "JSON with 2 signed texts")
    #expect(Self.combined([good]).checks.map(\.id) == [.structure, .signature])
    let odd = Self.verification(.untrusted, .fail(.structure, .malformed, "odd"))
    #expect(Self.combined([good, odd]).checks[0].message == "odd")
    let broken = Self.combined([odd], errors: [ReceiptError(.malformed, "broken")])
    #expect(broken.checks[0].message.contains("broken"))
    let unread = Verification.combined(
      Self.decoded(.apiAnswer),
      [("a", .success(good)), ("b", .failure(ReceiptError(.malformed, "")))])
    #expect(unread.status == .absent && unread.reason == .malformed)
    let cut = Verification.combined(
      Self.decoded(.apiAnswer),
      [("a", .success(good)), ("b", .failure(ReceiptError(.truncated, "")))])
    #expect(cut.status == .incomplete && cut.reason == .truncated)
    let both = Verification.combined(
      Self.decoded(.apiAnswer),
      [
        ("a", .success(Self.verification(.incomplete))),
        ("b", .failure(ReceiptError(.malformed, ""))),
      ])
    #expect(both.status == .absent)
  }

  @Test(
    "what is missing around texts explains no bad signature, and takes nothing from a good one",
    arguments: [(.untrusted, .untrusted), (.custom, .custom), (.absent, .incomplete)]
      as [(Verification.Status, Verification.Status)])
  func missing(status: Verification.Status, told: Verification.Status) {
    let result = Self.combined(
      [Self.verification(status)], errors: [ReceiptError(.truncated, "cut")])
    #expect(result.status == told)
  }

  @Test(
    "what is missing explains a structure that could not be read, and no other fault",
    arguments: [
      (nil, .truncated), (.malformed, .truncated), (.unsupportedHeader, .unsupportedHeader),
    ] as [(CheckReason?, CheckReason)])
  func missingPart(reason: CheckReason?, told: CheckReason) {
    let structure: CheckResult =
      reason.map { .fail(.structure, $0, "odd") } ?? .pass(.structure, "fine")
    let result = Self.verification(.untrusted, structure)
      .telling(whatIsMissingOf: Self.decoded(.apiAnswer, errors: [ReceiptError(.truncated, "cut")]))
    #expect(result.status == .incomplete && result.checks[0].reason == told)
    #expect(result.checks[1].reason == .badSignature)
  }

  @Test("only a response of the App Store Server API is as good as the texts in it")
  func forms() throws {
    let authority = try TestAuthority.shared.get()
    let verifier = ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(authority.ellipticRootCertificate))
    let text = try ReceiptDecoder().decode(authority.jws(ExampleTransaction.payload).encoded)
    for (form, nested, status) in [
      (.apiAnswer, [text], .custom), (.apiAnswer, [], .absent), (.verifyReceipt, [text], .absent),
    ] as [(ReceiptForm, [DecodedReceipt], Verification.Status)] {
      let decoded = Self.decoded(form, nested)
      #expect(verifier.verify(decoded).status == status)
      #expect(verifier.verifyAll(decoded).verification.status == status)
    }
  }

  @Test("what is put together may be accepted piece by piece, and nothing inside of a receipt")
  func pieces() throws {
    var verifier = ReceiptVerifier()
    verifier.acceptsUnsigned = true
    for (kind, reason) in [
      (APIResponse.Kind.together, CheckReason.unsignedAccepted), (.history, .noSigner),
    ] {
      var decoded = Self.decoded(.apiAnswer, [Self.decoded(.verifyReceipt)])
      decoded.apiResponse = APIResponse(kind)
      let nested = verifier.verifyAll(decoded).nested[0]
      #expect(try nested.content.get().verification.checks[1].reason == reason)
    }
  }
}
