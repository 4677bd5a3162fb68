import Foundation
import ReceiptCore
import ReceiptInsight
import ReceiptMaking
import TestSupport
import Testing

/// Invented customers in every form, asked about at random times: no answer contradicts itself,
/// Apple's rules, or what its form can know.
@Suite struct DiagnosisPropertyTests {
  /// The number of customers in each form. Long lists of signed texts take longest.
  private static func customers(_ form: CustomerSource.Form) -> Int {
    [.history, .page].contains(form) ? 100 : 170
  }

  /// A question about an invented customer. Form and number give the same question again.
  struct Case {
    let customer: RandomCustomer
    let source: CustomerSource
    let now: Int

    init?(_ form: CustomerSource.Form, _ number: Int) throws {
      var numbers = SeededNumbers(Array("customer \(number)".utf8), form.rawValue)
      customer = RandomCustomer(&numbers)
      let moments = customer.moments
      let first = moments.min() ?? 0
      let span = min((moments.max() ?? first) - first, 700 * RandomCustomer.day)
      // Grace periods are short, and rarely hit by chance.
      let graces = customer.renewals.filter { $0.graceUntil != nil }.flatMap {
        [$0.from, $0.from, $0.from]
      }
      let made =
        numbers.chance(2)
        ? first + numbers.below(span)
        : (numbers.element(of: moments + graces) ?? first) + numbers.below(15 * RandomCustomer.day)
      guard
        let source = try CustomerSource(
          form, of: customer, at: made, isForged: numbers.chance(8), &numbers)
      else { return nil }
      self.source = source
      now = Self.question(made, moments, &numbers)
    }

    /// A time before, about or after the making, or the edge of something that happened.
    private static func question(
      _ made: Int, _ moments: [Int], _ numbers: inout SeededNumbers
    ) -> Int {
      let day = RandomCustomer.day
      let time =
        switch numbers.below(6) {
        case 0: made - numbers.below(200 * day)
        case 1: made
        case 2: made + numbers.below(2 * day)
        case 3: made + numbers.below(200 * day)
        default: (numbers.element(of: moments) ?? made) + numbers.below(3) - 1
        }
      // A minute is less than clocks differ by.
      return (made - 60..<made).contains(time) ? made : time
    }
  }

  private static func date(_ moment: Int) -> ReceiptDate {
    ReceiptDate(millisecondsSince1970: Int64(moment) * 1000)
  }

  private static let accepting = Result {
    let authority = try TestReceipts.authority.get()
    return ReceiptVerifier(
      trustRoots: try TrustAnchor.custom(authority.rootCertificate)
        + TrustAnchor.custom(authority.ellipticRootCertificate))
  }

  /// The answer of the library, as the command line asks it.
  private static func answer(_ item: Case) throws -> (Diagnosis, DiagnosedAnswer) {
    let decoded = try item.source.decoded()
    // What another root signed is forged.
    let verifier = item.source.isForged ? ReceiptVerifier() : try accepting.get()
    let now = date(item.now)
    let diagnosis = Diagnosis(verifier.verifyAll(decoded), now: now)
    return (diagnosis, DiagnosedAnswer(diagnosis, now: now))
  }

  @Test(
    "Statements about invented customers are true, in every form",
    arguments: CustomerSource.Form.allCases)
  func customers(form: CustomerSource.Form) throws {
    var seen: [String: Int] = [:]
    var count = 0
    var failed = 0
    for number in 0..<Self.customers(form) {
      guard let item = try Case(form, number) else { continue }
      count += 1
      let (diagnosis, answer) = try Self.answer(item)
      for holding in answer.holdings { seen[holding.code, default: 0] += 1 }
      var faults = answer.faults()
      faults += Self.ownership(item, answer)
      faults += Self.truth(item, answer)
      faults += Self.wording(item, diagnosis, answer)
      faults += try Self.agreement(item, diagnosis)
      guard !faults.isEmpty else { continue }
      failed += 1
      guard failed <= 5 else { continue }
      Issue.record("\(Self.story(item, answer, faults))")
    }
    #expect(failed == 0, "\(failed) of \(count) cases failed")
    #expect(count > Self.customers(form) / 2)
    // What was never seen was never tested.
    // A page rarely shows a gap; a history does.
    let rare: Set = form == .page ? ["between"] : []
    #expect(form.claims.subtracting(seen.keys).subtracting(rare) == [], "seen \(seen)")
  }

  // MARK: Against Apple's rules

