package import ReceiptCore

/// A receipt to be compared, with its verification.
package struct ComparedReceipt: Sendable {
  package let decoded: DecodedReceipt
  package let verification: Verification
  /// The unwrapped bytes; with pseudonyms, still the original ones.
  package let bytes: [UInt8]
  /// The nested receipts, by place.
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
    // One level is enough: receipts inside a response or notification hold no others.
    nested = decoded.nested.map { nested in
      switch nested.content {
      case .failure(let error): (nested.path, .failure(error))
      case .success(let inner): (nested.path, .success(ComparedReceipt(inner, verifier)))
      }
    }
  }

  /// The same receipt with `shown` in place of the content that was verified.
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

  /// The same receipt with pseudonyms.
  package func replacing(_ shown: DecodedReceipt) -> ComparedReceipt {
    ComparedReceipt(self, shown: shown)
  }

  /// The time up to which it records what happened.
  var moment: ReceiptDate? {
    // Without `latest_receipt_info`, Apple only repeated the receipt that was sent.
    guard let response = decoded.response, response.latestReceiptInfo.isEmpty else {
      return decoded.madeAt
    }
    return decoded.receipt.receiptCreationDate
  }
}

/// What two receipts say differently, compared by meaning and not by bytes.
///
/// A field that a form cannot contain is no difference. Between different forms, only common fields are
/// compared, and dates only to the second. The rest is listed as left out.
package struct ReceiptComparison: Sendable {
  /// The differing fields, including those of nested receipts, sorted by name.
  package let fields: [FieldDifference]
  /// The differing purchases, by purchase date.
  package let purchases: [PurchaseDifference]
  package let renewals: [RenewalDifference]
  /// The differences of the signatures: `status`, `reason`, `digest`, `leaf_certificate`,
  /// `other_certificates`.
  package let signature: [FieldDifference]
  /// What the differences between the purchases mean.
  package private(set) var events: [PurchaseEvent]
  package let leftOut: LeftOut
  /// Whether both have the same bytes after unwrapping.
  package let hasSameBytes: Bool
  /// How many fields, purchases and renewals both have.
  package let common: Common
  /// Whether there was anything to compare.
  package let isMeaningful: Bool

  /// Whether nothing differs.
  package var isSame: Bool {
    fields.isEmpty && purchases.isEmpty && renewals.isEmpty && signature.isEmpty
  }

  /// What was not compared, because the other form cannot contain it.
  package struct LeftOut: Sendable, Hashable {
    /// Fields that only one of the receipts has.
    package internal(set) var a: [String] = []
    package internal(set) var b: [String] = []
    /// The number of purchases.
    package internal(set) var purchasesOfA = 0
    package internal(set) var purchasesOfB = 0
    /// The number of renewals.
    package internal(set) var renewalsOfA = 0
    package internal(set) var renewalsOfB = 0

    package var isEmpty: Bool { self == LeftOut() }
  }

  /// The number of items that both receipts have, equal or not.
  package struct Common: Sendable, Hashable {
    /// The number of fields, without those of purchases and renewals.
    package internal(set) var fields = 0
    package internal(set) var purchases = 0
    package internal(set) var renewals = 0
  }

  /// - Parameter time: the time at which the active subscriptions of the later receipt are determined. By
  ///   default, the time at which it was made, as for the earlier one.
  package init(_ a: ComparedReceipt, _ b: ComparedReceipt, at time: ReceiptDate? = nil) {
    let forms = (FormCapabilities(a.decoded), FormCapabilities(b.decoded))
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
    // Changes by time alone are no event.
    if isSame { events = [] }
  }

  /// Whether the differences can have happened between the two: they are of the same app and environment.
  private static func areOfOneHistory(_ a: Receipt, _ b: Receipt) -> Bool {
    if let left = a.bundleID, let right = b.bundleID, left != right { return false }
    if let left = a.environment, let right = b.environment, left != right { return false }
    return true
  }

  /// Whether the receipt lists every purchase, so that a missing one did not happen.
  private static func knowsAll(_ receipt: ComparedReceipt, _ form: FormCapabilities) -> Bool {
    form.purchases == .all && receipt.decoded.errors.isEmpty
  }

  /// The times at which to determine the active subscriptions.
  private static func moments(
    _ a: ComparedReceipt, _ b: ComparedReceipt, _ time: ReceiptDate?
  ) -> (a: ReceiptDate?, b: ReceiptDate?) {
    guard let time, let left = a.moment, let right = b.moment else { return (a.moment, b.moment) }
    return left < right ? (left, time) : right < left ? (time, right) : (left, right)
  }
}

/// One of the two receipts.
package enum ComparedSide: String, Sendable, CaseIterable {
  case a, b
}
