internal import ReceiptCore

/// The words of one language.
protocol ReplyWording {
  /// A sentence or phrase with placeholders: `{date}`.
  static func template(_ key: ReplyKey) -> String
  /// `17 June 2026`.
  static func day(_ date: CalendarDate) -> String
  /// `a, b and c`, or `a, b, c and 2 more`.
  static func list(_ items: [String], more: Int) -> String
  /// A name in quotation marks. Names may hold commas.
  static func quoted(_ name: String) -> String
  /// What stands between two sentences.
  static var space: String { get }
  /// The sign before the decimals of a price.
  static var decimalSign: String { get }
}

extension ReplyWording {
  static var space: String { " " }
  static var decimalSign: String { "." }

  /// `a, b and c`.
  static func joined(
    _ items: [String], _ comma: String, _ and: String, _ rest: String?
  ) -> String {
    let all = items + [rest].compactMap(\.self)
    guard let last = all.last, all.count > 1 else { return all.first ?? "" }
    return all.dropLast().joined(separator: comma) + and + last
  }

  /// A template with its values; `nil` if one is missing. Braces in values are text.
  static func text(_ key: ReplyKey, _ values: ReplyValues) -> String? {
    let parts = template(key).split(separator: "{", omittingEmptySubsequences: false)
    var result = String(parts.first ?? "")
    for part in parts.dropFirst() {
      let (name, rest) = part.divided(at: "}")
      guard let value = ReplyPlaceholder(rawValue: name).flatMap({ values[$0] }) else { return nil }
      result += value + rest
    }
    return result
  }
}

extension Substring {
  fileprivate func divided(at sign: Character) -> (String, Substring) {
    guard let place = firstIndex(of: sign) else { return (String(self), "") }
    return (String(self[..<place]), self[index(after: place)...])
  }
}
