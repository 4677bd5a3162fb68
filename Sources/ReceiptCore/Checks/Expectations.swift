/// What a caller expects of a receipt. What is not set is not checked, and said to be unchecked. Each check
/// adds its own properties, in its own file.
public struct Expectations: Sendable {
  // There are few. The first use of a dictionary searches the whole program for conformances.
  private var values: [(name: String, values: any Sendable)] = []
  /// The names of what is expected only of receipts that hold the answer.
  private var whereAnswered: Set<String> = []

  /// Expectations of nothing: only the signature and the expiration of the receipt are checked.
  public init() {}

  subscript<Value>(parameter: Parameter<Value>) -> [Value] {
    get { values.first { $0.name == parameter.name }?.values as? [Value] ?? [] }
    set { set(parameter.name, newValue.isEmpty ? nil : newValue) }
  }

  /// Whether something is expected under this name.
  func has(_ name: String) -> Bool { values.contains { $0.name == name } }

  private mutating func set(_ name: String, _ newValues: (any Sendable)?) {
    values.removeAll { $0.name == name }
    if let newValues { values.append((name, newValues)) }
  }

  /// What others expect takes the place of what these do.
  package mutating func replace(with other: Expectations) {
    for (name, values) in other.values { set(name, values) }
  }

  /// Expects more, but only of receipts that hold the answer: for others, the check does not run.
  package mutating func addWhereAnswered(_ other: Expectations) {
    replace(with: other)
    whereAnswered.formUnion(other.values.map(\.name))
  }

  /// Whether a check does not run for receipts that do not hold the answer.
  func skipsIfUnanswered(_ check: any ExpectationCheck.Type) -> Bool {
    check.parameters.contains { whereAnswered.contains($0.name) }
  }

  /// The same expectations under pseudonyms, without identifying values that have no pseudonym.
  package func redacted(with pseudonym: (ReceiptString) -> ReceiptString) -> Expectations {
    var result = self
    for parameter in Checks.parameters { parameter.redact(&result, with: pseudonym) }
    return result
  }
}
