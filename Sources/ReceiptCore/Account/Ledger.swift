/// What some texts tell of one customer: transactions, renewals to come, and states of subscriptions.
struct Ledger: Sendable {
  let history: PurchaseHistory
  let renewals: [ToldRenewal]
  /// The first renewal of each original transaction, and those without one, as indices of `renewals`.
  private let renewalOf: [ReceiptString: Int]
  private let renewalsWithoutOriginal: [Int]
  /// The states of subscriptions by original transaction: 1 active, 2 expired, 3 billing retry, 4 grace, 5 revoked.
  let statuses: [ReceiptString: ToldStatus]
  /// The index of the text that decides each transaction; empty if the input is one text.
  let sourceOf: [ReceiptString: Int]
  /// The index of the text that decides most: the first.
  let first: Int
  /// The indices of the texts that filled in fields which that text lacks.
  let filled: [ReceiptString: [String: Int]]
  let contradictions: [Contradiction]
  /// The moment up to which all purchases are listed; `nil` if some may be left out.
  let listedUntil: ReceiptDate?
  /// Whether Apple answered that the subscription has expired: by status 21006, or with its newest period as an
  /// expired one alone.
  let isAnsweredExpired: Bool
  /// The transactions of which a notification says that their sharing ended.
  let unshared: Set<ReceiptString>
  /// The state of a subscription, and the text that says it.
  struct ToldStatus: Sendable {
    let status: Int64
    let madeAt: ReceiptDate?
    let isSigned: Bool
    /// The index of that text.
    let source: Int

    fileprivate init(_ status: Int64, _ source: AccountSource, _ index: Int) {
      self.status = status
      self.source = index
      madeAt = source.madeAt
      isSigned = source.certainty.isSigned
    }
  }

  /// A renewal to come, and when that was said.
  struct ToldRenewal: Sendable {
    let renewal: RenewalInfo
    let madeAt: ReceiptDate?
    let source: Int
  }

  /// - Parameters:
  ///   - sources: all texts, the one that decides first.
  ///   - used: the indices of those that this ledger is made from.
  ///   - isOwn: whether something with these ids is this customer's; `nil` if all is.
  init(
    _ sources: [AccountSource], _ used: [Int],
    isOwn: ((_ original: ReceiptString?, _ appTransaction: ReceiptString?) -> Bool)? = nil
  ) {
    var joiner = RecordJoiner()
    var renewals: [ToldRenewal] = []
    /// The first renewal of each subscription, as an index of `renewals`.
    var renewed: [ReceiptString: Int] = [:]
    var statuses: [ReceiptString: ToldStatus] = [:]
    var listed: [ReceiptDate] = []
    for index in used {
      let source = sources[index]
      let decoded = source.decoded
      var purchases = decoded.allPurchases
      if let isOwn {
        purchases = purchases.filter {
          isOwn($0.originalTransactionID ?? $0.transactionID, $0.appTransactionID)
        }
      }
      joiner.add(
        purchases, of: index,
        AccountSource.Standing(
          isSigned: source.certainty.isSigned,
          hasNewer: used.prefix { $0 != index }.contains { sources[$0].isNewer(than: source) }))
      for renewal in decoded.renewals
      where isOwn.map({ $0(renewal.originalTransactionID, renewal.appTransactionID) }) ?? true {
        let told = ToldRenewal(renewal: renewal, madeAt: source.madeAt, source: index)
        if let original = renewal.originalTransactionID {
          // If several texts are about one subscription, the first decides.
          if let first = renewed[original], renewals[first].source != index {
            if source.certainty.isSigned { joiner.note(renewals[first], told, of: original) }
            continue
          }
          if renewed[original] == nil { renewed[original] = renewals.count }
        }
        renewals.append(told)
      }
      func add(_ status: Int64?, of original: ReceiptString?) {
        guard let status, let original else { return }
        let told = ToldStatus(status, source, index)
        if let first = statuses[original] {
          joiner.note(first, told, of: original)
        } else {
          statuses[original] = told
        }
      }
      for state in decoded.apiResponse?.subscriptions ?? [] {
        add(state.status, of: state.originalTransactionID)
      }
      if let status = decoded.notification?.status {
        // A notification is about the one subscription whose transaction it carries.
        for inner in decoded.allNested {
          add(status, of: inner.receipt.inApp.first?.originalTransactionID)
        }
      }
    }
    // What a list holds is no fact about a purchase, so a list of signed texts says it for them.
    for (index, source) in sources.enumerated()
    where used.contains(index) || source.decoded.form.isAroundSignedTexts {
      if let until = source.listedUntil { listed.append(until) }
    }
    let notices = WithdrawalNotices(sources, used)
    unshared = notices.unshared
    history = PurchaseHistory(unique: notices.completed(joiner.records))
    self.renewals = renewals
    renewalOf = renewed
    renewalsWithoutOriginal = renewals.indices.filter {
      renewals[$0].renewal.originalTransactionID == nil
    }
    self.statuses = statuses
    contradictions = joiner.contradictions
    filled = joiner.filled
    listedUntil = listed.max()
    first = used.first ?? 0
    if sources.count > 1 {
      var sourceOf: [ReceiptString: Int] = [:]
      for (record, source) in zip(joiner.records, joiner.sources) {
        guard let id = record.transactionID else { continue }
        if sourceOf[id] == nil { sourceOf[id] = source }
      }
      self.sourceOf = sourceOf
    } else {
      sourceOf = [:]
    }
    isAnsweredExpired = used.contains { index in
      guard let response = sources[index].decoded.response else { return false }
      return response.status == 21006
        || response.latestReceiptInfo.isEmpty && !response.latestExpiredReceiptInfo.isEmpty
    }
  }

  /// The renewal of a record's subscription. Only that of an old answer has no original transaction, and is found by
  /// its product.
  func renewal(of record: InAppPurchase) -> ToldRenewal? {
    guard let original = record.originalTransactionID else {
      return renewals.first { $0.renewal.isOf(record) }
    }
    let own = renewalOf[original]
    let other = renewalsWithoutOriginal.first { renewals[$0].renewal.isOf(record) }
    return [own, other].compactMap(\.self).min().map { renewals[$0] }
  }
}

extension RenewalInfo {
  /// Whether it is about the subscription that a record belongs to.
  package func isOf(_ record: InAppPurchase) -> Bool {
    guard let originalTransactionID, let own = record.originalTransactionID else {
      return productID == record.productID
    }
    return originalTransactionID == own
  }
}

extension AccountSource {
  /// Whether it was signed later, by a second at least: receipts have no parts of one.
  fileprivate func isNewer(than other: AccountSource) -> Bool {
    guard certainty.isSigned, let made = madeAt else { return false }
    return made.since(other.madeAt ?? .distantPast).milliseconds >= 1000
  }

  /// How much a text weighs beside others of the same customer.
  struct Standing {
    let isSigned: Bool
    /// Whether a newer signed text speaks too.
    let hasNewer: Bool

    /// Whether it was signed, and none is newer.
    var isAsNew: Bool { isSigned && !hasNewer }
  }
}
