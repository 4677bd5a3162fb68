/// What one check says about a receipt.
public struct CheckResult: Sendable {
  public let id: CheckID
  public let status: Status
  /// Why it did not pass; `nil` when it did.
  public let reason: CheckReason?
  /// What was found, in one sentence without a full stop.
  public private(set) var message: String
  /// What the verdict rests on, by name, for a script; in the order of the names.
  public private(set) var evidence: Evidence
  /// The byte of the receipt at which the fault was found.
  public private(set) var offset: Int?
  /// What the person can do about it.
  public private(set) var hint: String?
  /// More of what was found, a line each: what differs from what was expected.
  public private(set) var details: [String] = []
  /// It did not pass, and was not meant to.
  public private(set) var isExpected = false

  /// Whether it speaks against the receipt: it failed, or could not be answered, and was meant to pass.
  public var isProblem: Bool { (status == .fail || status == .undetermined) && !isExpected }

  public enum Status: String, Sendable {
    case pass
    case fail
    /// It was asked for, but this receipt cannot answer.
    case undetermined
    /// It was not asked for, or an earlier check left nothing to look at.
    case notRun = "not-run"
  }

  /// The result with more lines of what was found.
  package func with(details: [String]) -> CheckResult {
    var result = self
    result.details = details
    return result
  }

  /// The same result in other words, without details.
  package func replacingWords(message: String, evidence: Evidence, hint: String?) -> CheckResult {
    var result = self
    result.message = message
    result.evidence = evidence
    result.hint = hint
    result.details = []
    result.offset = nil
    return result
  }

  /// The result as one that was meant to come about.
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

  /// - Parameter hint: What this case asks for, where it is more than the reason says.
  package static func fail(
    _ id: CheckID, _ reason: CheckReason, _ message: String, evidence: Evidence = [:],
    hint: String? = nil
  ) -> CheckResult {
    CheckResult(
      id: id, status: .fail, reason: reason, message: message, evidence: evidence,
      hint: hint)
  }

  /// The fault of a receipt that is not built as it should be, with its place.
  static func malformed(
    _ reason: CheckReason, _ message: String, at offset: Int?, hint: String?
  ) -> CheckResult {
    var result = fail(
      .structure, reason, message, evidence: offset.map { ["offset": String($0)] } ?? [:],
      hint: hint)
    result.offset = offset
    return result
  }

  /// It was asked for, but this receipt cannot answer.
  static func undetermined(
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
}

/// What a verdict rests on: a few values by name. Written as a dictionary is, in the order of the names.
public struct Evidence: Sendable, ExpressibleByDictionaryLiteral, RandomAccessCollection {
  // No dictionary: for three names that would be most of what a check costs.
  private let elements: [(String, String)]

  public init(dictionaryLiteral elements: (String, String)...) { self.elements = elements }

  /// - Parameter elements: in the order of the names.
  package init(_ elements: [(String, String)]) { self.elements = elements }

  public var startIndex: Int { elements.startIndex }
  public var endIndex: Int { elements.endIndex }
  public subscript(index: Int) -> (key: String, value: String) {
    (elements[index].0, elements[index].1)
  }

  /// The value with a name.
  public subscript(name: String) -> String? { elements.first { $0.0 == name }?.1 }
}
