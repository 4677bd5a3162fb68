/// The result of one check.
public struct CheckResult: Sendable {
  fileprivate let parts: Parts

  /// The check.
  public var id: CheckID { parts.id }
  /// Whether it passed.
  public var status: Status { parts.status }
  /// Why it did not pass; `nil` if it did.
  public var reason: CheckReason? { parts.reason }
  /// What was found, in one sentence without a full stop.
  public var message: String { parts.message }
  /// The named values that decided the result, for scripts, sorted by name.
  public var evidence: Evidence { parts.evidence }
  /// The byte of the receipt at which the fault was found.
  public var offset: Int? { parts.offset }
  /// What the person can do about it.
  public var hint: String? { parts.hint }
  /// More details, a line each: differences from what was expected.
  public var details: [String] { parts.details }
  /// It did not pass, as expected.
  public var isExpected: Bool { parts.isExpected }

  /// An object, because each copy of a result would count a reference to each of its parts.
  fileprivate final class Parts: Sendable {
    let id: CheckID
    let status: Status
    let reason: CheckReason?
    let message: String
    let evidence: Evidence
    let offset: Int?
    let hint: String?
    let details: [String]
    let isExpected: Bool

    init(
      _ id: CheckID, _ status: Status, _ reason: CheckReason?, _ message: String,
      _ evidence: Evidence, _ offset: Int?, _ hint: String?, _ details: [String], _ isExpected: Bool
    ) {
      self.id = id
      self.status = status
      self.reason = reason
      self.message = message
      self.evidence = evidence
      self.offset = offset
      self.hint = hint
      self.details = details
      self.isExpected = isExpected
    }
  }

  init(
    id: CheckID, status: Status, reason: CheckReason?, message: String, evidence: Evidence,
    offset: Int? = nil, hint: String?, details: [String] = [], isExpected: Bool = false
  ) {
    parts = Parts(id, status, reason, message, evidence, offset, hint, details, isExpected)
  }

  /// Whether it counts against the receipt: it failed or is undetermined, and should have passed.
  public var isProblem: Bool { (status == .fail || status == .undetermined) && !isExpected }

  /// The status of a check. The raw value is stable.
  public enum Status: String, Sendable, Codable {
    /// The receipt meets the check.
    case pass
    /// The receipt does not meet the check.
    case fail
    /// It was requested, but this receipt does not hold the answer.
    case undetermined
    /// It was not requested, or an earlier check failed.
    case notRun = "not-run"
  }

  /// The result with additional lines of details.
  package func with(details: [String]) -> CheckResult {
    CheckResult(
      id: id, status: status, reason: reason, message: message, evidence: evidence, offset: offset,
      hint: hint, details: details, isExpected: isExpected)
  }

  /// The same result with another message, and without details.
  package func replacingWords(message: String, evidence: Evidence, hint: String?) -> CheckResult {
    CheckResult(
      id: id, status: status, reason: reason, message: message, evidence: evidence, hint: hint,
      isExpected: isExpected)
  }

  /// The result, marked as expected.
  package func asExpected() -> CheckResult {
    CheckResult(
      id: id, status: status, reason: reason, message: message, evidence: evidence, offset: offset,
      hint: hint, details: details, isExpected: true)
  }

  package static func pass(
    _ id: CheckID, _ message: String, evidence: Evidence = [:]
  ) -> CheckResult {
    CheckResult(
      id: id, status: .pass, reason: nil, message: message, evidence: evidence, hint: nil)
  }

  /// - Parameter hint: what to do in this case, if it is more than the reason's own hint.
  package static func fail(
    _ id: CheckID, _ reason: CheckReason, _ message: String, evidence: Evidence = [:],
    hint: String? = nil
  ) -> CheckResult {
    CheckResult(
      id: id, status: .fail, reason: reason, message: message, evidence: evidence,
      hint: hint)
  }

  /// The structure fails, at the byte `offset` of the input.
  static func structureFault(
    _ reason: CheckReason, _ message: String, offset: Int? = nil, hint: String? = nil
  ) -> CheckResult {
    CheckResult(
      id: .structure, status: .fail, reason: reason, message: message,
      evidence: [:], offset: offset, hint: hint)
  }

  /// It was asked for, but this receipt cannot answer.
  package static func undetermined(
    _ id: CheckID, _ reason: CheckReason, _ message: String, evidence: Evidence = [:],
    hint: String? = nil
  ) -> CheckResult {
    CheckResult(
      id: id, status: .undetermined, reason: reason, message: message, evidence: evidence,
      hint: hint)
  }

  static func notRun(_ id: CheckID, _ reason: CheckReason, _ message: String) -> CheckResult {
    CheckResult(
      id: id, status: .notRun, reason: reason, message: message, evidence: [:], hint: nil)
  }

  /// The result, unless the receipt does not hold the answer. The message quotes nothing of it.
  var notRunIfUnanswered: CheckResult {
    guard status == .undetermined || reason == .absent else { return self }
    return .notRun(id, reason ?? .notAsked, "this receipt does not hold the answer")
  }

  static func notReached(_ id: CheckID) -> CheckResult {
    .notRun(id, .notReached, "an earlier check failed")
  }
}

extension [CheckResult] {
  /// Whether these objects are the results from `index` on. The results of checks that were not requested are made once
  /// for all receipts.
  package func contain(_ group: [CheckResult], at index: Int) -> Bool {
    group.count <= count - index
      && group.indices.allSatisfy { group[$0].parts === self[index + $0].parts }
  }
}

/// The values that decided a result, sorted by name. Written as a dictionary literal.
public struct Evidence: Sendable, ExpressibleByDictionaryLiteral, RandomAccessCollection {
  // Not a dictionary: for three names, that would be most of the cost of a check.
  package let elements: [(String, String)]

  /// The names must be in order.
  public init(dictionaryLiteral elements: (String, String)...) { self.elements = elements }

  /// - Parameter elements: sorted by name.
  package init(_ elements: [(String, String)]) { self.elements = elements }

  public var startIndex: Int { elements.startIndex }
  public var endIndex: Int { elements.endIndex }
  public subscript(index: Int) -> (key: String, value: String) {
    (elements[index].0, elements[index].1)
  }

  /// The value of a name.
  public subscript(name: String) -> String? { elements.first { $0.0 == name }?.1 }
}
