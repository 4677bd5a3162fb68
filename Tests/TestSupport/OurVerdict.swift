package import ReceiptCore

/// What the library says of a file, in one word.
package struct OurVerdict {
  /// What was read; `nil` for a file that cannot be decoded.
  package let decoded: DecodedReceipt?
  /// The signature and the chain are right, whatever else is wrong.
  package let isTrusted: Bool
  /// `accepted`, the reason of the first check that did not pass, or `unreadable`.
  package let word: String
  /// The date at which certificates are judged. Other verifiers are given the same.
  package let date: ReceiptDate

  package static let accepted = "accepted"
  package var isAccepted: Bool { word == Self.accepted }

  /// The date for files that have none.
  private static let someDate = ReceiptDate(millisecondsSince1970: 1_543_480_250_000)

  package init(of bytes: [UInt8], form: String, by verifier: ReceiptVerifier) {
    do throws(ReceiptError) {
      let decoded =
        form == "jws"
        ? try ReceiptDecoder().decode(ReceiptInput(bytes, kind: .jws))
        : try ReceiptDecoder().decode(bytes)
      let verification = verifier.verify(decoded)
      self.decoded = decoded
      isTrusted = verification.isTrusted
      let receipt = decoded.receipt
      let signed = form == "jws" ? receipt.signedDate ?? receipt.receiptCreationDate : nil
      date = signed ?? receipt.receiptCreationDate ?? Self.someDate
      let problem = verification.checks.first { $0.status == .fail || $0.status == .undetermined }
      word = problem.map { $0.reason.map { "\($0)" } ?? "problem" } ?? Self.accepted
    } catch {
      decoded = nil
      isTrusted = false
      date = Self.someDate
      word = "unreadable"
    }
  }
}
