package import ReceiptCore

extension JSONWriter {
  /// Writes a value with its members in order. Open containers are on a stack, so depth costs no recursion.
  package mutating func value(_ value: JSONValue) {
    // Nearly all values are plain ones, which need no stack.
    switch value {
    case .string(let text): return string(text)
    case .number(let digits): return literal(digits)
    case .bool(let flag): return bool(flag)
    case .null: return literal("null")
    case .object, .array: break
    }
    var pending: [Step] = [.value(value)]
    while let step = pending.popLast() {
      switch step {
      case .close(let bracket): close(bracket)
      case .element(let value):
        nextElement()
        pending.append(.value(value))
      case .member(let member):
        foreignKey(member.name)
        pending.append(.value(member.value))
      case .value(.object(let members)):
        open("{")
        pending.append(.close("}"))
        pending += members.reversed().map(Step.member)
      case .value(.array(let elements)):
        open("[")
        pending.append(.close("]"))
        pending += elements.reversed().map(Step.element)
      case .value(.string(let text)): string(text)
      case .value(.number(let digits)): literal(digits)
      case .value(.bool(let value)): bool(value)
      case .value(.null): literal("null")
      }
    }
  }

  private enum Step {
    case value(JSONValue)
    case element(JSONValue)
    case member(JSONValue.Member)
    case close(Unicode.Scalar)
  }
}
