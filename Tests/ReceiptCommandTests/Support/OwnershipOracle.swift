/// Who owns what by Apple's rules: the answers that a source allows about each product at a time.
/// It is written from Apple's documentation, and apart from the product's code.
struct OwnershipOracle {
  let source: CustomerSource
  /// The time that is asked about.
  let now: Int

  /// What may be said of a product.
  struct Verdict {
    /// The codes of `summary.owned`, any of which is true.
    var codes: Set<String>
    /// The days that may be given as `until`, by code; a code without an entry has none.
    var ends: [String: Set<Int>] = [:]

    init(_ codes: Set<String>, ends: [String: Set<Int>] = [:]) {
      self.codes = codes
      self.ends = ends
    }
  }

  /// Apple retries a failed payment for 60 days (Apple, "Reducing Involuntary Subscriber Churn").
  static let retry = 60 * RandomCustomer.day

  var products: Set<String> { Set(source.records.map(\.product)) }

  func verdict(on product: String) -> Verdict {
    if isClaim { return Verdict(["claimed"]) }
    let records = source.records.filter { $0.product == product }
    guard let kind = records.first?.kind else {
      // Families share nothing that is used up (Apple, "inAppOwnershipType").
      let held = records.filter { $0.firstBought <= now && !isCancelled($0) }
      return lasting(records, held.last?.isShared == true ? "owned" : "bought")
    }
    switch kind {
    case .nonConsumable: return lasting(records, "owned")
    case .consumable:
      // A receipt lists only those that the app has not finished (Apple, "In-App Purchase Receipt
      // Fields").
      return lasting(records, isFromReceipt ? "consumable-pending" : "consumable")
    case .nonRenewing: return lasting(records, "length-unknown")
    case .renewable: return subscription(records)
    }
  }

  /// Nothing proves what it says, and it is no response that the developer's own server may have received. With a
  /// forged receipt in it, it is none.
  var isClaim: Bool {
    switch source.form {
    case .transactionPayload, .receiptPayload: true
    case .response: false
    default: source.isForged
    }
  }

  private var isFromReceipt: Bool {
    [.appReceipt, .responseWithReceipt, .together].contains(source.form)
  }

  // MARK: Purchases without renewal

  private func lasting(_ records: [CustomerSource.Record], _ code: String) -> Verdict {
    // What is restored was bought before.
    let begun = records.filter { $0.firstBought <= now }
    if begun.isEmpty { return Verdict(["not-yet"]) }
    if begun.contains(where: { !isCancelled($0) }) {
      if source.form == .together, records.first?.kind == .consumable {
        // The receipt among several sources may be older than the others.
        return Verdict(["consumable", "consumable-pending"])
      }
      return Verdict([code])
    }
    return revoked(begun)
  }

  private func isCancelled(_ record: CustomerSource.Record) -> Bool {
    record.cancelled.map { $0 <= now } ?? false
  }

  private func revoked(_ records: [CustomerSource.Record]) -> Verdict {
    let codes: Set = [records.last?.isShared == true ? "no-longer-shared" : "refunded"]
    let days = Set(records.compactMap(\.cancelled).filter { $0 <= now })
    return Verdict(codes, ends: ["no-longer-shared": days, "refunded": days])
  }

  // MARK: Subscriptions

  private func subscription(_ records: [CustomerSource.Record]) -> Verdict {
    let begun = records.filter { $0.bought <= now }
    guard let last = begun.max(by: { $0.bought < $1.bought }) else { return notBegun(records) }
    let running = begun.filter { covers($0) }
    if !running.isEmpty {
      var verdict = Verdict(
        ["active"],
        ends: ["active": Set(records.flatMap { [$0.ends, $0.cancelled].compactMap(\.self) })])
      // StoreKit 2 says that a transaction was upgraded, and not when.
      if running.allSatisfy({ $0.isUpgraded == true && upgrade(of: $0) == nil }) {
        verdict.codes = now < source.made ? ["active", "replaced", "unknown"] : ["replaced"]
        verdict.ends["unknown"] = Set(running.compactMap(\.ends))
      }
      return verdict
    }
    if wasReplaced(last) {
      let moments = [last.cancelled, last.ends] + others(of: last).map(\.bought)
      return Verdict(["replaced"], ends: ["replaced": Set(past(moments))])
    }
    if isCancelled(last) {
      // A refund of a past period says nothing of the others (Apple, "REFUND").
      let isPast = last.cancelled ?? .max >= last.ends ?? .max
      guard isPast, source.complete == nil, source.statuses[last.original] != 5 else {
        return revoked([last])
      }
      return Verdict(["unknown"], ends: ["unknown": Set(past([last.ends]))])
    }
    return ended(last, isFollowed: records.contains { $0.bought > now })
  }

  /// All that is shown was bought later. A subscription that is not listed whole may have had
  /// periods before.
  private func notBegun(_ records: [CustomerSource.Record]) -> Verdict {
    let isOlder = records.contains { $0.firstBought <= now }
    return source.complete == nil && isOlder ? Verdict(["unknown"]) : Verdict(["not-yet"])
  }

  /// Whether a period gives access now: it has begun and not ended, and was not refunded or
  /// upgraded before.
  private func covers(_ record: CustomerSource.Record) -> Bool {
    guard record.bought <= now, now < record.ends ?? .max, !isCancelled(record) else {
      return false
    }
    return upgrade(of: record).map { now < $0 } ?? true
  }

  /// When the customer moved to another product; `nil` if that is not shown.
  private func upgrade(of record: CustomerSource.Record) -> Int? {
    guard record.isUpgraded == true else { return nil }
    return record.cancelled
      ?? others(of: record).filter { $0.bought > record.bought }
      .map(\.bought).min()
  }

