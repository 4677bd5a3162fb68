/// The checks of a receipt: the five of its signature, then the expectations, all in order.
public struct ReceiptChecker: Sendable {
  /// Checks the signature first.
  public let verifier: ReceiptVerifier
  /// All of them must hold.
  package let expectations: [Expectations]
  private let steps: [Step]

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

  private static func steps(
    of check: any ExpectationCheck.Type, _ all: [Expectations], _ spelling: (String) -> String
  ) -> [Step] {
    var steps: [Step] = []
    var seen: [[String]] = []
    for expectations in all where check.missing(from: expectations) == nil {
      let key =
        (check.parameters + check.related).flatMap { $0.texts(in: expectations) + [""] }
        + [expectations.now?.description ?? ""]
      // Equal expectations give one result. A linear search is enough, because there are few.
      guard !seen.contains(key) else { continue }
      seen.append(key)
      steps.append(.run(check, expectations))
    }
    guard steps.isEmpty else { return steps }
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
  public func check(_ decoded: DecodedReceipt) -> (Verification, [CheckResult]) {
    let verification = verifier.verify(decoded)
    var results = verification.checks
    results.reserveCapacity(Checks.signature.count + Checks.expectations.count)
    var subject = CheckSubject(decoded)
    for step in steps {
      switch step {
      case .run(let check, let expectations):
        let own = check.run(&subject, expectations)
        results +=
          expectations.skipsIfUnanswered(check) ? own.map(\.notRunIfUnanswered) : own
      case .skip(let skipped): results += skipped
      }
    }
    return (verification, results)
  }
}
