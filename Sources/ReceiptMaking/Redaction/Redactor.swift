package import ReceiptCore

/// Makes copies of receipts that can be shared. Identifiers, hashes and opaque bytes are replaced by
/// pseudonyms. Dates stay, or are all shifted together.
package struct Redactor: Sendable {
  let pseudonyms: Pseudonyms
  /// How far dates are shifted, in whole seconds.
  let shift: TimeSpan
  /// All replacements so far, without duplicates.
  package private(set) var replacements: [Replacement] = []
  private let keepsReplacements: Bool
  private var seen: Set<Original> = []
  /// What identifiers became that a receipt repeats, such as that of its product.
  private var recent: [(original: [UInt8], pseudonym: [UInt8])]

  private struct Original: Hashable {
    let field: String
    let text: String
  }

  /// One replaced value.
  package struct Replacement: Sendable, Hashable {
    /// The field: a name, or the type of an attribute without a name.
    package let field: String
    package let original: String
    package let replacement: String
  }

  /// - Parameter keepsReplacements: whether anyone asks for the list of them, which takes more memory than the copy.
  package init(
    _ pseudonyms: Pseudonyms, shift: TimeSpan = TimeSpan(milliseconds: 0),
    keepsReplacements: Bool = true
  ) {
    self.pseudonyms = pseudonyms
    self.keepsReplacements = keepsReplacements
    recent = Array(repeating: ([], []), count: 64)
    self.shift = TimeSpan(milliseconds: shift.milliseconds / 1000 * 1000)
  }

  /// The pseudonym of an identifier.
  package func pseudonym(_ identifier: ReceiptString) -> ReceiptString {
    ReceiptString(pseudonyms.text(identifier.bytes))
  }

  mutating func note(_ field: String, _ original: String, _ replacement: String) {
    guard keepsReplacements, original != replacement,
      seen.insert(Original(field: field, text: original)).inserted
    else { return }
    replacements.append(
      Replacement(field: field, original: original, replacement: replacement))
  }

  /// Adds what a copy of this redactor replaced.
  package mutating func add(_ others: [Replacement]) {
    for other in others { note(other.field, other.original, other.replacement) }
  }

  // MARK: Texts

  /// The pseudonym of a text, which takes long to compute. Each keeps one place, so that the memory has a limit.
  private mutating func pseudonym(of text: [UInt8]) -> [UInt8] {
    let place = text.reduce(into: text.count) { $0 = $0 &* 31 &+ Int($1) } & (recent.count - 1)
    if recent[place].original == text { return recent[place].pseudonym }
    let pseudonym = pseudonyms.text(text)
    recent[place] = (text, pseudonym)
    return pseudonym
  }

  /// The replacement for the text of a field.
  mutating func redact(
    text octets: [UInt8], of field: String, _ secrecy: FieldSecrecy
  ) -> [UInt8] {
    if octets.isEmpty { return octets }
    let result: [UInt8]
    switch secrecy {
    case .kept where FieldSecrecy.isOfApple(octets): return octets
    case .kept: result = pseudonym(of: octets)
    case .date, .unknown: result = shifted(octets) ?? pseudonym(of: octets)
    case .bytes:
      let text = ReceiptString(octets).text
      result =
        text.flatMap(Base64.octets).map { Array(Base64.encode(pseudonyms.octets($0)).utf8) }
        ?? pseudonym(of: octets)
    case .identifier, .receipt: result = pseudonym(of: octets)
    }
    if keepsReplacements {
      note(field, ReceiptString(octets).description, ReceiptString(result).description)
    }
    return result
  }

  // MARK: Dates

  func shifted(_ date: ReceiptDate) -> ReceiptDate {
    // Every sandbox receipt has that date, so it does not identify a person.
    guard date != SandboxConstants.originalPurchaseDate, !date.isNever else { return date }
    let moved = date.adding(shift)
    return ReceiptDate.writable.contains(moved.millisecondsSince1970) ? moved : date
  }

  /// The shifted date in its own spelling; `nil` if the text is not a date.
  private func shifted(_ text: [UInt8]) -> [UInt8]? {
    if let date = ReceiptDate(text) {
      guard shifted(date) != date else { return text }
      // The text is shifted as if it were in UTC. Its zone and its fraction of a second stay.
      let clock = ReceiptDate(Array(text.prefix(19)) + [UInt8(ascii: "Z")])
      return clock.map { Array(shifted($0).description.utf8.prefix(19)) + text.dropFirst(19) }
    }
    guard let apple = AppleDateText(ReceiptString(text)) else { return nil }
    let date = apple.isCalifornia ? PacificTime.moment(showing: apple.date) : apple.date
    let moved = shifted(date)
    guard moved != date else { return text }
    return Array(
      (apple.isCalifornia ? AppleDateText.california(moved) : AppleDateText.greenwich(moved)).utf8)
  }

  /// The replacement for a number.
  mutating func redact(number: Int64, of field: String, _ secrecy: FieldSecrecy) -> Int64 {
    let result: Int64
    switch secrecy {
    case .kept: return number
    // No date is so far away: it is something else that came to stand there.
    case .date where !Self.dates.contains(number): result = pseudonyms.number(number)
    case .date: result = shifted(number)
    case .unknown:
      // Flags and counts do not identify anyone.
      if number.magnitude < 1000 { return number }
      result =
        Self.plausibleDates.contains(number) ? shifted(number) : pseudonyms.number(number)
    case .identifier, .bytes, .receipt: result = pseudonyms.number(number)
    }
    if keepsReplacements { note(field, String(number), String(result)) }
    return result
  }

  /// Milliseconds from the year 1 to that which Xcode writes for never.
  private static let dates =
    ReceiptDate.writable.lowerBound...ReceiptDate.distantFuture.millisecondsSince1970

  /// Milliseconds from 2001 to 2100. No identifier of the store has 12 or 13 digits.
  static let plausibleDates: ClosedRange<Int64> = 978_307_200_000...4_102_444_800_000

  /// The shifted date, both in milliseconds.
  private func shifted(_ number: Int64) -> Int64 {
    shifted(ReceiptDate(millisecondsSince1970: number)).millisecondsSince1970
  }
}
