@testable import ReceiptCore

extension VerifiedReceipt {
  /// A text that was not read from bytes, with a verdict on its signature; `nil` for one that has none.
  static func made(
    _ status: Verification.Status?, form: ReceiptForm = .transaction,
    structure: CheckResult = .pass(.structure, ""), nested: [VerifiedReceipt] = [],
    _ change: (inout DecodedReceipt) -> Void
  ) -> VerifiedReceipt {
    let isGood = status == .apple || status == .custom
    var decoded = DecodedReceipt(
      input: ReceiptInput([], kind: .jws), form: form,
      envelope: status == nil ? .json : .propertyList(IOS6Envelope()), receipt: Receipt())
    change(&decoded)
    decoded.nested += nested.enumerated().map {
      NestedReceipt(path: "\($0)", content: .success($1.decoded))
    }
    return VerifiedReceipt(
      decoded: decoded,
      verification: Verification(
        status: status ?? .absent, reason: isGood ? nil : .noSigner, digest: nil, chain: [],
        chainSummary: nil, checks: [structure]),
      nested: nested.enumerated().map { Nested(path: "\($0)", content: .success($1)) })
  }
}
