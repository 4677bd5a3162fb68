package import ReceiptCore

/// A receipt to be compared, with its verification.
package struct ComparedReceipt: Sendable {
  package let receipt: VerifiedReceipt
  /// The unwrapped bytes; with pseudonyms, still the original ones.
  package let bytes: [UInt8]

  package var decoded: DecodedReceipt { receipt.decoded }
  package var verification: Verification { receipt.verification }

  package init(_ decoded: DecodedReceipt, _ verifier: ReceiptVerifier) {
    receipt = verifier.verifyAll(decoded)
    bytes = decoded.input.bytes
  }

  /// The same receipt with pseudonyms.
  package init(_ original: ComparedReceipt, shown: DecodedReceipt) {
    receipt = original.receipt.showing(shown, \.withoutQuotes)
    bytes = original.bytes
  }

  /// The time up to which it records what happened.
  fileprivate var moment: ReceiptDate? {
    // Without `latest_receipt_info`, Apple only repeated the receipt that was sent.
    guard let response = decoded.response, response.latestReceiptInfo.isEmpty else {
      return decoded.madeAt
    }
    return decoded.receipt.receiptCreationDate
  }
}

/// What two receipts say differently, compared by meaning and not by bytes.
///
/// A field that a form cannot contain is not a difference. Between different forms, only common fields are
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
    fields.compare(a.receipt, b.receipt)
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

    let signature = SignatureComparison(a.receipt, b.receipt)
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
        purchases,
        Self.knowsAll(a, forms.0) && Self.knowsAll(b, forms.1) ? Self.accounts(a, b, time) : nil
      ).events : []
    // Changes by time alone are not an event.
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
    form.purchases >= .some && receipt.decoded.errors.isEmpty
  }

  /// What the customer had when each was made; in the later one at `time`, if it is given.
  private static func accounts(
    _ a: ComparedReceipt, _ b: ComparedReceipt, _ time: ReceiptDate?
  ) -> PurchaseEvents.Accounts {
    var moments = (a: a.moment, b: b.moment)
    if let time, let left = a.moment, let right = b.moment {
      if left < right { moments.b = time }
      if right < left { moments.a = time }
    }
    func account(_ side: ComparedReceipt, _ moment: ReceiptDate?) -> Account? {
      moment.map { Account(side.receipt, at: $0, relyingOn: .everything) }
    }
    return PurchaseEvents.Accounts(a: account(a, moments.a), b: account(b, moments.b))
  }
}

/// One of the two receipts.
package enum ComparedSide: String, Sendable, CaseIterable {
  case a, b
}
