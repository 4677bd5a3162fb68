/// What the customers of an input have at a time, and how surely that is known.
///
/// It joins what all texts of the input say, and judges it once. Checks, diagnoses, timelines and replies read it, and
/// judge nothing of their own.
public struct Account: Sendable {
  /// The time at which it is judged.
  public let now: ReceiptDate
  /// The texts of the input, the one that decides first.
  public let sources: [AccountSource]
  /// The customers that the input tells of. There is at least one.
  package let parties: [Party]
  /// Where the input is from.
  package let environment: Receipt.Environment?
  /// Which app it is about, and who says so.
  let identity: Identity
  private let scene: HoldingJudge.Scene
  private let judges: [Judges]

  /// Which app an input is about, as its signed texts say.
  struct Identity: Sendable {
    /// Whether the signature of everything in it holds, and all of it is well-formed.
    let isVerified: Bool
    /// Whether it has a signature at all.
    let isSigned: Bool
    let certainty: Certainty
    /// The apps and environments that its signed texts name. There should be one of each.
    let bundleIDs: Set<ReceiptString>
    let environments: Set<Receipt.Environment>
  }

  private struct Judges: Sendable {
    let told: HoldingJudge
    let relied: HoldingJudge?
    let isRelied: Bool

    /// The judge of those texts that are relied on.
    var reliedOn: HoldingJudge? { isRelied ? relied ?? told : nil }
  }

  /// The texts that are relied on. The words of other texts are shown, and marked.
  package enum Reliance: Sendable {
    /// Those with a verified signature.
    case verified
    /// Those that a signature covers. Its verdict is shown elsewhere.
    case covered
    /// All: the user accepts what is not signed.
    case everything
  }

  /// Judges what a verified signature covers. All else is shown as unsigned.
  public init(_ receipt: VerifiedReceipt, at now: ReceiptDate) {
    self.init(receipt, at: now, relyingOn: .verified)
  }

  package init(_ receipt: VerifiedReceipt, at now: ReceiptDate, relyingOn reliance: Reliance) {
    self.now = now
    let decoded = receipt.decoded
    sources = AccountSource.all(in: receipt)
    parties = PartySplitter(sources) { source in
      switch reliance {
      case .verified: source.certainty.isSigned
      case .covered: source.isCovered
      case .everything: source.isCovered || !source.decoded.hasOwnSignature
      }
    }.parties(
      isMixed: decoded.apiResponse?.kind == .notifications,
      isTogether: decoded.isTogether)
    identity = Identity(receipt)
    environment = receipt.environment
    let scene = HoldingJudge.Scene(
      sources: sources, isSingle: decoded.isSingleTransaction,
      isList: decoded.form.isAroundSignedTexts,
      madeAt: decoded.madeAt ?? sources.compactMap(\.madeAt).max(),
      isStore: environment == .production || environment == nil)
    self.scene = scene
    judges = parties.map { party in
      Judges(
        told: HoldingJudge(party.told, scene, at: now),
        relied: party.relied.map { HoldingJudge($0, scene, at: now) }, isRelied: party.isRelied)
    }
  }

  /// When the input was made. A response of the App Store Server API has no date: it is as new as the newest text in
  /// it.
  package var madeAt: ReceiptDate? { scene.madeAt }

  /// The purchases of a party as they were at the time, without later withdrawals.
  package func history(of party: Int) -> PurchaseHistory { judges[party].told.history }

  /// What each customer that the input tells of has: a holding for each product, in the order of the purchases.
  ///
  /// There is at least one customer, who may have nothing. Of a hostile input not all products are judged.
  public var customers: [[Holding]] {
    parties.indices.map { party in
      products(of: party).prefix(Self.maximumHoldings).compactMap { holding(of: $0, party: party) }
    }
  }

  /// No customer has so many products. Judging each of them takes time.
  static let maximumHoldings = 1_000

  /// What a customer has of a product; `nil` if nothing tells of it.
  package func holding(of productID: ReceiptString, party: Int) -> Holding? {
    let judge = judges[party]
    guard var holding = judge.told.holding(productID) else { return nil }
    guard let relied = judge.relied else {
      if !judge.isRelied { holding.certainty = .unsigned }
      return holding
    }
    guard let proven = relied.holding(productID) else {
      holding.certainty = .unsigned
      holding.signedState = .nothing
      return holding
    }
    guard proven.isSame(as: holding) else {
      holding.certainty = .unsigned
      holding.signedState = .holding(proven)
      return holding
    }
    holding.certainty = proven.certainty
    return holding
  }

  /// What all texts tell that a customer has of a product, be they relied on or not.
  func told(of productID: ReceiptString, party: Int) -> (Holding, PurchaseHistory)? {
    judges[party].told.holding(productID).map { ($0, judges[party].told.history) }
  }

