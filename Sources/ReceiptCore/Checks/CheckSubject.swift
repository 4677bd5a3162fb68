/// What the checks look at: a receipt, and who signed which part of it.
package struct CheckSubject {
  private let verified: VerifiedReceipt
  /// Whether the user takes unsigned text at its word.
  private let acceptsUnsigned: Bool
  /// Made once for each time that is asked about.
  private var accounts: [(now: ReceiptDate, account: Account)] = []

  var decoded: DecodedReceipt { verified.decoded }

  init(_ verified: VerifiedReceipt, acceptsUnsigned: Bool) {
    self.verified = verified
    self.acceptsUnsigned = acceptsUnsigned
  }

  /// What the customer has at a time. Without a time, every withdrawal counts.
  mutating func account(at now: ReceiptDate?) -> Account {
    let now = now ?? .distantFuture
    if let known = accounts.first(where: { $0.now == now }) { return known.account }
    let account = Account(verified, at: now, relyingOn: acceptsUnsigned ? .everything : .covered)
    accounts.append((now, account))
    return account
  }

  /// A value, and whether a signature covers it.
  struct Stated<Value> {
    let value: Value
    /// The signature may be bad: its own checks tell that.
    let isCovered: Bool
  }

  /// A value of the app.
  ///
  /// - Parameter isIdentity: it tells which app it is, so that a signed text decides even if unsigned text is accepted.
  func stated<Value>(
    isIdentity: Bool = false, _ field: (DecodedReceipt) -> Value?
  ) -> Stated<Value>? {
    let own = field(decoded)
    if verified.hasOwnSignature { return own.map { Stated(value: $0, isCovered: true) } }
    if isIdentity || !acceptsUnsigned {
      for (_, inner) in verified.allNested where inner.isCovered(in: verified) {
        if let value = field(inner.decoded) { return Stated(value: value, isCovered: true) }
      }
    }
    return own.map { Stated(value: $0, isCovered: acceptsUnsigned) }
  }

  /// When it was made, as the newest text says that a signature covers.
  var madeAt: Stated<ReceiptDate>? {
    guard !verified.hasOwnSignature, !acceptsUnsigned else {
      return decoded.madeAt.map { Stated(value: $0, isCovered: true) }
    }
    let covered = verified.allNested.filter { $0.receipt.isCovered(in: verified) }
      .compactMap(\.receipt.decoded.madeAt)
    return covered.max().map { Stated(value: $0, isCovered: true) }
      ?? decoded.madeAt.map { Stated(value: $0, isCovered: false) }
  }
}

extension CheckResult {
  /// The result, if a signature covers what it rests on. Otherwise nothing passes.
  func resting(onCovered isCovered: Bool) -> CheckResult {
    guard !isCovered, status == .pass else { return self }
    return .undetermined(
      id, .unsignedField, "\(message), but no signature covers that", evidence: evidence,
      hint: "anyone can write it: ask for the signed text, or for the app receipt")
  }
}