  private static func ownership(_ item: Case, _ answer: DiagnosedAnswer) -> [String] {
    let oracle = OwnershipOracle(source: item.source, now: item.now)
    var faults: [String] = []
    if Set(answer.holdings.map(\.product)) != oracle.products {
      faults.append("products: \(answer.holdings.map(\.product)), not \(oracle.products)")
    }
    let form = item.source.form
    for holding in answer.holdings {
      let verdict = oracle.verdict(on: holding.product)
      if !verdict.codes.contains(holding.code) {
        faults.append("\(holding.product) is \(verdict.codes.sorted()), not \(holding.code)")
      }
      if !oracle.isClaim, !form.claims.contains(holding.code) {
        faults.append("\(form.rawValue) cannot know that \(holding.product) is \(holding.code)")
      }
      let certainties = form.certainties(of: holding.code, isForged: item.source.isForged)
      if !certainties.contains(holding.certainty) {
        faults.append("\(holding.product) is \(holding.code), known as \(holding.certainty)")
      }
      guard holding.code != "claimed", verdict.codes.contains(holding.code) else { continue }
      let ends = (verdict.ends[holding.code] ?? []).map { date($0).description }
      let isRight = holding.until.map(ends.contains) ?? (ends.isEmpty || holding.code == "replaced")
      if !isRight {
        faults.append("\(holding.product), \(holding.code) until \(holding.until ?? "-"): \(ends)")
      }
    }
    return faults
  }

  /// Compares the answer about a time before the source was made with the truth.
  private static func truth(_ item: Case, _ answer: DiagnosedAnswer) -> [String] {
    // An iOS 6 transaction does not show refunds.
    guard item.now <= item.source.made, item.source.form != .ios6 else { return [] }
    let listed = item.source.complete ?? .min
    return answer.holdings.compactMap { holding in
      let had = item.customer.access(to: holding.product).contains { $0.contains(item.now) }
      let isShown = item.source.records.allSatisfy {
        $0.product != holding.product || item.now <= $0.made
      }
      switch holding.code {
      case "active", "owned":
        return had || !isShown ? nil : "\(holding.product) is \(holding.code), and truly was not"
      case "lapsed", "refunded", "no-longer-shared", "between", "not-yet":
        return had && item.now <= listed
          ? "\(holding.product) is \(holding.code), and truly was held" : nil
      default: return nil
      }
    }
  }

  // MARK: All read one account

  /// Checks, timeline and card say the same of every product at the same time.
  private static func agreement(_ item: Case, _ diagnosis: Diagnosis) throws -> [String] {
    let verifier = item.source.isForged ? ReceiptVerifier() : try accepting.get()
    let verified = verifier.verifyAll(try item.source.decoded())
    var expectations = Expectations()
    expectations.activeProducts = diagnosis.card.holdings.map(\.productID)
    expectations.now = date(item.now)
    let results = ReceiptChecker(verifier: verifier, expectations: expectations).results(
      of: verified
    )
    .filter { $0.id == .subscription && $0.status != .notRun }
    let timeline = Timeline(diagnosis.account)
    var faults: [String] = []
    for (holding, result) in zip(diagnosis.card.holdings, results) {
      let runs = [.active, .grace].contains(holding.state.code)
      // The checks of the signature judge one that is bad.
      let isCovered = holding.certainty != .unsigned || verified.hasOwnSignature
      let isRight =
        runs
        ? result.status == (isCovered ? .pass : .undetermined) : result.status != .pass
      if !isRight, !item.source.isForged {
        faults.append("\(holding.productID): \(holding.code), but check says \(result.message)")
      }
      let track = timeline.tracks.first { $0.productID == holding.productID }
      let isDrawn =
        track?.stretches.contains { stretch in
          [.trial, .intro, .offer, .paid, .grace].contains(stretch.kind)
            && stretch.start <= diagnosis.account.now
            && stretch.end.map { diagnosis.account.now < $0 } ?? true
        } ?? false
      if runs != isDrawn {
        faults.append("\(holding.productID): \(holding.code), but drawn \(isDrawn)")
      }
    }
    return faults
  }

  // MARK: Words that depend on the source

  private static func wording(
    _ item: Case, _ diagnosis: Diagnosis, _ answer: DiagnosedAnswer
  ) -> [String] {
    var faults: [String] = []
    let source = item.source
    if source.isSandbox,
      diagnosis.card.genuineness.isReliable || answer.genuineCode == "unsigned-response"
    {
      let first = DiagnosedAnswer.sentences(answer.genuine).first ?? ""
      if !first.contains("sandbox") && !first.contains("nothing was paid") {
        faults.append("the sandbox is not in the first sentence: \(answer.genuine)")
      }
    }
    // What came later is not told.
    if item.now < source.made - 60 {
      for text in answer.reasons + [answer.owned] {
        if text.hasPrefix("Renewal of") || text.contains("because ") {
          faults.append("tells what came later: \(text)")
        }
      }
    }
    faults += offers(item, answer)
    let days = Set(known(item).map { String(date($0).description.prefix(10)) })
    for text in answer.lines + answer.reasons {
      for day in text.matches(of: /\d{4}-\d\d-\d\d/) where !days.contains(String(day.0)) {
        faults.append("\(day.0) is no day of this source: \(text)")
      }
    }
    return faults
  }

  /// An introductory offer that is used is not available.
  private static func offers(_ item: Case, _ answer: DiagnosedAnswer) -> [String] {
    let used = item.source.records.filter { $0.offer != nil && $0.bought <= item.now }
    return answer.reasons.filter { reason in
      guard let found = reason.firstMatch(of: /^Introductory offer of (.+): not used/)
      else { return false }
      return used.contains {
        found.1.contains($0.product)
          || found.1 == "group \(RandomCustomer.group(of: $0.product))"
      }
    }
  }

