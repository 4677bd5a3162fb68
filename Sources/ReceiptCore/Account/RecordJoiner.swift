/// Joins what several texts say of one transaction, field by field. The first text that says something decides.
struct RecordJoiner {
  /// The transactions, in the order in which the texts first name them.
  private(set) var records: [InAppPurchase] = []
  /// What texts say against one that decides.
  private(set) var contradictions: [Contradiction] = []
  /// For each record, the index of the text that decides.
  private(set) var sources: [Int] = []
  /// Fields that come from another text than the one that decides, by transaction. Only those that decide who has what,
  /// and those of which words are made.
  private(set) var filled: [ReceiptString: [String: Int]] = [:]
  private var places: [Key: Int] = [:]
  /// The first text that names a transaction, and the product that it names; empty as long as there is one text.
  private var first: [ReceiptString: (source: Int, product: ReceiptString?)] = [:]

  private struct Key: Hashable {
    let transaction: ReceiptString
    let product: ReceiptString?
  }

  /// Records of one text.
  static func joined(_ records: [InAppPurchase]) -> [InAppPurchase] {
    var joiner = RecordJoiner()
    joiner.add(records, of: 0, AccountSource.Standing(isSigned: false, hasNewer: false))
    return joiner.records
  }

  /// Adds what a text says. Texts come in the order in which they decide.
  mutating func add(
    _ purchases: [InAppPurchase], of source: Int, _ standing: AccountSource.Standing
  ) {
    // Most inputs are one text.
    if !records.isEmpty, first.isEmpty { rememberFirst() }
    let hasOthers = !first.isEmpty
    records.reserveCapacity(records.count + purchases.count)
    for purchase in purchases {
      guard let transaction = purchase.transactionID else {
        append(purchase, source)
        continue
      }
      let key = Key(transaction: transaction, product: purchase.productID)
      if let place = places[key] {
        join(purchase, at: place, from: source, standing)
        continue
      }
      // A transaction is of one product. Xcode gives every transaction the id 0.
      if let other = first[transaction], other.source != source, transaction != Self.noID {
        note(
          "product_id", .text(other.product ?? ReceiptString("")),
          .text(purchase.productID ?? ReceiptString("")), transaction, other.source, source)
        continue
      }
      places[key] = records.count
      if hasOthers, first[transaction] == nil { first[transaction] = (source, purchase.productID) }
      append(purchase, source)
    }
  }

  private mutating func rememberFirst() {
    for (record, source) in zip(records, sources) {
      guard let transaction = record.transactionID, first[transaction] == nil else { continue }
      first[transaction] = (source, record.productID)
    }
  }

  private static let noID = ReceiptString("0")

  private mutating func append(_ purchase: InAppPurchase, _ source: Int) {
    records.append(purchase)
    sources.append(source)
  }

  /// Fills in what the record lacks.
  private mutating func join(
    _ purchase: InAppPurchase, at place: Int, from source: Int, _ standing: AccountSource.Standing
  ) {
    let hasServerFields = !purchase.server.isEmpty
    for field in Field<InAppPurchase>.all where hasServerFields || !field.isServerField {
      guard let value = field.get(purchase) else { continue }
      if let decided = field.get(records[place]) {
        let isOfOneMoment = sources[place] == source || standing.isAsNew
        if isOfOneMoment, field.name == Self.end {
          // Apple moves the end of a period when it extends it, so that the order of entries or texts decides nothing.
          guard Self.isLater(value, than: decided) else { continue }
          field.set(&records[place], value)
          noteOrigin(of: field.name, place, source)
        } else if sources[place] != source, !decided.isSame(as: value),
          standing.isAsNew
            ? Self.disputed.contains(field.name)
            : Self.lasting.contains(field.name)
              || !standing.isSigned && Self.decisive.contains(field.name)
        {
          note(
            field.name, decided, value, records[place].transactionID, sources[place], source)
        }
      } else if !standing.hasNewer || !Self.withdrawing.contains(field.name) {
        // An older text may tell of a refund that was reversed since.
        field.set(&records[place], value)
        noteOrigin(of: field.name, place, source)
      }
    }
  }

