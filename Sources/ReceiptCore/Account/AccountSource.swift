/// A text that tells of a customer's purchases, and how far it can be relied on.
public struct AccountSource: Sendable {
  /// Its place in the input: `latest_receipt`; empty for the input itself.
  public let path: String
  /// How what it says is known.
  public let certainty: Certainty
  /// When it was made; later events are unknown to it.
  public let madeAt: ReceiptDate?
  /// Whether a signature covers it, be it good or bad: the checks of the signature judge that.
  let isCovered: Bool
  let decoded: DecodedReceipt
}

extension AccountSource {
  /// The texts of an input: itself, and the receipts in it, the one that decides first.
  ///
  /// A signed text decides over an unsigned one. Of two signed ones, the newer decides: after a reversed refund it has no
  /// revocation (Apple, "REFUND_REVERSED").
  static func all(in receipt: VerifiedReceipt) -> [AccountSource] {
    let whole = AccountSource("", receipt, isCovered: receipt.hasOwnSignature)
    guard !receipt.nested.isEmpty else { return [whole] }
    let nested = receipt.allNested.map { path, inner in
      // A signed text in another one is relied on for its own signature.
      AccountSource(
        path, inner,
        isCovered: inner.hasOwnSignature
          ? inner.verification.isTrusted || !receipt.verification.isTrusted : whole.isCovered)
    }
    let signed = ([whole] + nested).filter(\.certainty.isSigned).sorted {
      ($0.madeAt ?? .distantPast) > ($1.madeAt ?? .distantPast)
    }
    return signed + (nested + [whole]).filter { !$0.certainty.isSigned }
  }

  private init(_ path: String, _ receipt: VerifiedReceipt, isCovered: Bool) {
    self.init(
      path: path, certainty: receipt.certainty, madeAt: receipt.decoded.madeAt,
      isCovered: isCovered, decoded: receipt.decoded)
  }

  /// The moment up to which it lists all purchases of a customer; `nil` if it may leave out some.
  var listedUntil: ReceiptDate? {
    guard decoded.listsAllPurchases else { return nil }
    return decoded.form.isAroundSignedTexts ? decoded.allNested.compactMap(\.madeAt).max() : madeAt
  }
}