  /// The moments that a source may name.
  private static func known(_ item: Case) -> [Int] {
    let source = item.source
    let records = source.records.flatMap { record in
      [record.bought, record.firstBought, record.ends, record.cancelled, record.made]
        .compactMap(\.self)
    }
    let renewals = source.renewals.flatMap {
      [$0.renewal.renewalDate, $0.renewal.graceUntil, $0.made].compactMap(\.self)
    }
    let ends = (source.records.compactMap(\.ends) + renewals).map { $0 + OwnershipOracle.retry }
    return records + renewals + ends
      + [source.made, source.complete ?? source.made, item.now, RandomCustomer.start]
  }

  // MARK: Repeating a failure

  private static func story(
    _ item: Case, _ answer: DiagnosedAnswer, _ faults: [String]
  ) -> String {
    let source = item.source
    var lines = faults + ["", "asked about \(day(item.now)), made \(day(source.made))"]
    lines[lines.count - 1] +=
      (source.complete.map { ", complete up to \(day($0))" } ?? "")
      + (source.isForged ? ", forged" : "") + (source.isSandbox ? ", sandbox" : "")
    lines += source.records.map { record in
      let kind = record.kind.map { "\($0)" } ?? "kind unknown"
      let ends = record.ends.map { " until \(day($0))" } ?? ""
      let cancelled = record.cancelled.map { ", cancelled \(day($0))" } ?? ""
      return "\(record.id) of \(record.original): \(record.product), \(kind), \(day(record.bought))"
        + ends + cancelled + (record.isUpgraded == true ? ", upgraded" : "")
        + (record.isShared ? ", shared" : "")
        + (record.bought == record.firstBought ? "" : ", first \(day(record.firstBought))")
    }
    lines += source.renewals.map { told in
      let next = told.renewal
      return "renewal of \(next.original): \(next.product), \(next.renews ? "on" : "off"), "
        + "date \(day(next.renewalDate)), intent \(next.intent ?? 0)"
        + (next.isRetried ? ", retried" : "")
        + (next.graceUntil.map { ", grace \(day($0))" } ?? "")
        + (source.statuses[next.original].map { ", status \($0)" } ?? "")
    }
    lines += [""] + answer.lines + answer.reasons.map { "- \($0)" }
    lines += answer.holdings.map {
      "\($0.product): \($0.code), \($0.certainty), \($0.until ?? "no end")"
    }
    lines += source.pieces.map { Data($0).base64EncodedString() }.filter { $0.count < 3000 }
    return lines.joined(separator: "\n    ")
  }

  private static func day(_ moment: Int) -> String { date(moment).description }
}

// MARK: - Stories and other people's receipts

extension DiagnosisPropertyTests {
  @Test("Nothing contradicts itself in the stories", arguments: Story.names)
  func stories(name: String) async throws {
    let story = try Story.named(name)
    let bench = try Workbench()
    let json = try await bench.run(try await story.prepare(bench) + ["--format", "json"]).json()
    let answer = try #require(DiagnosedAnswer(json))
    #expect(answer.faults() == [], "\(answer.lines)")
  }

  private static let corpus: [String] = {
    guard let folder = TestReceipts.corpus else { return [] }
    let parts = [
      ("app-receipt", ".receipt"), ("verify-receipt", ".json"), ("jws", ".jws"),
      ("ios6-transaction", ".b64"),
    ]
    return parts.flatMap { part, ending in
      // A missing folder has no files.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(part)"))
      return (names ?? []).filter { $0.hasSuffix(ending) && !$0.hasSuffix(".ref.json") }.sorted()
        .map { "\(folder.path)/\(part)/\($0)" }
    }
  }()

  @Test(
    "Other people's receipts: nothing contradicts itself, and the answer is short",
    .enabled(if: !corpus.isEmpty, "there are no receipts; set RECEIPT_CORPUS"))
  func otherReceipts() async throws {
    let bench = try Workbench()
    var words: [Int] = []
    try #require(!Self.corpus.isEmpty)
    for file in Self.corpus {
      for at in [["--at", "2016-03-01"], []] {
        let json = try await bench.run(["diagnose", file, "--format", "json"] + at).json()
        guard let answer = DiagnosedAnswer(json) else { continue }
        #expect(answer.faults() == [], "\(file) \(at): \(answer.lines)")
      }
      let text = try await bench.run(["diagnose", file], environment: ["COLUMNS": "100"]).text
      words.append(text.split(whereSeparator: \.isWhitespace).count)
      // Nothing stands between the three lines.
      let card = text.split(separator: "\n").drop { !$0.hasPrefix("Genuine?") }
        .filter { !$0.hasPrefix("           ") }.prefix(3)
      #expect(card.map { $0.prefix { $0 != " " } } == ["Genuine?", "Owned?", "Do"], "\(file)")
    }
    let median = words.sorted()[words.count / 2]
    #expect(median <= 90, "the median answer has \(median) words")
  }
}
