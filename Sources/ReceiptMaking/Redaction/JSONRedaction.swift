package import ReceiptCore

// JSON from StoreKit 2 and verifyReceipt: the order stays, values are replaced according to their names, and
// unknown names are replaced too.
extension Redactor {
  /// Redacts a value with all its content. The reader has limited its depth.
  ///
  /// - Parameters:
  ///   - name: the name of the value.
  ///   - unknown: how a name is treated that no form has.
  ///   - nested: returns the replacement for a receipt in a text.
  mutating func redact(
    _ value: JSONValue, under name: String, unknown: FieldSecrecy = .unknown,
    nested: (inout Redactor, String) -> String?
  ) -> JSONValue {
    let known = FieldSecrecy(name: name)
    let secrecy = known == .unknown ? unknown : known
    switch value {
    case .object(let members):
      return .object(
        zip(members, redact(names: members.map(\.name))).map { member, name in
          JSONValue.Member(
            name: name,
            value: redact(member.value, under: member.name, unknown: unknown, nested: nested))
        })
    case .array(let elements):
      return .array(elements.map { redact($0, under: name, unknown: unknown, nested: nested) })
    case .string(let text):
      if secrecy == .receipt { return .string(nested(&self, text) ?? "") }
      return .string(redact(text, of: name, secrecy.judging(text, under: name)))
    case .number(let digits):
      return .number(redact(digits: digits, of: name, secrecy.judging(digits: digits, under: name)))
    case .bool, .null: return value
    }
  }

  /// What stands beside a receipt in its row. What the forms do not know may be a customer's id, however short.
  package mutating func redact(
    beside members: [JSONValue.Member], keepingNames: Bool
  ) -> [JSONValue.Member] {
    let names = keepingNames ? members.map(\.name) : redact(names: members.map(\.name))
    return zip(names, members).map { name, member in
      JSONValue.Member(
        name: name,
        value: redact(member.value, under: member.name, unknown: .identifier) { _, _ in nil })
    }
  }

  private mutating func redact(_ text: String, of field: String, _ secrecy: FieldSecrecy) -> String
  {
    // Milliseconds in a string, as in responses.
    if secrecy == .date || secrecy == .unknown, let number = Int64(text), text.utf8.count > 10 {
      return String(redact(number: number, of: field, secrecy))
    }
    return ReceiptString(redact(text: Array(text.utf8), of: field, secrecy)).description
  }

  private mutating func redact(
    digits: String, of field: String, _ secrecy: FieldSecrecy
  ) -> String {
    if let number = Int64(digits) {
      return String(redact(number: number, of: field, secrecy))
    }
    if secrecy == .kept { return digits }
    // An identifier of more than 63 bits. Its pseudonym begins with no zero, which JSON would refuse.
    if digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }) {
      var result = redact(text: Array(digits.utf8), of: field, secrecy)
      if result.first == UInt8(ascii: "0") { result[0] = UInt8(ascii: "1") }
      return ReceiptString(result).description
    }
    // Xcode's dates have fractions of a millisecond.
    let parts = digits.split(separator: ".", maxSplits: 1)
    guard let whole = parts.first.flatMap({ Int64($0) }), !digits.utf8.contains(where: isExponent)
    else { return "0" }
    return String(redact(number: whole, of: field, secrecy)) + "."
      + (parts.count > 1 ? String(parts[1]) : "0")
  }

  private func isExponent(_ octet: UInt8) -> Bool { octet | 0x20 == UInt8(ascii: "e") }
}
