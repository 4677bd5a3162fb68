internal import ReceiptCore
internal import ReceiptInsight
internal import ReceiptMaking

/// What a table has of one input: who signed it, whether it passes, and what its customers have.
struct TableReport: ReceiptReport {
  let source: Source
  /// What "now" was.
  let judgedAt: ReceiptDate
  /// What keeps it from passing, and whether it does.
  private let check: CheckReport
  let contents: Contents?

  /// A receipt as it may be shown. An object, because each copy would count a reference to each of its many parts.
  final class Contents: Sendable {
    let decoded: DecodedReceipt
    let customers: CustomerHoldings

    init(_ verified: VerifiedReceipt, at now: ReceiptDate) {
      decoded = verified.decoded
      customers = CustomerHoldings(verified, now: now)
    }
  }

  /// Verifies it once, for the checks and for the account.
  init(
    _ source: Source, _ found: ReceiptInputs.Found, judge: CheckContext,
    redacting redaction: (redactor: Redactor, limits: DecodingLimits)?
  ) {
    judgedAt = judge.judgedAt
    let verified = judge.method.decoder.decoded(found).map(judge.method.verifier.verifyAll)
    let check = CheckReport.judging(source, verified, by: judge)
    self.source = redaction.map { source.redacted(with: $0.redactor) } ?? source
    if redaction != nil, case .failed(let error) = check.outcome {
      // Its words may quote what was found instead of a receipt.
      self.check = check.redacted(
        self.source, .failed(error.withoutWords), nested: [], answers: [])
    } else {
      self.check = check
    }
    // What cannot be redacted has a verdict, and nothing else is shown of it.
    contents = (try? verified.get()).flatMap { verified in
      guard var redaction else { return Contents(verified, at: judge.judgedAt) }
      guard let shown = try? redaction.redactor.shown(verified.decoded, limits: redaction.limits)
      else { return nil }
      return Contents(verified.showing(shown) { $0.withoutQuotes }, at: judge.judgedAt)
    }
  }

  var verdict: CheckReport.Verdict { check.verdict }
  /// The first check that did not pass.
  var problem: Problem? { check.verdict == .pass ? nil : check.problems.first }

  var exitStatus: ExitStatus { check.exitStatus }
  var tallied: ExitStatus { check.tallied }
  var hasMessage: Bool { check.hasMessage }
  func say(to messages: Messages) { check.say(to: messages) }

  /// The rows: one for each product, or a single one for a receipt without any.
  var rows: [TableRow] {
    let problem = problem
    guard let customers = contents?.customers, !customers.holdings.isEmpty else {
      return [TableRow(report: self, problem: problem, number: nil, holding: nil)]
    }
    return customers.holdings.enumerated().map { index, holding in
      TableRow(
        report: self, problem: problem, number: index + 1, holding: holding,
        unsigned: customers.unsignedFields[index])
    }
  }
}

/// A row of a table: a receipt and one of its products.
struct TableRow {
  let report: TableReport
  let problem: Problem?
  /// The number of the product among those of the receipt, from 1.
  let number: Int?
  let holding: Holding?
  /// The fields that only unsigned text tells of it, beside signed text.
  var unsigned: Set<String> = []

  /// Who pays for it, as far as what is signed tells.
  var payer: Holding.Payer? {
    let isClaimed = holding?.payer == .family && unsigned.contains("in_app_ownership_type")
    return isClaimed || unsigned.contains("environment") ? nil : holding?.payer
  }

  /// The UUID that the app gave the customer, in the same way.
  var accountToken: ReceiptString? {
    unsigned.contains("app_account_token")
      ? nil : holding?.record.appAccountToken ?? renewal?.appAccountToken
  }

  var decoded: DecodedReceipt? { report.contents?.decoded }

  /// The renewal that a text is about which lists no purchase.
  var renewal: RenewalInfo? {
    guard holding == nil, let renewals = decoded?.renewals, renewals.count == 1 else { return nil }
    return renewals[0]
  }

  /// What is unusual about the row.
  var notes: [Note] {
    var notes: [Note] = []
    if TableColumn.all.contains(where: { $0.isBeyondDates(self) }) {
      notes.append(.dateBeyondRange)
    }
    if report.contents.map({ $0.customers.omitted > 0 }) ?? false { notes.append(.moreProducts) }
    return notes
  }

  /// What a row cannot tell, in a word.
  enum Note: String, CaseIterable {
    /// A date before the year 1, which is left out.
    case dateBeyondRange = "date-beyond-range"
    /// There are more products than are judged.
    case moreProducts = "more-products"
  }
}