  /// What those texts tell that are relied on.
  func relied(of productID: ReceiptString, party: Int) -> (Holding, PurchaseHistory)? {
    judges[party].reliedOn.flatMap { judge in
      judge.holding(productID).map { ($0, judge.history) }
    }
  }

  /// Whether some texts about a customer are relied on, and others are not.
  package func isPartlyRelied(party: Int) -> Bool { parties[party].relied != nil }

  /// Whether a text that is relied on tells of a renewal to come.
  package func isRelied(_ renewal: RenewalInfo, party: Int) -> Bool {
    guard let relied = parties[party].relied else { return parties[party].isRelied }
    return relied.renewals.contains {
      $0.renewal.originalTransactionID == renewal.originalTransactionID
        && $0.renewal.productID == renewal.productID
    }
  }

  /// The transactions of a customer that texts tell which are relied on, as they were at the time.
  package func reliedHistory(of party: Int) -> PurchaseHistory? { judges[party].reliedOn?.history }

  /// All transactions of all customers, with what came after the time.
  package var wholeHistory: PurchaseHistory { PurchaseHistory.joined(parties.map(\.history)) }

  /// Those that texts tell that are relied on.
  var reliedHistory: PurchaseHistory {
    PurchaseHistory.joined(judges.compactMap(\.reliedOn?.history))
  }

  /// The renewals of those texts.
  var reliedRenewals: [RenewalInfo] {
    judges.compactMap(\.reliedOn).flatMap { $0.ledger.renewals.map(\.renewal) }
  }

  /// Where each value of a holding that decides it comes from, if the input holds several texts.
  package func provenance(of holding: Holding) -> [Provenance] {
    guard sources.count > 1, let id = holding.record.transactionID,
      let ledger = parties.map(\.told).first(where: { $0.sourceOf[id] != nil })
    else { return [] }
    let own = ledger.sourceOf[id] ?? ledger.first
    return Provenance.fields.compactMap { name in
      guard Field<InAppPurchase>.all.named(name)?.get(holding.record) != nil else { return nil }
      let source = sources[ledger.filled[id]?[name] ?? own]
      return Provenance(field: name, path: source.path, certainty: source.certainty)
    }
  }

  /// Whether only unsigned text tells one of these fields of a transaction that signed text tells of.
  package func isUnsigned(_ fields: [String], of record: InAppPurchase) -> Bool {
    guard sources.count > 1, let id = record.transactionID,
      let ledger = parties.lazy.map(\.told).first(where: { $0.sourceOf[id] != nil }),
      let own = ledger.sourceOf[id], sources[own].certainty.isSigned, let filled = ledger.filled[id]
    else { return false }
    return fields.contains { name in
      filled[name].map { !sources[$0].certainty.isSigned } ?? false
    }
  }

  /// Whether Apple answered that a subscription has expired whose period runs, and no signature says otherwise.
  func isAnsweredExpired(_ holding: Holding) -> Bool {
    [.active, .grace].contains(holding.code) && !holding.certainty.isSigned
      && parties.contains { $0.told.isAnsweredExpired }
  }

  /// The latest time at which a signed text was made.
  package var signedUntil: ReceiptDate? {
    sources.lazy.filter(\.certainty.isSigned).compactMap(\.madeAt).max()
  }

  /// The text that a value comes from.
  package struct Provenance: Sendable {
    /// The fields whose origin is shown, in order.
    package static let fields = RecordJoiner.telling.sorted()

    /// The name of the field in the JSON of `decode`.
    package let field: String
    /// The place of the text in the input; empty for the input itself.
    package let path: String
    package let certainty: Certainty
  }

  /// The products of a party, in the order of their purchases.
  package func products(of party: Int) -> [ReceiptString] {
    var seen: Set<ReceiptString> = []
    return parties[party].history.records.compactMap(\.productID).filter {
      seen.insert($0).inserted
    }
  }
}

extension Account.Identity {
  fileprivate init(_ receipt: VerifiedReceipt) {
    let nested = receipt.allNested.map(\.receipt)
    let signed = (receipt.hasOwnSignature ? [receipt] : []) + nested.filter(\.hasOwnSignature)
    isSigned = !signed.isEmpty
    // What cannot be read may take back what the others give.
    let isRead = ([receipt] + nested).allSatisfy { text in
      text.nested.allSatisfy { if case .success = $0.content { true } else { false } }
    }
    isVerified =
      isSigned && signed.allSatisfy(\.certainty.isSigned) && receipt.decoded.errors.isEmpty
      && isRead
    certainty = signed.first?.certainty ?? .unsigned
    bundleIDs = Set(signed.compactMap(\.decoded.receipt.bundleID))
    environments = Set(signed.compactMap(\.decoded.receipt.environment))
  }
}

extension DecodedReceipt {
  /// Whether it covers only one transaction, and cannot show a renewal.
  package var isSingleTransaction: Bool {
    form.purchases == .one
  }
}
