/// One thing that may be expected, whatever the type of its values: a key of expectation files.
package protocol ExpectationParameter: Sendable {
  var name: String { get }
  /// What stands for the value in a list of parameters: `id`.
  var valueName: String { get }
  /// What is expected, in a sentence.
  var help: String { get }
  /// What is wrong with a text that is no value, behind that text.
  var fault: String { get }
  /// The words that are values, where there are only a few.
  var choices: [String] { get }
  /// Whether several values may be given.
  var isRepeatable: Bool { get }
  /// Whether its check does not run without it.
  var isRequired: Bool { get }
  /// Whether it is for the checks alone: "now" has a meaning without them.
  var isOptionOfItsOwn: Bool { get }
  /// Whether values can be found in a longer text.
  var isSearchable: Bool { get }
  /// Whether a value is a date, so that it may be the present time.
  var isDate: Bool { get }

  func isGiven(in expectations: Expectations) -> Bool
  /// The values as texts from which they can be read again.
  func texts(in expectations: Expectations) -> [String]
  /// Adds the value that a text stands for; `false` when it stands for none.
  func add(_ text: String, to expectations: inout Expectations) -> Bool
  /// Adds every value in a longer text. Returns `false` if the text has no value.
  func search(_ text: String, for expectations: inout Expectations) -> Bool
  /// Replaces identifying values by pseudonyms.
  func redact(_ expectations: inout Expectations, with pseudonym: (ReceiptString) -> ReceiptString)
}

/// One thing that may be expected, with values of one type.
package struct Parameter<Value: Sendable>: ExpectationParameter {
  package let name: String
  package let valueName: String
  package let help: String
  package let fault: String
  package var choices: [String] = []
  package var isRepeatable = false
  package var isRequired = true
  package var isOptionOfItsOwn = true
  let read: @Sendable (String) -> Value?
  let text: @Sendable (Value) -> String
  var search: (@Sendable (String) -> [Value])?
  /// The value with pseudonyms; `nil`, the default, if it must not be shown.
  var redacted: @Sendable (Value, (ReceiptString) -> ReceiptString) -> Value? = { _, _ in nil }

  package var isSearchable: Bool { search != nil }
  package var isDate: Bool { Value.self == ReceiptDate.self }

  package func isGiven(in expectations: Expectations) -> Bool { expectations.has(name) }

  package func texts(in expectations: Expectations) -> [String] { expectations[self].map(text) }

  package func add(_ text: String, to expectations: inout Expectations) -> Bool {
    guard let value = read(text) else { return false }
    expectations[self].append(value)
    return true
  }

  package func search(_ text: String, for expectations: inout Expectations) -> Bool {
    let found = search?(text) ?? []
    expectations[self] += found
    return !found.isEmpty
  }

  package func redact(
    _ expectations: inout Expectations, with pseudonym: (ReceiptString) -> ReceiptString
  ) {
    expectations[self] = expectations[self].compactMap { redacted($0, pseudonym) }
  }
}

extension Parameter<ReceiptString> {
  /// An identifier, which any text may be.
  static func identifier(
    _ name: String, valueName: String = "id", isRepeatable: Bool = false, help: String
  ) -> Parameter {
    Parameter(
      name: name, valueName: valueName, help: help, fault: "", isRepeatable: isRepeatable,
      read: { ReceiptString($0) }, text: \.description, redacted: { $1($0) })
  }
}

extension Parameter<TimeSpan> {
  static func timeSpan(_ name: String, isRequired: Bool = true, help: String) -> Parameter {
    Parameter(
      name: name, valueName: "time", help: help,
      fault: "is not a length of time: write 90d, 36h or 1d12h; w, d, h, m and s are understood",
      isRequired: isRequired, read: { TimeSpan($0) }, text: \.spelled,
      redacted: { value, _ in value })
  }
}
