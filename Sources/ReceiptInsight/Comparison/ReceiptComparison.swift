package import ReceiptCore

/// A receipt that is compared with another one: what was read, and what is known of its signature.
package struct ComparedReceipt: Sendable {
  package let decoded: DecodedReceipt
  package let verification: Verification
  /// What was read, its wrappings off; under pseudonyms too.
  package let bytes: [UInt8]
  /// The receipts inside, by their place.
  let nested: [(path: String, receipt: Result<ComparedReceipt, ReceiptError>)]

  package init(_ decoded: DecodedReceipt, _ verifier: ReceiptVerifier) {
    self.init(decoded, verifier.verify(decoded), verifier)
  }

  private init(
    _ decoded: DecodedReceipt, _ verification: Verification, _ verifier: ReceiptVerifier
  ) {
    self.decoded = decoded
    self.verification = verification
    bytes = decoded.input.bytes
    // Only one level: receipts that stand in an answer or in a notification hold no others.
    nested = decoded.nested.map { nested in
      switch nested.content {
      case .failure(let error): (nested.path, .failure(error))
      case .success(let inner): (nested.path, .success(ComparedReceipt(inner, verifier)))
      }
    }
  }

  /// The same, told in other words: `shown` is what stands in the place of what was verified.
  private init(_ original: ComparedReceipt, shown: DecodedReceipt) {
    decoded = shown
    verification = original.verification.withoutQuotes
    bytes = original.bytes
    nested = zip(original.nested, shown.nested).map { original, shown in
      guard case .success(let inner) = original.receipt, case .success(let told) = shown.content
      else { return original }
      return (original.path, .success(ComparedReceipt(inner, shown: told)))
    }
  }

  /// The same under pseudonyms.
  package func replacing(_ shown: DecodedReceipt) -> ComparedReceipt {
    ComparedReceipt(self, shown: shown)
  }

  /// Until when it knows what happened.
  var moment: ReceiptDate? {
    // Without `latest_receipt_info` Apple told what stood in the receipt that was sent.
    guard let response = decoded.response, response.latestReceiptInfo.isEmpty else {
      return decoded.madeAt
    }
    return decoded.receipt.receiptCreationDate
  }
}

/// What two receipts do not say alike, by meaning and not by bytes.
///
/// What a form cannot know is no difference. Where the forms differ, only what both can know is compared,
/// dates to the second, and what was left out is listed.
package struct ReceiptComparison: Sendable {
  /// The fields, and those of the receipts inside, in the order of their names.
  package let fields: [FieldDifference]
  /// By purchase date.
  package let purchases: [PurchaseDifference]
  package let renewals: [RenewalDifference]
  /// Of the signatures: `status`, `reason`, `digest`, `leaf_certificate`, `other_certificates`.
  package let signature: [FieldDifference]
  /// What the differences between the purchases mean.
  package private(set) var events: [PurchaseEvent]
  package let leftOut: LeftOut
  /// Whether both are the same bytes, once their wrappings are off.
  package let hasSameBytes: Bool
  /// How much both say.
  package let common: Common
  /// Whether there was anything at all that both can know and say.
  package let isMeaningful: Bool

  /// Whether they mean the same.
  package var isSame: Bool {
    fields.isEmpty && purchases.isEmpty && renewals.isEmpty && signature.isEmpty
  }

  /// What was not compared, because the other form cannot know it.
  package struct LeftOut: Sendable, Hashable {
    /// Fields that only the first receipt has, or only the second.
    package internal(set) var a: [String] = []
    package internal(set) var b: [String] = []
    /// How many purchases.
    package internal(set) var purchasesOfA = 0
    package internal(set) var purchasesOfB = 0
    /// How many renewals to come.
    package internal(set) var renewalsOfA = 0
    package internal(set) var renewalsOfB = 0

    package var isEmpty: Bool { self == LeftOut() }
  }

  /// What both receipts say, alike or not.
  package struct Common: Sendable, Hashable {
    /// How many fields, beside those of purchases and renewals.
    package internal(set) var fields = 0
    package internal(set) var purchases = 0
    package internal(set) var renewals = 0
  }

  /// - Parameter time: for when to ask which subscriptions are active according to the later receipt; without
  ///   it when that was made, as with the earlier one.
  package init(_ a: ComparedReceipt, _ b: ComparedReceipt, at time: ReceiptDate? = nil) {
    let forms = (ReceiptKnowledge(a.decoded), ReceiptKnowledge(b.decoded))
    var leftOut = LeftOut()
    var common = Common()

    var fields = FieldComparison(forms.0, forms.1)
    fields.compare(a, b)
    common.fields = fields.countBoth
    leftOut.a = fields.onlyA
    leftOut.b = fields.onlyB

    let purchases = PurchaseComparison(a.decoded, b.decoded, forms.0, forms.1)
    common.purchases = purchases.pairCount
    leftOut.a += purchases.onlyA
    leftOut.b += purchases.onlyB
    leftOut.purchasesOfA = purchases.leftOutOfA
    leftOut.purchasesOfB = purchases.leftOutOfB

    let renewals = RenewalComparison(a.decoded, b.decoded, forms.0, forms.1)
    common.renewals = renewals.pairCount
    leftOut.renewalsOfA = renewals.leftOutOfA
    leftOut.renewalsOfB = renewals.leftOutOfB

    let signature = SignatureComparison(a, b)
    if signature.isLeftOutOfA { leftOut.a.append("signature") }
    if signature.isLeftOutOfB { leftOut.b.append("signature") }

    self.fields = fields.differences
    self.purchases = purchases.differences
    self.renewals = renewals.differences
    self.signature = signature.differences
    self.leftOut = leftOut
    self.common = common
    hasSameBytes = a.bytes == b.bytes
    isMeaningful = forms.0.form == forms.1.form || common != Common()
    events =
      Self.areOfOneHistory(a.decoded.receipt, b.decoded.receipt)
      ? PurchaseEvents(
        purchases, at: Self.moments(a, b, time),
        isComplete: Self.knowsAll(a, forms.0) && Self.knowsAll(b, forms.1)
      ).events : []
    // What time alone brought about is told beside other news, and is none.
    if isSame { events = [] }
  }

  /// Whether what one has, and the other has not, can have happened between them: not to two apps, and not
  /// in two environments.
  private static func areOfOneHistory(_ a: Receipt, _ b: Receipt) -> Bool {
    if let left = a.bundleID, let right = b.bundleID, left != right { return false }
    if let left = a.environment, let right = b.environment, left != right { return false }
    return true
  }

  /// Whether a purchase that is not in it did not happen.
  private static func knowsAll(_ receipt: ComparedReceipt, _ form: ReceiptKnowledge) -> Bool {
    form.purchases == .all && receipt.decoded.errors.isEmpty
  }

  /// When to ask each which subscriptions are active.
  private static func moments(
    _ a: ComparedReceipt, _ b: ComparedReceipt, _ time: ReceiptDate?
  ) -> (a: ReceiptDate?, b: ReceiptDate?) {
    guard let time, let left = a.moment, let right = b.moment else { return (a.moment, b.moment) }
    return left < right ? (left, time) : right < left ? (time, right) : (left, right)
  }
}

/// Which of two receipts.
package enum ComparedSide: String, Sendable {
  case a, b
}
