internal import ReceiptCore
internal import ReceiptMaking

/// Which receipts and transactions came before in a run, whose they were, and in which input.
///
/// Only the transaction's own id counts. All restores and renewals share the original transaction id, and a
/// customer's second device has them too, so that says nothing. The same holds for a newer receipt of the same
/// customer, which lists the old transactions again. Therefore a transaction that comes again is a fault only
/// if the two receipts contradict each other about the app, the Apple Account or the app's own user. What ties a
/// receipt to a device is different in every receipt, so it is not compared.
///
/// A receipt whose signature does not hold is compared, but not remembered: anyone can write one, to make the
/// next one fail.
struct TransactionLedger {
  /// How many transactions and receipts are remembered: about 100 MB.
  static let maximumEntries = 1_000_000

  private let limit: Int
  private let redactor: Redactor?
  private var transactions: [Digest: Sighting] = [:]
  /// By the digest of its bytes, where each receipt came first.
  private var receipts: [Digest: Int32] = [:]
  private var sources: [Source] = []
  private var hasForgotten = false

  init(redactor: Redactor? = nil, limit: Int = maximumEntries) {
    self.redactor = redactor
    self.limit = limit
  }

  /// The first time that a transaction came.
  private struct Sighting {
    let source: Int32
    let owner: Owner
  }

  /// Compares a receipt with those that came before, and remembers it. Nothing is said of what could not be
  /// read.
  mutating func result(of report: CheckReport) -> CheckResult? {
    guard case .checked(let checked) = report.outcome else { return nil }
    let decoded = checked.decoded
    guard decoded.receipt.environment != .xcode else {
      return .undetermined(
        .uniqueTransaction, .xcodeReceipt, "Xcode counts the transactions of every test from 0",
        hint: "only transactions of the App Store and of the sandbox have ids of their own")
    }
    let receipt = Digest(of: decoded.input.bytes)
    if let first = receipts[receipt] {
      let source = sources[Int(first)].unescapedText
      return .fail(
        .uniqueTransaction, .duplicateReceipt,
        "this is the same receipt, byte by byte, as \(source)",
        evidence: ["first": source])
    }
    var seen: [(key: Digest, id: ReceiptString, owner: Owner)] = []
    for purchase in PurchaseHistory(decoded).records {
      guard let id = purchase.transactionID else { continue }
      let key = Digest(of: Array(decoded.storeName.utf8) + id.bytes)
      seen.append((key, id, Owner(of: purchase, in: decoded)))
    }
    let result = compare(seen)
    if checked.verification.isTrusted || checked.verification.reason == .unsignedAccepted {
      remember(receipt, seen.map { ($0.key, $0.owner) }, report.source)
    }
    return result
  }

  private func compare(_ seen: [(key: Digest, id: ReceiptString, owner: Owner)]) -> CheckResult {
    var repeated = 0
    for (key, id, owner) in seen {
      guard let before = transactions[key] else { continue }
      repeated += 1
      if let difference = owner.contradiction(to: before.owner) {
        return duplicate(id, difference, sources[Int(before.source)])
      }
    }
    guard !hasForgotten else {
      return .undetermined(
        .uniqueTransaction, .notRemembered,
        "it was compared with the first \(grouped(limit)) transactions and receipts only")
    }
    return .pass(
      .uniqueTransaction,
      seen.isEmpty
        ? "there is no transaction in it"
        : repeated == 0
          ? "no transaction in it came before"
          : "\(repeated) of \(counted(seen.count, "transaction")) came before, for the same customer as far as "
            + "the receipts say",
      evidence: ["came_before": String(repeated), "transactions": String(seen.count)])
  }

  /// Remembers as much as there is room for, and whether that was all.
  private mutating func remember(
    _ receipt: Digest, _ seen: [(key: Digest, owner: Owner)], _ source: Source
  ) {
    guard hasRoom else {
      hasForgotten = true
      return
    }
    let place = Int32(truncatingIfNeeded: sources.count)
    sources.append(redactor.map(source.redacted) ?? source)
    receipts[receipt] = place
    for (key, owner) in seen {
      let before = transactions[key]
      guard before != nil || hasRoom else {
        hasForgotten = true
        continue
      }
      // Of two that agree, the one that says more tells more of later ones.
      if before.map({ owner.agreesWithAndSaysMore(than: $0.owner) }) ?? true {
        transactions[key] = Sighting(source: place, owner: owner)
      }
    }
  }

  private var hasRoom: Bool { transactions.count + receipts.count < limit }

  private func duplicate(
    _ id: ReceiptString, _ difference: Owner.Fact, _ source: Source
  ) -> CheckResult {
    let id = redactor?.pseudonym(id) ?? id
    return .fail(
      .uniqueTransaction, .duplicateTransaction,
      "transaction \(id) came before in \(source.unescapedText), with another \(difference.text)",
      evidence: [
        "differs": difference.field, "first": source.unescapedText,
        "transaction_id": id.description,
      ])
  }
}

/// 128 bits of a SHA-256: two texts with the same ones are the same text.
private struct Digest: Hashable {
  private let high: UInt64
  private let low: UInt64

  init(of bytes: [UInt8]) {
    let digest = DigestAlgorithm.sha256.digest(of: bytes[...])
    high = digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = digest.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Enough to tell that two owners differ.
  var short: UInt64 { low }
}

/// Whose a transaction is, as far as the receipt says; 0 where it does not.
private struct Owner {
  enum Fact: CaseIterable {
    case app, account, user

    var field: String {
      switch self {
      case .app: "bundle_id"
      case .account: "app_transaction_id"
      case .user: "app_account_token"
      }
    }

    var text: String {
      switch self {
      case .app: "app (bundle id)"
      case .account: "Apple Account (app transaction id)"
      case .user: "user of the app (app account token)"
      }
    }
  }

  private let app: UInt64
  private let account: UInt64
  private let user: UInt64

  init(of purchase: InAppPurchase, in decoded: DecodedReceipt) {
    func short(_ text: ReceiptString?) -> UInt64 {
      text.map { Digest(of: Array($0.bytes)).short } ?? 0
    }
    app = short(decoded.receipt.bundleID)
    account = short(purchase.appTransactionID ?? decoded.receipt.appTransactionID)
    user = short(purchase.appAccountToken)
  }

  private subscript(fact: Fact) -> UInt64 {
    switch fact {
    case .app: app
    case .account: account
    case .user: user
    }
  }

  /// What both say, and say differently.
  func contradiction(to other: Owner) -> Fact? {
    Fact.allCases.first { self[$0] != 0 && other[$0] != 0 && self[$0] != other[$0] }
  }

  /// Whether this says all that the other says, and more.
  func agreesWithAndSaysMore(than other: Owner) -> Bool {
    Fact.allCases.allSatisfy { self[$0] == other[$0] || other[$0] == 0 }
      && Fact.allCases.contains { self[$0] != 0 && other[$0] == 0 }
  }
}

extension DecodedReceipt {
  /// The sandbox counts its transactions by itself. What does not say where it is from is from the App Store.
  fileprivate var storeName: String {
    (receipt.environment ?? .production).rawValue + " "
  }
}
