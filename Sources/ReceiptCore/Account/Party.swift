/// One of the customers that an input tells of, and what it tells of this one.
package struct Party: Sendable {
  /// How the customer is told apart from others.
  package let customer: Customer
  /// What all texts tell.
  let told: Ledger
  /// What those texts tell that are relied on; `nil` if these are all, or none.
  let relied: Ledger?
  /// Whether any text is relied on.
  let isRelied: Bool

  /// How a customer is told apart from others.
  package enum Customer: Sendable, Equatable {
    /// The input is about one customer.
    case only
    /// By the app transaction id: one Apple Account and one app.
    case appTransaction(ReceiptString)
    /// By the UUID that the app gave the customer.
    case accountToken(ReceiptString)
    /// Nothing says whose this subscription or purchase is.
    case unnamed(original: ReceiptString?)
  }

  /// All purchases, each once.
  package var history: PurchaseHistory { told.history }
  /// All renewals to come.
  package var renewals: [RenewalInfo] { told.renewals.map(\.renewal) }
  /// What texts say against one that decides.
  package var contradictions: [Contradiction] { told.contradictions }
  /// The moment up to which all purchases are listed; `nil` if some may be left out.
  package var listedUntil: ReceiptDate? { told.listedUntil }

  /// The renewal of a record's subscription, if it was said by `now`.
  package func renewal(of record: InAppPurchase) -> RenewalInfo? {
    told.renewal(of: record)?.renewal
  }

  /// The state of a record's subscription, as a text of Apple's server names it: 1 to 5.
  package func status(of record: InAppPurchase) -> Int64? {
    record.originalTransactionID.flatMap { told.statuses[$0]?.status }
  }

  /// Whether a signed text says that state: then it was judged with the rest.
  package func isStatusSigned(of record: InAppPurchase) -> Bool {
    record.originalTransactionID.flatMap { told.statuses[$0]?.isSigned } ?? false
  }
}

/// Tells the customers of an input apart.
struct PartySplitter {
  private let sources: [AccountSource]
  private let relied: [Int]
  private let all: [Int]

  /// - Parameter isRelied: whether a text is relied on.
  init(_ sources: [AccountSource], isRelied: (AccountSource) -> Bool) {
    self.sources = sources
    all = Array(sources.indices)
    relied = all.filter { isRelied(sources[$0]) }
  }

  /// The largest number of customers. A hostile list could have thousands.
  static let maximumParties = 50

  /// - Parameters:
  ///   - isMixed: whether the input may be about several customers, such as a list of notifications.
  ///   - isTogether: whether it was put together by hand. Then the tokens of the app tell customers apart where no app
  ///     transaction does. In what Apple lists, one customer may have several.
  func parties(isMixed: Bool, isTogether: Bool = false) -> [Party] {
    // A receipt and a response of verifyReceipt are about one customer, and most inputs are one of these.
    guard sources.count > 1 else { return [party(.only, nil)] }
    let owners = Owners(sources)
    let isMixed = isMixed || isTogether && owners.areToldByToken
    guard owners.appTransactions.count > 1 || isMixed else { return [party(.only, nil)] }
    var customers: [Party.Customer] = []
    for chain in owners.chains {
      let customer = owners.customer(of: chain)
      if !customers.contains(customer) { customers.append(customer) }
      if customers.count == Self.maximumParties { break }
    }
    guard customers.count > 1 else { return [party(.only, nil)] }
    return customers.map { customer in
      party(customer) { original, appTransaction in
        owners.customer(of: original, appTransaction) == customer
      }
    }
  }

  private func party(
    _ customer: Party.Customer, _ isOwn: ((ReceiptString?, ReceiptString?) -> Bool)?
  ) -> Party {
    let isPart = !relied.isEmpty && relied.count < all.count
    return Party(
      customer: customer, told: Ledger(sources, all, isOwn: isOwn),
      relied: isPart ? Ledger(sources, relied, isOwn: isOwn) : nil, isRelied: !relied.isEmpty)
  }
}

/// The customer of each chain of transactions, as far as any text says.
private struct Owners {
  /// The original transactions, in the order of the texts.
  private(set) var chains: [ReceiptString?] = []
  private(set) var appTransactions: Set<ReceiptString> = []
  private var appTransactionOf: [ReceiptString: ReceiptString] = [:]
  private var tokenOf: [ReceiptString: ReceiptString] = [:]
  private var appTransactionOfToken: [ReceiptString: ReceiptString] = [:]
  private var seen: Set<ReceiptString> = []

  init(_ sources: [AccountSource]) {
    for source in sources {
      for purchase in source.decoded.allPurchases {
        add(
          purchase.originalTransactionID ?? purchase.transactionID, purchase.appTransactionID,
          purchase.appAccountToken)
      }
      for renewal in source.decoded.renewals {
        add(renewal.originalTransactionID, renewal.appTransactionID, renewal.appAccountToken)
      }
    }
  }

  private mutating func add(
    _ chain: ReceiptString?, _ appTransaction: ReceiptString?, _ token: ReceiptString?
  ) {
    if let appTransaction { appTransactions.insert(appTransaction) }
    if let appTransaction, let token, appTransactionOfToken[token] == nil {
      appTransactionOfToken[token] = appTransaction
    }
    guard let chain else { return }
    if seen.insert(chain).inserted { chains.append(chain) }
    // The text that decides comes first.
    if let appTransaction, appTransactionOf[chain] == nil {
      appTransactionOf[chain] = appTransaction
    }
    if let token, tokenOf[chain] == nil { tokenOf[chain] = token }
  }

  /// Whether tokens alone tell several customers apart.
  var areToldByToken: Bool { appTransactions.isEmpty && Set(tokenOf.values).count > 1 }

  func customer(
    of chain: ReceiptString?, _ appTransaction: ReceiptString? = nil
  ) -> Party.Customer {
    let token = chain.flatMap { tokenOf[$0] }
    if let id = chain.flatMap({ appTransactionOf[$0] }) ?? token.flatMap({
      appTransactionOfToken[$0]
    })
      ?? appTransaction
    {
      return .appTransaction(id)
    }
    return token.map { .accountToken($0) } ?? .unnamed(original: chain)
  }
}
