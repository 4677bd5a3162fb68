/// The checks of a receipt: the five of its signature, then the expectations, all in order.
public struct ReceiptChecker: Sendable {
  /// Checks the signature first.
  public let verifier: ReceiptVerifier
  /// All of them must hold.
  package let expectations: [Expectations]
  private var steps: [Step]

  private enum Step: Sendable {
    case run(any ExpectationCheck.Type, Expectations)
    /// Made once, because most checks are not asked for and there may be millions of receipts.
    case skip([CheckResult])
  }

  /// Makes a checker that can be used for any number of receipts, from any thread.
  public init(verifier: ReceiptVerifier, expectations: Expectations = Expectations()) {
    self.init(verifier: verifier, all: [expectations])
  }

  /// - Parameter spelling: turns the name of a missing expectation into the caller's own, such as an option.
  package init(
    verifier: ReceiptVerifier, all expectations: [Expectations],
    spelling: (String) -> String = { $0 }
  ) {
    self.verifier = verifier
    self.expectations = expectations
    var steps: [Step] = []
    var skipped: [CheckResult] = []
    for check in Checks.expectations {
      let runs = Self.wanted(check, among: expectations)
      if runs.isEmpty {
        skipped.append(Self.skip(check, expectations, spelling))
        continue
      }
      if !skipped.isEmpty { steps.append(.skip(skipped)) }
      skipped = []
      steps += runs.map { .run(check, $0) }
    }
    if !skipped.isEmpty { steps.append(.skip(skipped)) }
    self.steps = steps
  }

  /// The same checks with another verifier.
  package func with(_ verifier: ReceiptVerifier) -> ReceiptChecker {
    ReceiptChecker(verifier: verifier, expectations: expectations, steps: steps)
  }

  private init(verifier: ReceiptVerifier, expectations: [Expectations], steps: [Step]) {
    self.verifier = verifier
    self.expectations = expectations
    self.steps = steps
  }

  /// The same checks at another time.
  package func at(_ now: ReceiptDate) -> ReceiptChecker {
    var checker = self
    for (index, step) in steps.enumerated() {
      guard case .run(let check, var expectations) = step, check.readsNow else { continue }
      expectations.now = now
      checker.steps[index] = .run(check, expectations)
    }
    return checker
  }

  /// The expectations with which a check runs, each once.
  private static func wanted(
    _ check: any ExpectationCheck.Type, among all: [Expectations]
  ) -> [Expectations] {
    let wanted = all.filter { check.missing(from: $0) == nil }
    guard wanted.count > 1 else { return wanted }
    var seen: [[String]] = []
    return wanted.filter { expectations in
      let key =
        (check.parameters + check.related).flatMap { $0.texts(in: expectations) + [""] }
        + [check.readsNow ? expectations.now?.description ?? "" : ""]
      // Equal expectations give one result. A linear search is enough, because there are few.
      guard !seen.contains(key) else { return false }
      seen.append(key)
      return true
    }
  }

  /// Why a check does not run.
  private static func skip(
    _ check: any ExpectationCheck.Type, _ all: [Expectations], _ spelling: (String) -> String
  ) -> CheckResult {
    // A check that was asked for and cannot be judged is not one that was not asked for.
    if all.contains(where: check.isAskedWithoutTime) {
      let now = spelling(ReceiptExpirationCheck.parameter.name)
      return .undetermined(check.id, .timeMissing, "needs \(now), the time at which it is judged")
    }
    let missing = check.missing(from: all.first ?? Expectations()) ?? ""
    return .notRun(check.id, .notAsked, "needs \(spelling(missing))")
  }

  /// The results of the checks that were not requested, in order. Every answer has them; those of one group are next to
  /// each other.
  package var skipped: [[CheckResult]] {
    steps.compactMap { if case .skip(let results) = $0 { results } else { nil } }
  }

  /// Runs every check. The results are in a fixed order, and those of the signature come first.
  ///
  /// A receipt passes if no result is a problem: see ``CheckResult/isProblem``.
  public func check(
    _ decoded: DecodedReceipt
  ) -> (verification: Verification, results: [CheckResult]) {
    let verified = verifier.verifyAll(decoded)
    return (verified.verification, results(of: verified))
  }

  /// Runs every check on a receipt that is verified already.
  public func results(of verified: VerifiedReceipt) -> [CheckResult] {
    var results = verified.verification.checks
    results.reserveCapacity(Checks.signature.count + Checks.expectations.count)
    var subject = CheckSubject(verified, acceptsUnsigned: verifier.acceptsUnsigned)
    for step in steps {
      switch step {
      case .run(let check, let expectations):
        let own = check.run(&subject, expectations)
        results +=
          expectations.skipsIfUnanswered(check) ? own.map(\.notRunIfUnanswered) : own
      case .skip(let skipped): results += skipped
      }
    }
    return results
  }
}
