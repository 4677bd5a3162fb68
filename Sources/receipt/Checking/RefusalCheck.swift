internal import ReceiptCore

/// The receipt is refused for the reasons that the expectation file names, and for no others.
enum RefusalCheck {
  /// A check that did not pass, and the reason. `check` is nil if the receipt could not be read at all.
  struct Fault: Hashable {
    let check: CheckID?
    let reason: String
  }

  static func run(_ refusal: ExpectedRefusal, found: [Fault]) -> CheckResult {
    let faults = Set(found)
    let expected = refusal.reasons.joined(separator: ", ")
    guard !faults.isEmpty else {
      return .fail(
        .refusal, .notRefused, "expected to be refused (\(expected)), but it passed",
        evidence: ["expected": expected],
        hint: "either the receipt is not the one that was meant, or the expectation is wrong")
    }
    let reasons = unique(
      found.map { fault in (fault.check.map { "\($0.rawValue): " } ?? "") + fault.reason }
    )
    .joined(separator: ", ")
    let isAsExpected = faults.allSatisfy(refusal.covers) && refusal.isCovered(by: faults)
    guard isAsExpected else {
      return .fail(
        .refusal, .mismatch, "expected failure \(expected), got \(reasons)",
        evidence: ["expected": expected, "found": reasons],
        hint: "each reason must be named, and each that is named must be found")
    }
    return .pass(
      .refusal, "refused as it was meant to be: \(reasons)",
      evidence: ["expected": expected, "found": reasons])
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}

extension ExpectedRefusal {
  /// Whether this fault is expected.
  func covers(_ fault: RefusalCheck.Fault) -> Bool {
    switch self {
    case .reasons(let reasons): reasons.contains(fault.reason)
    case .checks(let checks):
      checks.contains { $0.check == fault.check && $0.reason == fault.reason }
    }
  }

  /// Whether every expected fault was found.
  fileprivate func isCovered(by faults: Set<RefusalCheck.Fault>) -> Bool {
    switch self {
    case .reasons(let reasons):
      reasons.allSatisfy { reason in faults.contains { $0.reason == reason } }
    case .checks(let checks):
      checks.allSatisfy { check in
        faults.contains { $0.check == check.check && $0.reason == check.reason }
      }
    }
  }
}
