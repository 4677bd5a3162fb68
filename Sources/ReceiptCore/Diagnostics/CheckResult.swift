/// The result of one check.
public struct CheckResult: Sendable {
  /// The check.
  public let id: CheckID
  /// Whether it passed.
  public let status: Status
  /// Why it did not pass; `nil` if it did.
  public let reason: CheckReason?
  /// What was found, in one sentence without a full stop.
  public private(set) var message: String
  /// The named values that decided the result, for scripts, sorted by name.
  public private(set) var evidence: Evidence
  /// The byte of the receipt at which the fault was found.
  public private(set) var offset: Int?
  /// What the person can do about it.
  public private(set) var hint: String?
  /// More details, a line each: differences from what was expected.
  public private(set) var details: [String] = []
  /// It did not pass, as expected.
  public private(set) var isExpected = false

  /// Whether it counts against the receipt: it failed or is undetermined, and should have passed.
  public var isProblem: Bool { (status == .fail || status == .undetermined) && !isExpected }

  /// The status of a check. The raw value is stable.
  public enum Status: String, Sendable {
    /// The receipt has what was asked.
    case pass
    /// The receipt does not have what was asked.
    case fail
    /// It was requested, but this receipt does not hold the answer.
    case undetermined
    /// It was not requested, or an earlier check failed.
    case notRun = "not-run"
  }

  /// The result with additional lines of details.
  package func with(details: [String]) -> CheckResult {
    var result = self
    result.details = details
    return result
  }

  /// The same result with another message, and without details.
  package func replacingWords(message: String, evidence: Evidence, hint: String?) -> CheckResult {
    var result = self
    result.message = message
    result.evidence = evidence
    result.hint = hint
    result.details = []
    result.offset = nil
    return result
  }

  /// The result, marked as expected.
  package func asExpected() -> CheckResult {
    var result = self
    result.isExpected = true
    return result
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
    var result = fail(
      .structure, reason, message, evidence: offset.map { ["offset": String($0)] } ?? [:],
      hint: hint)
    result.offset = offset
    return result
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

/// The values that decided a result, sorted by name. Written as a dictionary literal.
public struct Evidence: Sendable, ExpressibleByDictionaryLiteral, RandomAccessCollection {
  // Not a dictionary: for three names, that would be most of the cost of a check.
  private let elements: [(String, String)]

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
