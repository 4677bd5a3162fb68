/// A receipt that is sound, or broken or forged in one way, with the verdict that it must get.
///
/// Each is made under a `TestAuthority`; a verifier that trusts the authority's two roots beside Apple's must
/// come to exactly these verdicts, told what to expect where there is something to be expected.
public struct CatalogueReceipt: Sendable {
  /// The name in kebab case.
  public let name: String
  /// What is the matter with it, in one line.
  public let summary: String
  public let verdict: Verdict
  /// What a verifier is told to expect; with nothing expected the signature alone is judged.
  public let expectations: Expectations
  /// The verdict of whoever takes the octets for a file or for something pasted: what is odd about some of
  /// them is a wrapping there, such as a line feed at the end, which is peeled off.
  public let fileVerdict: Verdict

  /// The verdict is on these very octets, and a reader of files comes to another.
  public var needsExactInput: Bool { fileVerdict != verdict }

  public enum Verdict: Sendable, Equatable {
    case accepted
    /// A check fails; the first one that does gives this reason.
    case refused(CheckResult.Reason)
    /// A check cannot be decided; the first that did not pass gives this reason.
    case undetermined(CheckResult.Reason)
    /// It cannot be decoded at all.
    case unreadable(ReceiptError.Code)
  }

  private let body: @Sendable (TestAuthority) throws -> [UInt8]

  init(
    _ name: String, _ verdict: Verdict, _ summary: String,
    expecting expectations: Expectations = Expectations(), asFile fileVerdict: Verdict? = nil,
    _ body: @escaping @Sendable (TestAuthority) throws -> [UInt8]
  ) {
    self.name = name
    self.verdict = verdict
    self.summary = summary
    self.expectations = expectations
    self.fileVerdict = fileVerdict ?? verdict
    self.body = body
  }

  /// The receipt's octets, made under an authority.
  ///
  /// - Throws: `SigningFailure` when OpenSSL has no memory left.
  public func make(under authority: TestAuthority) throws -> [UInt8] {
    try body(authority)
  }

  /// The whole catalogue.
  public static let all: [CatalogueReceipt] =
    sound + signers + signedAttributes + algorithms + chains + certificates + containers + payloads
    + lengths + bombs + transactions + jws
}
