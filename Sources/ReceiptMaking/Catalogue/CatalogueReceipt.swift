package import ReceiptCore

/// A receipt that is sound, or broken or forged in one way, with the verdict that it must get.
///
/// Each is made under a `TestAuthority`; a verifier that trusts the authority's two roots beside Apple's must
/// come to exactly these verdicts, told what to expect where there is something to be expected.
package struct CatalogueReceipt: Sendable {
  /// The name in kebab case.
  package let name: String
  /// What is the matter with it, in one line.
  package let summary: String
  package let verdict: Verdict
  /// What a verifier is told to expect; with nothing expected the signature alone is judged.
  package let expectations: Expectations
  /// The verdict of whoever takes the bytes for a file or for something pasted: what is odd about some of
  /// them is a wrapping there, such as a line feed at the end, which is peeled off.
  package let fileVerdict: Verdict

  /// The verdict is on these very bytes, and a reader of files comes to another.
  package var needsExactInput: Bool { fileVerdict != verdict }

  package enum Verdict: Sendable, Equatable {
    case accepted
    /// A check fails; the first one that does gives this reason.
    case refused(CheckReason)
    /// A check cannot be decided; the first that did not pass gives this reason.
    case undetermined(CheckReason)
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

  /// The receipt's bytes, made under an authority.
  ///
  /// - Throws: `SigningFailure` when OpenSSL has no memory left.
  package func make(under authority: TestAuthority) throws -> [UInt8] {
    try body(authority)
  }

  /// The whole catalogue.
  package static let all: [CatalogueReceipt] =
    sound + signers + signedAttributes + algorithms + chains + certificates + containers + payloads
    + lengths + bombs + transactions + jws
}
