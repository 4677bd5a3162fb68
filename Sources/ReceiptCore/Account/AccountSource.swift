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
  /// What it says of the app.
  package var receipt: Receipt { decoded.receipt }

  /// The texts of an input: itself, and the receipts in it, the one that decides first.
  ///
  /// A signed text decides over an unsigned one. Of two signed ones, the newer decides: after a reversed refund it has no
  /// revocation (Apple, "REFUND_REVERSED"). Of two that are of one moment the order in the input decides nothing.
  static func all(in receipt: VerifiedReceipt) -> [AccountSource] {
    let whole = AccountSource("", receipt, isCovered: receipt.hasOwnSignature)
    guard !receipt.nested.isEmpty else { return [whole] }
    let nested = receipt.allNested.map { path, inner in
      AccountSource(
        path, inner,
        isCovered: inner.hasOwnSignature ? inner.isCovered(in: receipt) : whole.isCovered)
    }
    var signed = ([whole] + nested).filter(\.certainty.isSigned).sorted {
      ($0.madeAt ?? .distantPast) > ($1.madeAt ?? .distantPast)
    }
    orderAlike(&signed)
    return signed + (nested + [whole]).filter { !$0.certainty.isSigned }
  }

  /// Orders texts of one moment by their bytes where they tell of the same, so that every order of the same texts gives
  /// the same account.
  private static func orderAlike(_ sources: inout [AccountSource]) {
    var start = 0
    while start < sources.count {
      let end =
        sources[start...].firstIndex { $0.madeAt != sources[start].madeAt } ?? sources.count
      if end - start > 1, tellOfTheSame(sources[start..<end]) {
        sources[start..<end].sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      }
      start = end
    }
  }

  private static func tellOfTheSame(_ sources: ArraySlice<AccountSource>) -> Bool {
    var transactions: Set<ReceiptString> = []
    var renewals: Set<ReceiptString> = []
    var apps = 0
    for source in sources {
      // A notification says something of the transaction in it.
      let texts =
        [source.decoded] + (source.decoded.notification == nil ? [] : source.decoded.allNested)
      let own = Set(texts.flatMap(\.allPurchases).compactMap(\.transactionID))
      let renewed = Set(texts.flatMap(\.renewals).compactMap(\.originalTransactionID))
      apps += source.receipt.originalApplicationVersion == nil ? 0 : 1
      guard transactions.isDisjoint(with: own), renewals.isDisjoint(with: renewed), apps < 2 else {
        return true
      }
      transactions.formUnion(own)
      renewals.formUnion(renewed)
    }
    return false
  }

  private var bytes: [UInt8] { decoded.input.bytes }

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
