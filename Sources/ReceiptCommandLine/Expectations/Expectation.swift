internal import ReceiptCore

/// What an expectation file says of some receipts. What is `nil` it does not say.
struct Expectation: Sendable {
  var profile: ReceiptVerifier.Profile?
  /// Files with roots to trust, as paths that can be opened.
  var trustRoots: [String]?
  var form: ReceiptForm?
  /// What the library's checks are told.
  var values = Expectations()
  var sha256: String?
  var receipt: ExpectedContents?
  var purchases: [ExpectedPurchase]?
  var refusal: ExpectedRefusal?
  /// Whether an entry names the receipt.
  var isListed = true
  /// Where the file says all that.
  var places = ExpectationPlaces()

  /// What a later entry says replaces what an earlier one said of the same: of the receipt, the same field.
  mutating func add(_ other: Expectation) {
    profile = other.profile ?? profile
    trustRoots = other.trustRoots ?? trustRoots
    form = other.form ?? form
    values.replace(with: other.values)
    sha256 = other.sha256 ?? sha256
    receipt = other.receipt.map { later in receipt.map { $0.adding(later) } ?? later } ?? receipt
    purchases = other.purchases ?? purchases
    refusal = other.refusal ?? refusal
    places.add(other.places)
  }
}

/// Fields of the receipt that must have a value, by their names in the JSON output; `nil` for one that
/// must be absent.
struct ExpectedContents: Sendable {
  var fields: [ExpectedField]

  /// The fields of both; a later value replaces an earlier one of the same field.
  fileprivate func adding(_ later: ExpectedContents) -> ExpectedContents {
    let names = Set(later.fields.map(\.name))
    return ExpectedContents(fields: fields.filter { !names.contains($0.name) } + later.fields)
  }
}

/// One field, and the line of the file that says its value.
struct ExpectedField: Sendable {
  let name: String
  let value: String?
  let line: Int32
}

/// One purchase of an exact list: the fields that are listed must have these values.
struct ExpectedPurchase: Sendable {
  var fields: [ExpectedField]
  let line: Int32

  func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}

/// The receipt must be refused, for these reasons and no others.
enum ExpectedRefusal: Sendable {
  /// Reasons of checks, or the code of the error when it cannot be read.
  case reasons([String])
  case checks([(check: CheckID, reason: String)])

  /// What is expected, in words: `expired`, or `receipt-expiration: expired` where the check is named too.
  var text: String {
    switch self {
    case .reasons(let reasons): reasons.joined(separator: ", ")
    case .checks(let checks):
      checks.map { "\($0.check.rawValue): \($0.reason)" }.joined(separator: ", ")
    }
  }
}
