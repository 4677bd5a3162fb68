/// Dates in objects that the model has as Apple writes them, such as `sendAttempts[].attemptDate`: milliseconds there,
/// and RFC 3339 where they are shown.
extension JSONValue {
  /// Whether Apple gives this name to dates.
  package static func isDate(name: String) -> Bool { name.hasSuffix("Date") }

  /// The value as it is shown.
  package var showingDates: JSONValue {
    replacingDates { value in
      guard let number = value.integer, ReceiptDate.writable.contains(number) else { return value }
      return .string(ReceiptDate(millisecondsSince1970: number).description)
    }
  }

  /// The value as Apple writes it.
  package var countingDates: JSONValue {
    replacingDates { value in
      guard let date = value.string.flatMap({ ReceiptDate($0.utf8) }) else { return value }
      return .number(String(date.millisecondsSince1970))
    }
  }

  /// Recursion ends at the depth that readers allow.
  private func replacingDates(_ replacement: (JSONValue) -> JSONValue) -> JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.map { member in
          let value = member.value.replacingDates(replacement)
          return Member(
            name: member.name, value: Self.isDate(name: member.name) ? replacement(value) : value)
        })
    case .array(let elements): .array(elements.map { $0.replacingDates(replacement) })
    default: self
    }
  }
}

extension OtherField {
  /// Whether Apple documents dates in the value: the attempts to send a notification that stands in a history.
  package static func hasDates(_ path: String) -> Bool { path.hasSuffix(".sendAttempts") }

  /// The value as it is shown.
  package var shown: JSONValue { Self.hasDates(path) ? value.showingDates : value }
}
