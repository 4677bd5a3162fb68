internal import ReceiptCore
internal import ReceiptInsight

/// A column of `receipt table`. Rows, their schemas and the tables of databases are all made from this list.
struct TableColumn: Sendable {
  let name: String
  /// What it says, as a sentence.
  let meaning: String
  let value: Value
  /// Whether every row has a value.
  let isAlwaysThere: Bool
  /// The words that it may have, if they are known.
  let words: [String]?

  enum Value: Sendable {
    case text(@Sendable (TableRow) -> String?)
    case number(@Sendable (TableRow) -> Int?)
    case date(@Sendable (TableRow) -> ReceiptDate?)
  }

  private init(
    _ name: String, _ value: Value, always isAlwaysThere: Bool = false, of words: [String]? = nil,
    _ meaning: String
  ) {
    self.name = name
    self.meaning = meaning
    self.value = value
    self.isAlwaysThere = isAlwaysThere
    self.words = words
  }

  /// Whether its date is one that a database cannot keep.
  func isBeyondDates(_ row: TableRow) -> Bool {
    guard case .date(let get) = value else { return false }
    return get(row).map { !$0.isOfCommonEra } ?? false
  }

  static let all = place + about + bought + judged

  /// Where the receipt was found.
  private static let place = [
    TableColumn(
      "file", .text { $0.report.source.name }, always: true,
      "The file as it was named; - for standard input."),
    TableColumn(
      "part", .text { $0.report.source.part },
      "Where in the input the receipt stands, if there are several."),
    TableColumn(
      "line", .number { $0.report.source.line },
      "The line in which its row begins, counted from 1."),
    TableColumn(
      "products", .number { $0.report.contents?.customers.holdings.count ?? 0 }, always: true,
      "How many products the receipt has, at most 1,000 of each customer: it has a row for each, and one row if it has none."
    ),
    TableColumn(
      "product_number", .number(\.number),
      "The number of this product among them, from 1."),
  ]

  /// What the receipt is.
  private static let about = [
    TableColumn(
      "form", .text { $0.decoded?.form.rawValue }, of: ReceiptForm.allCases.map(\.rawValue),
      "What kind of text it is."),
    TableColumn(
      "environment", .text { $0.report.contents?.customers.environment?.description },
      "The environment that it names: Production, Sandbox, Xcode. Words beside a signed text do not count."
    ),
    TableColumn(
      "bundle_id", .text { $0.report.contents?.customers.bundleID?.description },
      "The app that it names. Words beside a signed text do not count."),
    TableColumn(
      "app_transaction_id",
      .text {
        ($0.holding?.record.appTransactionID ?? $0.renewal?.appTransactionID
          ?? $0.decoded?.receipt.appTransactionID ?? $0.decoded?.nestedAppTransactionID)?
          .description
      },
      "Apple's number of this Apple Account and this app."),
  ]

  /// What was bought.
  private static let bought = [
    TableColumn(
      "product_id",
      .text { ($0.holding?.productID ?? $0.renewal?.productID)?.description }, "The product."),
    TableColumn(
      "transaction_id", .text { $0.holding?.record.transactionID?.description },
      "The transaction that decides what the customer has."),
    TableColumn(
      "original_transaction_id",
      .text {
        ($0.holding?.record.originalTransactionID ?? $0.renewal?.originalTransactionID)?.description
      },
      "The first transaction of the subscription or purchase."),
    TableColumn(
      "account_token",
      .text { $0.accountToken?.description },
      "The UUID that the app gave the customer. Words beside a signed text do not count."),
    TableColumn(
      "access", .text { $0.holding?.code.rawValue }, of: Holding.Code.allCases.map(\.rawValue),
      "What the customer has of the product at judged_at."),
    TableColumn(
      "until", .date { $0.holding?.until },
      "The end of what is known to be paid or granted."),
    TableColumn(
      "payer", .text { $0.payer?.rawValue }, of: Holding.Payer.allCases.map(\.rawValue),
      "Who pays. Words beside a signed text do not count."),
    TableColumn(
      "withdrawal", .text { $0.holding?.withdrawal?.kind.word.rawValue },
      of: Withdrawal.Kind.Word.allCases.map(\.rawValue),
      "What happened, if the purchase was taken back."),
    TableColumn("withdrawn_at", .date { $0.holding?.withdrawal?.date }, "When that was."),
    TableColumn(
      "certainty", .text { $0.holding?.certainty.rawValue }, of: Certainty.allCases.map(\.rawValue),
      "How that is known: whose signature covers it."),
  ]

  /// How it was judged.
  private static let judged = [
    TableColumn(
      "verdict", .text(\.report.verdict.rawValue), always: true,
      of: CheckReport.Verdict.allCases.map(\.rawValue),
      "Whether the receipt passes every check, as receipt check says."),
    TableColumn(
      "failed_check", .text(\.problem?.check.rawValue), "The first check that it does not pass."),
    TableColumn("reason", .text(\.problem?.reason), "Why it does not pass that, in a word."),
    TableColumn(
      "signed_at", .date { $0.report.contents?.customers.genuineness.signedAt },
      "When it was signed, or the response given."),
    TableColumn("judged_at", .date(\.report.judgedAt), always: true, "What \"now\" was."),
    TableColumn(
      "notes",
      .text { row in row.notes.isEmpty ? nil : row.notes.map(\.rawValue).joined(separator: " ") },
      "What the row cannot tell: date-beyond-range, more-products; with a blank between them."),
    TableColumn(
      "tool_version", .text { _ in Program.version }, always: true,
      "The version of receipt that judged it."),
  ]
}

extension DecodedReceipt {
  /// That of the app transaction in an answer.
  fileprivate var nestedAppTransactionID: ReceiptString? {
    nested.lazy.compactMap { part in
      guard case .success(let inner) = part.content, inner.form == .appTransaction else {
        return nil
      }
      return inner.receipt.appTransactionID
    }.first
  }
}

extension Withdrawal.Kind {
  /// What happened, in a stable word.
  fileprivate enum Word: String, CaseIterable {
    case refund
    case partialRefund = "partial-refund"
    case familySharingEnded = "family-sharing-ended"
    case seatTakenBack = "seat-taken-back"
    case upgrade, unknown
  }

  fileprivate var word: Word {
    switch self {
    case .refund: .refund
    case .partialRefund: .partialRefund
    case .familySharingEnded: .familySharingEnded
    case .seatTakenBack: .seatTakenBack
    case .upgrade: .upgrade
    case .unknown: .unknown
    }
  }
}
