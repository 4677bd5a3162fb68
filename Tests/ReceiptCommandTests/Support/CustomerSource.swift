import Foundation
import ReceiptCore
import ReceiptMaking

/// What a source shows of a customer, and the source itself in one of the forms.
struct CustomerSource: Sendable {
  let form: Form
  /// When it was made: it shows what had happened by then.
  let made: Int
  let isSandbox: Bool
  /// Signed, but not under a root that is accepted.
  let isForged: Bool
  /// What it shows, each with the moment at which its own source was made.
  var records: [Record] = []
  var renewals: [(renewal: RandomCustomer.Renewal, made: Int)] = []
  /// The status of a subscription, from 1 to 5, by its original transaction (App Store Server API,
  /// `status`).
  var statuses: [String: Int] = [:]
  /// The moment up to which it lists all purchases; `nil` if it may leave out some.
  var complete: Int?
  /// The bytes; for several sources that are read together, one for each.
  var pieces: [[UInt8]] = []

  enum Form: String, CaseIterable, Sendable {
    case appReceipt = "app receipt"
    case transaction, notification, history, statuses, together
    case renewalInfo = "renewal info"
    case page = "page of a history"
    case response = "response of verifyReceipt"
    case responseWithReceipt = "response of verifyReceipt with latest_receipt"
    case transactionPayload = "payload of a transaction"
    case receiptPayload = "payload of an app receipt"
    case ios6 = "iOS 6 transaction"
  }

  /// A purchase as a source shows it.
  struct Record: Sendable {
    let id: String
    let original: String
    let product: String
    /// `nil` where the source does not say what kind it is.
    let kind: RandomCustomer.Kind?
    let bought: Int
    let firstBought: Int
    let ends: Int?
    /// A refund, the end of sharing, or in old forms the day of an upgrade.
    let cancelled: Int?
    /// Whether it says that it was upgraded; `nil` where the form cannot say so.
    let isUpgraded: Bool?
    let isShared: Bool
    let offer: RandomCustomer.Offer?
    /// It is under a signature.
    let isSigned: Bool
    let made: Int
  }

  /// Draws what the customer or Apple sends at `made`. `nil` if there is nothing to send in this
  /// form.
  init?(
    _ form: Form, of customer: RandomCustomer, at made: Int, isForged: Bool,
    _ numbers: inout SeededNumbers
  ) throws {
    self.form = form
    self.made = made
    self.isForged = isForged
    isSandbox = customer.isSandbox
    let writer = try SourceWriter(customer: customer)
    let known = customer.purchases.filter { $0.bought <= made }
    let chains = Set(known.filter { $0.kind == .renewable }.map(\.original)).sorted()
    switch form {
    case .appReceipt, .receiptPayload:
      addReceipt(known)
      let draft = writer.draft(known, at: made)
      pieces = [form == .appReceipt ? try writer.authority.receipt(draft) : draft.payload]
    case .transaction, .transactionPayload:
      guard let purchase = numbers.element(of: known) else { return nil }
      addStoreKit([purchase])
      let payload = writer.transaction(purchase, at: made)
      pieces = [form == .transaction ? try writer.jws(payload) : Array(payload.utf8)]
    case .renewalInfo:
      guard let chain = numbers.element(of: chains),
        let renewal = customer.renewal(of: chain, at: made)
      else { return nil }
      renewals = [(renewal, made)]
      pieces = [try writer.jws(writer.renewal(renewal, at: made))]
    case .notification:
      guard let purchase = numbers.element(of: known) else { return nil }
      // A notification is about the newest transaction.
      let newest = known.last { $0.original == purchase.original } ?? purchase
      addStoreKit([newest])
      addStates(of: newest.kind == .renewable ? [newest.original] : [], customer, known)
      pieces = [
        try writer.notification(newest, renewals.first?.renewal, statuses.values.first, made)
      ]
    case .history, .page:
      guard !known.isEmpty else { return nil }
      let listed = form == .history ? known : Array(known.prefix(1 + numbers.below(known.count)))
      addStoreKit(listed)
      complete = form == .history ? made : nil
      pieces = [try writer.history(listed, hasMore: form == .page, at: made)]
    case .statuses:
      guard !chains.isEmpty else { return nil }
      let newest = chains.compactMap { chain in known.last { $0.original == chain } }
      addStoreKit(newest)
      addStates(of: chains, customer, known)
      pieces = [try writer.statuses(newest, renewals.map(\.renewal), statuses, at: made)]
    case .response, .responseWithReceipt:
      addResponse(known, isSigned: form == .responseWithReceipt && !isForged)
      addStates(of: chains, customer, known)
      statuses = [:]
      let receipt =
        form == .response
        ? nil
        : try writer.authority.receipt(writer.draft(known.filter { !$0.isFinished }, at: made))
      pieces = [Array(writer.response(known, renewals.map(\.renewal), receipt, at: made).utf8)]
    case .ios6:
      guard let purchase = numbers.element(of: known.filter { $0.upgraded == nil }) else {
        return nil
      }
      addIOS6(purchase)
      pieces = [try writer.ios6(purchase, at: made)]
    case .together:
      guard let purchase = numbers.element(of: known) else { return nil }
      // The app receipt may be older than the rest.
      let earlier = numbers.chance(2) ? made : made - numbers.below(50 * RandomCustomer.day)
      let listed = known.filter { $0.bought <= earlier }
      addStoreKit([purchase])
      let other = CustomerSource(listed, at: earlier, isSandbox: isSandbox)
      records += other.records.filter { $0.id != purchase.id }
      complete = earlier
      pieces = [
        try writer.authority.receipt(writer.draft(listed, at: earlier)),
        try writer.jws(writer.transaction(purchase, at: made)),
      ]
      if let chain = numbers.element(of: chains),
        let renewal = customer.renewal(of: chain, at: made)
      {
        renewals = [(renewal, made)]
        pieces.append(try writer.jws(writer.renewal(renewal, at: made)))
      }
    }
  }

