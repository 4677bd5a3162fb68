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
    for step in Checks.expectations.flatMap({ Self.steps(of: $0, expectations, spelling) }) {
      if case .skip(let more) = step, case .skip(let before)? = steps.last {
        steps[steps.count - 1] = .skip(before + more)
      } else {
        steps.append(step)
      }
    }
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

  private static func steps(
    of check: any ExpectationCheck.Type, _ all: [Expectations], _ spelling: (String) -> String
  ) -> [Step] {
    var steps: [Step] = []
    var seen: [[String]] = []
    for expectations in all where check.missing(from: expectations) == nil {
      let key =
        (check.parameters + check.related).flatMap { $0.texts(in: expectations) + [""] }
        + [check.readsNow ? expectations.now?.description ?? "" : ""]
      // Equal expectations give one result. A linear search is enough, because there are few.
      guard !seen.contains(key) else { continue }
      seen.append(key)
      steps.append(.run(check, expectations))
    }
    guard steps.isEmpty else { return steps }
    // A check that was asked for and cannot be judged is not one that was not asked for.
    if all.contains(where: check.isAskedWithoutTime) {
      let now = spelling(ReceiptExpirationCheck.parameter.name)
      return [
        .skip([
          .undetermined(check.id, .timeMissing, "needs \(now), the time at which it is judged")
        ])
      ]
    }
    let missing = check.missing(from: all.first ?? Expectations()) ?? ""
    return [.skip([.notRun(check.id, .notAsked, "needs \(spelling(missing))")])]
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
