internal import ReceiptCore

/// The receipt is refused for the reasons that the expectation file names, and for no others.
enum RefusalCheck {
  /// A check that did not pass, and the reason. `check` is nil if the receipt could not be read at all.
  struct Fault: Hashable {
    let check: CheckID?
    let reason: String
    /// What `receipt decode` calls the damage behind it, if that has another name.
    var damage: String?

    init(_ error: ReceiptError) {
      check = nil
      reason = error.code.rawValue
    }

    init(_ result: CheckResult, in decoded: DecodedReceipt) {
      check = result.id
      reason = result.reason?.rawValue ?? ""
      let isStructure = result.id == .structure
      if decoded.isIncomplete, isStructure || Checks.signature.contains(where: { $0.id == check }) {
        // Where the end is missing, so is what the signature is judged by.
        damage = result.reason == .truncated ? nil : CheckReason.truncated.rawValue
      } else if isStructure, result.reason == .malformed {
        damage = decoded.errors.first.map(\.code.rawValue).flatMap { $0 == reason ? nil : $0 }
      }
    }

    func isCalled(_ reason: String) -> Bool {
      reason == self.reason || reason == damage
        // Files from before this reason call it so.
        || check == .structure && self.reason == CheckReason.truncated.rawValue
          && reason == CheckReason.malformed.rawValue
    }

    var text: String {
      (check.map { "\($0.rawValue): " } ?? "") + reason + (damage.map { " (\($0))" } ?? "")
    }
  }

  static func run(_ refusal: ExpectedRefusal, found: [Fault]) -> CheckResult {
    let faults = Set(found)
    let expected = refusal.text
    guard !faults.isEmpty else {
      return .fail(
        .refusal, .notRefused, "expected to be refused (\(expected)), but it passed",
        evidence: ["expected": expected],
        hint: "either the receipt is not the one that was meant, or the expectation is wrong")
    }
    let reasons = unique(found.map(\.text)).joined(separator: ", ")
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
    case .reasons(let reasons): reasons.contains(where: fault.isCalled)
    case .checks(let checks):
      checks.contains { $0.check == fault.check && fault.isCalled($0.reason) }
    }
  }

  /// Whether every expected fault was found.
  fileprivate func isCovered(by faults: Set<RefusalCheck.Fault>) -> Bool {
    switch self {
    case .reasons(let reasons):
      reasons.allSatisfy { reason in faults.contains { $0.isCalled(reason) } }
    case .checks(let checks):
      checks.allSatisfy { check in
        faults.contains { $0.check == check.check && $0.isCalled(check.reason) }
      }
    }
  }
}