  /// Remembers which text a value comes from, where that is not the one that decides.
  private mutating func noteOrigin(of field: String, _ place: Int, _ source: Int) {
    guard sources[place] != source, Self.noted.contains(field),
      let id = records[place].transactionID
    else { return }
    filled[id, default: [:]][field] = source
  }

  /// Fields that decide who has what.
  private static let decisive: Set<String> = [
    "purchase_date", "expires_date", "cancellation_date", "original_transaction_id",
    "in_app_ownership_type",
  ]
  /// Fields that a newer text leaves out when it takes them back.
  private static let withdrawing: Set<String> = [
    "cancellation_date", "cancellation_reason", "revocation_type", "revocation_percentage",
    "is_upgraded",
  ]

  /// Fields whose origin is shown.
  static let telling = decisive.union(withdrawing).union(["product_id", "app_account_token"])

  /// Fields that are marked where no signature covers them: what a period cost, and why.
  private static let noted = telling.union([
    "price", "currency", "is_trial_period", "is_in_intro_offer_period", "offer_type",
    "promotional_offer_id", "offer_code_ref_name",
  ])

  /// Fields that texts of one moment may not differ in. The order of such texts decides nothing else.
  private static let disputed = decisive.union(withdrawing).union(lasting).union([
    "app_account_token"
  ])

  /// Fields that stay as they are. No later text of Apple's says something else.
  private static let lasting: Set<String> = [
    "purchase_date", "original_purchase_date", "original_transaction_id", "in_app_ownership_type",
    "price", "currency", "quantity", "is_trial_period",
  ]

  private static let end = "expires_date"

  private static func isLater(_ value: FieldValue, than decided: FieldValue) -> Bool {
    guard case .date(let new) = value, case .date(let old) = decided else { return false }
    return new > old
  }

  // MARK: Contradictions

  /// The largest number of contradictions that are kept. A hostile answer could have thousands.
  static let maximumContradictions = 20

  /// Remembers what two texts of one moment say of the state of a subscription, or an unsigned one against a signed one.
  mutating func note(
    _ decided: Ledger.ToldStatus, _ other: Ledger.ToldStatus, of original: ReceiptString
  ) {
    guard decided.source != other.source, decided.status != other.status,
      decided.madeAt == other.madeAt || decided.isSigned != other.isSigned
    else { return }
    note(
      "status", .number(decided.status), .number(other.status), original, decided.source,
      other.source)
  }

  /// Remembers what two signed texts of one moment say of a renewal to come.
  mutating func note(
    _ decided: Ledger.ToldRenewal, _ other: Ledger.ToldRenewal, of original: ReceiptString
  ) {
    guard decided.madeAt != nil, decided.madeAt == other.madeAt else { return }
    for field in Field<RenewalInfo>.all {
      guard let first = field.get(decided.renewal), let second = field.get(other.renewal),
        first != second
      else { continue }
      note(field.name, first, second, original, decided.source, other.source)
    }
  }

  private mutating func note(
    _ field: String, _ decided: FieldValue, _ other: FieldValue, _ transaction: ReceiptString?,
    _ source: Int, _ from: Int
  ) {
    guard contradictions.count < Self.maximumContradictions else { return }
    contradictions.append(
      Contradiction(
        transactionID: transaction, field: field, decided: decided, other: other, source: source,
        otherSource: from))
  }
}

/// Two values of one field of a transaction, of which one decides.
package struct Contradiction: Sendable {
  package let transactionID: ReceiptString?
  /// The name of the field in the JSON of `decode`.
  package let field: String
  package let decided: FieldValue
  package let other: FieldValue
  /// The indices of both texts in `Account.sources`.
  package let source: Int
  package let otherSource: Int
}
