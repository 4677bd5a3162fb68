import Testing

@testable import ReceiptCore
@testable import ReceiptMaking

/// What the verifications of all texts in an input say of it.
@Suite struct VerifiedReceiptTests {
  private static func made(
    _ status: Verification.Status, _ decoded: DecodedReceipt, _ inside: [VerifiedReceipt]
  ) -> VerifiedReceipt {
    VerifiedReceipt(
      decoded: decoded, verification: CombinedVerificationTests.verification(status),
      nested: inside.map { .init(path: "text", content: .success($0)) })
  }

  /// The app `b` is of the production environment, all others are of the sandbox.
  private static func receipt(of app: String?) -> Receipt {
    var receipt = Receipt()
    receipt.bundleID = app.map { ReceiptString($0) }
    receipt.receiptType = ReceiptString(app == "b" ? "Production" : "ProductionSandbox")
    return receipt
  }

  /// A text with a signature of its own.
  private static func signed(
    _ status: Verification.Status, of app: String? = nil, errors: [ReceiptError] = [],
    _ inside: VerifiedReceipt...
  ) throws -> VerifiedReceipt {
    let jws = try TestAuthority.shared.get().jws(ExampleTransaction.payload).encoded
    let receipt = receipt(of: app)
    let decoded = DecodedReceipt(
      input: ReceiptInput([], kind: .jws), form: .transaction,
      envelope: try ReceiptDecoder().decode(jws).envelope, receipt: receipt, errors: errors)
    return made(status, decoded, inside)
  }

  /// JSON around texts.
  private static func around(
    _ inside: [VerifiedReceipt], _ form: ReceiptForm = .verifyReceipt,
    _ status: Verification.Status = .absent, of app: String? = nil, isTogether: Bool = false
  ) -> VerifiedReceipt {
    let receipt = receipt(of: app)
    var decoded = DecodedReceipt(
      input: ReceiptInput([], kind: .jws), form: form, envelope: .json, receipt: receipt)
    if isTogether { decoded.apiResponse = APIResponse(.together) }
    return made(status, decoded, inside)
  }

  @Test("the forged text of a response is known, unless a signed one decides or parts are missing")
  func forged() throws {
    let forged = try Self.signed(.untrusted)
    let genuine = try Self.signed(.custom)
    for (receipt, isForged) in [
      (Self.around([forged]), true), (Self.around([genuine, forged]), false),
      (Self.around([genuine]), false), (Self.around([forged], .apiAnswer), false),
      (Self.around([genuine, forged], .apiAnswer, isTogether: true), true),
      (try Self.signed(.custom, forged), false),
      (Self.around([try Self.signed(.absent)]), true),
      (Self.around([Self.around([], .payload)]), false),
      (Self.around([try Self.signed(.incomplete)]), false),
      (
        Self.around([try Self.signed(.untrusted, errors: [ReceiptError(.truncated, "cut")])]),
        false
      ),
    ] {
      #expect((receipt.forgedInside != nil) == isForged)
    }
  }

  @Test("a response is incomplete if a text in it is, at any depth")
  func incomplete() throws {
    let cut = try Self.signed(.incomplete)
    let genuine = try Self.signed(.custom)
    #expect(Self.around([cut]).isIncompleteInside)
    #expect(Self.around([genuine, try Self.signed(.custom, cut)]).isIncompleteInside)
    #expect(!Self.around([genuine, try Self.signed(.untrusted)]).isIncompleteInside)
    for (code, isIncomplete) in [(ReceiptError.Code.truncated, true), (.malformed, false)] {
      let unread = VerifiedReceipt(
        decoded: genuine.decoded, verification: genuine.verification,
        nested: [.init(path: "text", content: .failure(ReceiptError(code, "")))])
      #expect(unread.isIncompleteInside == isIncomplete)
    }
  }

  @Test("the app is that of the signed text, or of the first signed one in it")
  func apps() throws {
    let inner = try Self.signed(.custom, of: "b")
    let unproven = try Self.signed(.untrusted, of: "d")
    for (receipt, app) in [
      (try Self.signed(.custom, of: "a", inner), "a"), (Self.around([inner], of: "c"), "b"),
      (Self.around([unproven, inner], of: "c"), "b"), (Self.around([unproven], of: "c"), "c"),
    ] {
      #expect(receipt.coveredBundleID == ReceiptString(app))
      #expect(receipt.bundleID == ReceiptString(app))
      let environment = ReceiptString(app == "b" ? "Production" : "Sandbox")
      #expect(receipt.coveredEnvironment == environment)
    }
  }

  @Test("a text that is not whole proves nothing in a list, and its checks tell elsewhere")
  func covered() throws {
    let cut = try Self.signed(.incomplete)
    #expect(!cut.isCovered(in: Self.around([cut], .apiAnswer, .incomplete)))
    #expect(cut.isCovered(in: Self.around([cut])))
    let forged = try Self.signed(.untrusted)
    #expect(forged.isCovered(in: Self.around([forged], .apiAnswer, .untrusted)))
    #expect(
      !forged.isCovered(in: Self.around([forged], .apiAnswer, .untrusted, isTogether: true)))
    #expect(!forged.isCovered(in: try Self.signed(.custom, forged)))
    let genuine = try Self.signed(.custom)
    #expect(genuine.isCovered(in: Self.around([genuine], .apiAnswer, isTogether: true)))
    #expect(!Self.around([], .payload).isCovered(in: genuine))
  }
}
