package import ReceiptCore

/// What the customers of an input have of each product, and who says so. It is judged as a diagnosis judges it, and
/// has no words: a table of millions of receipts needs none.
package struct CustomerHoldings: Sendable {
  package let genuineness: Genuineness
  /// Customer by customer; of each, what is held comes first.
  package let holdings: [Holding]
  /// Of each of them the fields that only unsigned text tells, beside signed text.
  package let unsignedFields: [Set<String>]
  /// The app and the environment, without what stands beside a signed text.
  package let bundleID: ReceiptString?
  package let environment: ReceiptString?
  /// The number of products that are not judged.
  package let omitted: Int

  /// No customer has so many products. A hostile receipt could have thousands.
  static let maximumProducts = 1_000

  package init(_ verified: VerifiedReceipt, now: ReceiptDate) {
    let account = Account(verified, at: now)
    let situation = Situation(
      verified: verified, account: account, deviceCheck: nil, settings: AppSettings(),
      isOfOtherApp: false, now: now, isToday: false)
    let judgements = account.parties.indices.map { party in
      var own = situation
      own.party = party
      return Judgement(own, maximum: Self.maximumProducts)
    }
    genuineness = Genuineness(situation)
    holdings = judgements.flatMap(\.holdings)
    bundleID = verified.coveredBundleID
    environment = verified.coveredEnvironment
    // The environment says whether a purchase was a test. No signature of iOS 6 covers it.
    let isEnvironmentUnsigned = verified.hasOwnSignature && !verified.decoded.form.signsDate
    unsignedFields = judgements.flatMap { judgement in
      judgement.holdings.map {
        judgement.unsignedFields(of: $0).union(isEnvironmentUnsigned ? ["environment"] : [])
      }
    }
    omitted = judgements.reduce(0) { $0 + $1.omittedProducts }
  }
}
