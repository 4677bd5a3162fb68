package import ReceiptCore

/// A receipt that is sound, or is broken or forged in one way, with the expected verdict.
///
/// Each is made under a `TestAuthority`. A verifier that also trusts the two roots of that authority must
/// give exactly these verdicts, if it checks the given expectations.
package struct CatalogueReceipt: Sendable {
  /// The name in kebab case.
  package let name: String
  /// What is special about it, in one line.
  package let summary: String
  package let verdict: Verdict
  /// The expectations to check; without them, only the signature is verified.
  package let expectations: Expectations
  /// The verdict of a verifier that reads files or pasted text. It differs where the defect looks like a
  /// wrapping, such as a line feed at the end, which is removed.
  package let fileVerdict: Verdict

  /// Whether the verdict is on the exact bytes, and a reader of files gives another.
  package var needsExactInput: Bool { fileVerdict != verdict }

  package enum Verdict: Sendable, Equatable {
    case accepted
    /// A check fails. The first failed check gives this reason.
    case refused(CheckReason)
    /// A check cannot be decided. The first check that did not pass gives this reason.
    case undetermined(CheckReason)
    /// It cannot be decoded.
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
  /// - Throws: `SigningFailure` when OpenSSL runs out of memory.
  package func make(under authority: TestAuthority) throws -> [UInt8] {
    try body(authority)
  }

  /// The whole catalogue.
  package static let all: [CatalogueReceipt] =
    sound + signers + signedAttributes + algorithms + chains + certificates + certificateForms
    + containers + payloads + lengths + bombs + transactions + jws
}
