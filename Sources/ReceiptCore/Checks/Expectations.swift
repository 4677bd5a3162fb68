/// What a caller expects of a receipt. What is not set is not checked, and said to be unchecked. Each check
/// adds its own properties, in its own file.
public struct Expectations: Sendable {
  private var values: [String: any Sendable] = [:]

  public init() {}

  subscript<Value>(parameter: Parameter<Value>) -> [Value] {
    get { values[parameter.name] as? [Value] ?? [] }
    set { values[parameter.name] = newValue.isEmpty ? nil : newValue }
  }

  /// What others expect takes the place of what these do.
  package mutating func replace(with other: Expectations) {
    values.merge(other.values) { $1 }
  }

  /// The same expectations under pseudonyms, without identifying values that have no pseudonym.
  package func redacted(with pseudonym: (ReceiptString) -> ReceiptString) -> Expectations {
    var result = self
    for parameter in Checks.parameters { parameter.redact(&result, with: pseudonym) }
    return result
  }
}
