internal import ReceiptInsight

/// The verdict on a receipt as a word, an icon and a colour, which always agree.
struct HTMLVerdict {
  /// The name of the kind is the class of its colours.
  let kind: Kind
  let word: String

  enum Kind: String, CaseIterable {
    case genuine, test, foreign, incomplete, unsigned, warning
  }

  /// What only unsigned text says must not stand under a word for what is signed.
  init(_ card: Card) {
    (kind, word) =
      card.isContradicted ? (.unsigned, "Partly signed") : Self.row(card.genuineness.code)
  }

  private static func row(_ code: Genuineness.Code) -> (Kind, String) {
    switch code {
    case .apple: (.genuine, "Genuine")
    case .test, .otherRoot, .xcode: (.test, "Test")
    case .redactedCopy: (.test, "Redacted copy")
    case .notApple, .changed: (.foreign, "Not Apple's")
    case .malformed: (.foreign, "Not as Apple makes it")
    case .incomplete: (.incomplete, "Incomplete")
    case .unreadable: (.incomplete, "Not readable")
    case .unsigned, .unsignedResponse, .accepted: (.unsigned, "Unsigned")
    case .errorResponse: (.unsigned, "Unsigned error")
    case .issuerMissing: (.unsigned, "Not provable")
    case .otherApp: (.warning, "Another app")
    case .otherDevice: (.warning, "Another device")
    }
  }

  /// The word says the same, so the icon is not read aloud.
  var icon: Markup {
    """
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">\(shape)</svg>
    """
  }

  private var shape: Markup {
    switch kind {
    case .genuine: "<circle cx=\"12\" cy=\"12\" r=\"10\"/><path d=\"M7 12.5l3.5 3.5 6.5-7\"/>"
    case .test:
      """
      <path d="M9 3h6M10 3v6.5L4.8 18A2 2 0 0 0 6.5 21h11a2 2 0 0 0 1.7-3L14 9.5V3M7.5 15h9"/>
      """
    case .foreign:
      "<circle cx=\"12\" cy=\"12\" r=\"10\"/><path d=\"M8 8l8 8M16 8l-8 8\"/>"
    case .incomplete:
      """
      <circle cx="12" cy="12" r="10" stroke-dasharray="4.2 3.6"/>\
      <path d="M7.5 12h.01M12 12h.01M16.5 12h.01"/>
      """
    case .unsigned:
      """
      <circle cx="12" cy="12" r="10"/>\
      <path d="M9 9.3a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.1-1.5 2.1M12 17.2h.01"/>
      """
    case .warning: "<path d=\"M12 3L22.5 21H1.5zM12 9.5v5M12 17.5h.01\"/>"
    }
  }
}
