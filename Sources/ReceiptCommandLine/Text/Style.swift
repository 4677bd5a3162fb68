/// Colour and weight, if enabled.
struct Style {
  let isEnabled: Bool

  func strong(_ text: String) -> String { wrap(text, "1") }
  func faint(_ text: String) -> String { wrap(text, "2") }
  func good(_ text: String) -> String { wrap(text, "32") }
  func bad(_ text: String) -> String { wrap(text, "31") }
  func warning(_ text: String) -> String { wrap(text, "33") }

  /// Select Graphic Rendition (ECMA-48 §8.3.117).
  private func wrap(_ text: String, _ code: String) -> String {
    isEnabled && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
