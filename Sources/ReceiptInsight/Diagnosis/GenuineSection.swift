internal import ReceiptCore

/// Whether Apple signed the receipt, and whether it is complete.
enum GenuineSection {
  static func statements(_ situation: Situation) -> [Diagnosis.Statement] {
    var result = statements(situation.decoded, situation.verification)
    // A response may hold many signed texts. Only those are named that are not as good as the others.
    let isList = situation.decoded.form.isAroundSignedTexts
    for nested in situation.nested
    where !isList || nested.verification.status != situation.verification.status
      || !situation.verification.isTrusted
    {
      result += statements(nested.decoded, nested.verification).map {
        Diagnosis.Statement(
          "\(nested.path): \($0.text)", $0.evidence, isInference: $0.isInference)
      }
    }
    if let check = situation.deviceCheck {
      let message =
        situation.decoded.form == .verifyReceipt
        ? "a response from verifyReceipt does not say for which device the receipt was made"
        : check.message
      result.append(
        Diagnosis.Statement(
          check.status == .pass
            ? "it was made for the device: \(check.message)"
            : check.reason == .wrongDevice
              ? "it was not made for the device that was named: \(check.message)"
              : "it does not say for which device it was made: \(message)",
          check.evidence))
    }
    return result
  }

  private static func statements(
    _ decoded: DecodedReceipt, _ verification: Verification
  ) -> [Diagnosis.Statement] {
    var result: [Diagnosis.Statement] = []
    let chain: Evidence = verification.chainSummary.map { ["chain": $0] } ?? [:]
    switch verification.status {
    case .apple:
      result.append(.init("Apple signed it, and it was not changed since", chain))
    case .custom:
      result.append(
        .init(
          "it is signed under a root that you named, not by Apple; it was not changed since", chain
        ))
    case .xcode:
      result.append(.init("Xcode made it for tests; every developer can make one like it"))
    case .absent where decoded.form == .verifyReceipt:
      result.append(
        .init(
          "it is a response from Apple's server, as text: responses have no signature"))
    case .absent: result.append(.init("it has no signature, so it proves nothing"))
    case .incomplete: result.append(.init("a part of it is missing, so it cannot be verified"))
    case .untrusted where verification.reason == .xcodeReceipt:
      result.append(.init("Xcode made it for tests; Apple did not sign it"))
    case .untrusted where verification.reason == .issuerMissing:
      result.append(
        .init(
          "its signature holds, but a certificate is missing that leads to Apple: whether Apple signed it is not "
            + "known"))
    case .untrusted:
      let failed = verification.checks.filter { $0.status == .fail }
      if let worst = failed.first(where: { $0.id != .structure }) ?? failed.first {
        result.append(.init("it cannot be trusted: \(meaning(of: worst))"))
      }
      for check in failed {
        result.append(.init("what was found: \(check.message)", check.evidence))
      }
    }
    if decoded.form == .appReceipt, verification.isTrusted, verification.digest == .sha1 {
      result.append(
        .init(
          "it is signed with SHA-1, as Apple's receipts were until 2023, some until January 2025",
          ["digest": "sha1"]))
    }
    // A payload signed by Apple may still be malformed. These are two facts.
    if verification.isTrusted, let structure = verification.checks.first, structure.status == .fail
    {
      result.append(
        .init("its content is malformed: \(structure.message)", structure.evidence))
    }
    let damage = decoded.errors.count
    if let first = decoded.errors.first, verification.status != .absent || damage > 0 {
      result.append(
        .init(
          "it is damaged, and read as far as possible: \(first.message)"
            + (damage > 1 ? ", and \(damage - 1) more \(damage == 2 ? "fault" : "faults")" : ""),
          ["code": first.code.rawValue]))
    }
    return result
  }

  /// What a failed check means, without terms about certificates.
  private static func meaning(of check: CheckResult) -> String {
    switch check.id {
    case .structure: "Apple builds no receipt like this"
    case .signature where check.reason == .noSigner: "its signature is missing"
    case .signature: "the signature does not fit its content"
    case .chain: "Apple did not sign it"
    case .certificatePurpose: "its certificate is not one for receipts"
    case .certificateValidity: "its certificate was not valid when it was signed"
    default: "a check of it failed"
    }
  }
}