  /// An app receipt's part alone.
  private init(_ known: [RandomCustomer.Purchase], at made: Int, isSandbox: Bool) {
    form = .appReceipt
    self.made = made
    self.isSandbox = isSandbox
    isForged = false
    addReceipt(known)
  }

  // MARK: What each form shows

  private mutating func addReceipt(_ known: [RandomCustomer.Purchase]) {
    records += known.filter { !$0.isFinished }.map { purchase in
      record(
        purchase, kind: purchase.kind, cancelled: by(purchase.revoked) ?? by(purchase.upgraded),
        isUpgraded: nil, isShared: false, isSigned: form != .receiptPayload)
    }
    complete = made
  }

  private mutating func addStoreKit(_ known: [RandomCustomer.Purchase]) {
    records += known.map { purchase in
      record(
        purchase, kind: purchase.kind, cancelled: by(purchase.revoked),
        isUpgraded: by(purchase.upgraded) != nil, isShared: purchase.isShared,
        isSigned: form != .transactionPayload)
    }
  }

  private mutating func addResponse(_ known: [RandomCustomer.Purchase], isSigned: Bool) {
    records += known.filter { !$0.isFinished }.map { purchase in
      record(
        purchase, kind: form != .response || purchase.ends != nil ? purchase.kind : nil,
        cancelled: by(purchase.revoked) ?? by(purchase.upgraded),
        isUpgraded: isSigned ? nil : by(purchase.upgraded) != nil,
        isShared: purchase.isShared,
        isSigned: isSigned)
    }
    complete = made
  }

  private mutating func addIOS6(_ purchase: RandomCustomer.Purchase) {
    records.append(
      record(
        purchase, kind: purchase.ends == nil ? nil : .renewable, cancelled: nil, isUpgraded: nil,
        isShared: false, isSigned: true))
  }

  private mutating func addStates(
    of chains: [String], _ customer: RandomCustomer, _ known: [RandomCustomer.Purchase]
  ) {
    for chain in chains {
      guard let newest = known.last(where: { $0.original == chain }),
        let renewal = customer.renewal(of: chain, at: made)
      else { continue }
      renewals.append((renewal, made))
      let ends = newest.ends ?? .max
      statuses[chain] =
        by(newest.revoked) != nil
        ? 5
        : made < ends ? 1 : (renewal.graceUntil ?? 0) > made ? 4 : renewal.isRetried ? 3 : 2
    }
  }

  /// A moment, if it had come when this was made.
  private func by(_ moment: Int?) -> Int? { moment.flatMap { $0 <= made ? $0 : nil } }

  private func record(
    _ purchase: RandomCustomer.Purchase, kind: RandomCustomer.Kind?, cancelled: Int?,
    isUpgraded: Bool?, isShared: Bool, isSigned: Bool
  ) -> Record {
    Record(
      id: purchase.id, original: purchase.original, product: purchase.product, kind: kind,
      bought: purchase.bought, firstBought: purchase.firstBought, ends: purchase.ends,
      cancelled: cancelled, isUpgraded: isUpgraded, isShared: isShared, offer: purchase.offer,
      isSigned: isSigned && !isForged, made: made)
  }
}

extension CustomerSource {
  /// The source, decoded.
  func decoded() throws -> DecodedReceipt {
    let decoder = ReceiptDecoder()
    guard form == .together else { return try decoder.decode(pieces.first ?? []) }
    return try decoder.decode(
      ReceiptInput(
        together: try pieces.enumerated().map { index, bytes in
          ReceiptInput.Piece(name: "piece \(index)", input: .success(try ReceiptInput(bytes)))
        }))
  }
}