  private func others(of record: CustomerSource.Record) -> [CustomerSource.Record] {
    source.records.filter { $0.original == record.original && $0.product != record.product }
  }

  /// Whether another product of the same subscription took its place.
  private func wasReplaced(_ record: CustomerSource.Record) -> Bool {
    if record.isUpgraded == true { return true }
    let moment = record.cancelled.flatMap { $0 <= now ? $0 : nil } ?? record.ends ?? .max
    if isCancelled(record), record.isUpgraded == false { return false }
    return others(of: record).contains { abs($0.bought - moment) <= 3600 && $0.bought <= now }
  }

  /// The last period that had begun has ended.
  private func ended(_ last: CustomerSource.Record, isFollowed: Bool) -> Verdict {
    let ends = last.ends ?? .max
    let told = source.renewals.last { $0.renewal.original == last.original }
    /// It is newer than the time that is asked about, and may say what came later.
    let isLater = now < source.made
    if let told, let grace = told.renewal.graceUntil, told.made <= now, !isLater,
      now < grace
    {
      return Verdict(["grace"], ends: ["grace": [grace]])
    }
    var codes: Set<String> = isFollowed ? ["between"] : past(last, ends, told, isLater)
    // The renewal info knows of a later period than the list.
    if let told, told.renewal.renewalDate > ends, !isFollowed {
      codes = ["unknown"]
    }
    if isFollowed, source.complete == nil { codes.insert("unknown") }
    var verdict = Verdict(codes)
    for code in codes where code != "grace" { verdict.ends[code] = [ends] }
    if let grace = told?.renewal.graceUntil { verdict.ends["grace"] = [grace] }
    return verdict
  }

  private func past(
    _ last: CustomerSource.Record, _ ends: Int,
    _ told: (renewal: RandomCustomer.Renewal, made: Int)?, _ isLater: Bool
  ) -> Set<String> {
    if source.complete == nil, told == nil { return ["unknown"] }
    let knownAt = max(source.complete ?? .min, told?.made ?? .min)
    guard ends <= knownAt else {
      // It was made before the end, and cannot show a renewal. If the renewal was off, none is
      // likely.
      return told?.renewal.renews == false ? ["unknown", "lapsed"] : ["unknown"]
    }
    guard let told else { return ["lapsed"] }
    if isLater {
      return told.renewal.isRetried
        ? ["lapsed", "unknown", "billing-retry", "grace"]
        : (source.complete ?? .min) < ends ? ["lapsed", "unknown"] : ["lapsed"]
    }
    guard told.renewal.isRetried else { return ["lapsed"] }
    if now >= ends + Self.retry { return ["lapsed", "unknown"] }
    // A grace period that was running when it was made may have ended with a payment.
    return told.renewal.graceUntil == nil ? ["billing-retry"] : ["billing-retry", "unknown"]
  }

  private func past(_ moments: [Int?]) -> [Int] {
    moments.compactMap(\.self).filter { $0 <= now }
  }
}

// MARK: - What a form may say at all

extension CustomerSource.Form {
  /// The codes that each form can know, whatever it holds.
  var claims: Set<String> {
    let period: Set = ["active", "unknown", "not-yet", "replaced", "refunded"]
    let once: Set = ["owned", "length-unknown"]
    return switch self {
    // It says neither why a subscription ended nor who shares it.
    case .appReceipt: period.union(once).union(["lapsed", "between", "consumable-pending"])
    // One transaction does not show whether another followed.
    case .transaction: period.union(once).union(["consumable", "no-longer-shared"])
    // It is about the newest transaction, which nothing has replaced.
    case .notification:
      period.subtracting(["replaced"]).union(once).union([
        "consumable", "no-longer-shared", "lapsed", "grace", "billing-retry",
      ])
    // Other pages may list what followed.
    case .page: period.union(once).union(["consumable", "no-longer-shared", "between"])
    case .history:
      period.union(once).union(["consumable", "no-longer-shared", "lapsed", "between"])
    case .statuses:
      period.subtracting(["replaced"]).union([
        "no-longer-shared", "lapsed", "grace", "billing-retry",
      ])
    // It has no product types.
    case .response:
      period.union([
        "bought", "owned", "no-longer-shared", "lapsed", "between", "grace", "billing-retry",
      ])
    case .responseWithReceipt:
      period.union(once).union([
        "consumable-pending", "no-longer-shared", "lapsed", "between", "grace", "billing-retry",
      ])
    case .together:
      period.union(once).union([
        "consumable", "no-longer-shared", "lapsed", "between", "grace", "billing-retry",
      ])
    case .renewalInfo: []
    case .transactionPayload, .receiptPayload: ["claimed"]
    case .ios6: ["active", "unknown", "not-yet", "bought"]
    }
  }

  /// How what it says can be known: never as signed by Apple, because the tests sign it.
  func certainties(of code: String, isForged: Bool) -> Set<String> {
    switch self {
    case .transactionPayload, .receiptPayload: return ["unsigned"]
    case .response: return ["unsigned", "inferred"]
    case _ where isForged: return ["unsigned"]
    // Only the text around the receipt tells of payments that failed, and who shares what.
    case .responseWithReceipt where ["grace", "billing-retry", "no-longer-shared"].contains(code):
      return ["unsigned", "inferred"]
    case .responseWithReceipt where code == "lapsed":
      return ["signed-by-other-root", "unsigned", "inferred"]
    default: return ["signed-by-other-root", "inferred"]
    }
  }
}
