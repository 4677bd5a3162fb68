// The types of Apple's answers, which write numbers and flags as texts in some places and as themselves
// in others.
extension ObjectFields {
  /// `true`, `"true"`, `1`, `"1"` and their opposites.
  mutating func looseFlag(_ name: String) -> Bool? {
    take(name, "true, false, 1 or 0") { value in
      if let flag = value.bool { return flag }
      let text = value.string ?? value.integer.map { String($0) } ?? ""
      return ["true": true, "1": true, "false": false, "0": false][text.lowercased()]
    }
  }

  /// A date, which Apple writes under three keys: in milliseconds, as text in Greenwich, and as text in
  /// California. The milliseconds count; a text that says something else stays among the other fields.
  mutating func responseDate(_ name: String) -> ReceiptDate? {
    date(name, milliseconds: name + "_ms", texts: [name, name + "_pst"])
  }

  /// `expires_date` of iOS 6 style answers: milliseconds under the name that is text elsewhere.
  mutating func expiryDate() -> ReceiptDate? {
    let hasUsualName = ["expires_date", "expires_date_ms", "expires_date_pst"].contains(where: has)
    let hasText = ["expires_date_formatted", "expires_date_formatted_pst"].contains(where: has)
    // The milliseconds may be missing: a response was cut, or they were left out.
    guard hasText, isMilliseconds("expires_date") || !hasUsualName else {
      if !has("expires_date_ms"), isMilliseconds("expires_date") {
        return id("expires_date").flatMap(AppleDateText.exact)
      }
      return responseDate("expires_date")
    }
    return date(
      "expires_date_formatted", milliseconds: "expires_date",
      texts: ["expires_date_formatted", "expires_date_formatted_pst"])
  }

  /// Whether there is nothing but digits.
  private func isMilliseconds(_ name: String) -> Bool {
    peek(name).map { !$0.isEmpty && $0.utf8.allSatisfy(Text.isDigit) } ?? false
  }

  /// So many digits can only be milliseconds: with fewer it might be seconds, or a year.
  private static let leastDigits = 12

  private mutating func date(
    _ name: String, milliseconds: String, texts names: [String]
  ) -> ReceiptDate? {
    // Milliseconds under a name that Apple uses for a text.
    if !has(milliseconds), isMilliseconds(name), (peek(name)?.utf8.count ?? 0) >= Self.leastDigits {
      return date(name)
    }
    let number = has(milliseconds) ? id(milliseconds) : nil
    let exact = number.flatMap(AppleDateText.exact)
    if let number, exact == nil {
      diagnostics.add(
        ReceiptError(
          .invalidDate, "\(prefix)\(milliseconds) is \(number), which is not a date",
          hint: "a date is a number of milliseconds since 1970, in the years 0 to 9999"))
    }
    var texts: [(String, AppleDateText)] = []
    for name in names {
      guard let written = peek(name), !written.isEmpty else { continue }
      if let text = AppleDateText(ReceiptString(written)) {
        texts.append((name, text))
      } else if exact != nil {
        diagnostics.add(Finding(.oddDate, field: prefix + name))
      }
    }
    guard let date = exact ?? texts.first(where: { !$0.1.isCalifornia })?.1.date else {
      // Servers that store a response often write its dates anew, as RFC 3339 has them.
      if number == nil, let text = peek(name), let date = ReceiptDate(text.utf8) {
        _ = self.text(name)
        addOddType(name)
        return date
      }
      // Absent, empty, or nothing that is a date: that is an error of its type.
      if number == nil, let text = peek(name), !text.isEmpty {
        _ = take(name, "a date") { _ in nil as Bool? }
      }
      return nil
    }
    for (name, text) in texts {
      if text.agrees(with: date) {
        _ = self.text(name)
      } else {
        diagnostics.add(Finding(.datesDisagree, field: prefix + name))
      }
    }
    return date
  }

  /// The text of a field, without taking it.
  private func peek(_ name: String) -> String? {
    switch value(name) {
    case .string(let text): text
    case .number(let digits): digits
    default: nil
    }
  }
}
