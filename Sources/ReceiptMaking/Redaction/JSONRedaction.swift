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
      let judged = secrecy.judging(text, under: name)
      // Beside a receipt, a name of Apple's may be anybody's: `reason` of a complaint, `type` of a customer.
      let isFree = unknown == .identifier && judged == .kept && !FieldSecrecy.isWordOfApple(text)
      return .string(redact(text, of: name, isFree ? .identifier : judged))
    case .number(let digits):
      return .number(redact(digits: digits, of: name, secrecy.judging(digits: digits, under: name)))
    case .bool, .null: return value
    }
  }

  /// What stands beside a receipt in its row. What the forms do not know may be a customer's id, however short.
  ///
  /// - Parameter places: what stays as it is, with the names on the way there.
  package mutating func redact(
    beside members: [JSONValue.Member], keepingNames: Bool, keeping places: [JSONPlace] = []
  ) -> [JSONValue.Member] {
    let kept = Ways(grouping: places.map { $0.steps[...] }) { $0.first?.index ?? -1 }
    return redact(beside: members, keepingNames: keepingNames, kept)
  }

  /// The ways to what stays, by the number of their first step.
  private typealias Ways = [Int: [ArraySlice<JSONPlace.Step>]]

  private mutating func redact(
    beside members: [JSONValue.Member], keepingNames: Bool, _ kept: Ways
  ) -> [JSONValue.Member] {
    let names = redact(names: members.map(\.name)) { keepingNames || kept[$0] != nil }
    return zip(names, members).enumerated().map { index, pair in
      JSONValue.Member(
        name: pair.0, value: redact(beside: pair.1.value, under: pair.1.name, kept[index] ?? []))
    }
  }

  /// Recursion ends where the ways do.
  private mutating func redact(
    beside value: JSONValue, under name: String, _ ways: [ArraySlice<JSONPlace.Step>]
  ) -> JSONValue {
    if ways.contains(where: { $0.count == 1 }) { return value }
    let kept = Ways(grouping: ways.map { $0.dropFirst() }) { $0.first?.index ?? -1 }
    switch value {
    case .object(let members) where !ways.isEmpty:
      return .object(redact(beside: members, keepingNames: false, kept))
    case .array(let elements) where !ways.isEmpty:
      return .array(
        elements.enumerated().map { redact(beside: $1, under: name, kept[$0] ?? []) })
    default: return redact(value, under: name, unknown: .identifier) { _, _ in nil }
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
    let parts = digits.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let whole = Int64(parts[0]), !digits.utf8.contains(where: isExponent)
    else { return "0" }
    // Xcode's dates have fractions of a millisecond.
    if secrecy == .date || secrecy == .unknown && Self.plausibleDates.contains(whole) {
      return "\(redact(number: whole, of: field, secrecy)).\(parts[1])"
    }
    // A place on earth, or a weight: a number with a fraction is no flag and no count.
    let sign = digits.hasPrefix("-") ? "-" : ""
    let result =
      "\(sign)\(pseudonyms.number(Int64(clamping: whole.magnitude)))."
      + ReceiptString(pseudonyms.text(parts[1].utf8)).description
    note(field, digits, result)
    return result
  }

  private func isExponent(_ octet: UInt8) -> Bool { octet | 0x20 == UInt8(ascii: "e") }
}
