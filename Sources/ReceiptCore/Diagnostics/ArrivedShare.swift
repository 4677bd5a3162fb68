extension ReceiptError {
  /// How much of a receipt arrived, by the length that it gives itself; `nil` if all of it did.
  static func share(arrived: Int, of total: Int) -> String? {
    guard arrived >= 0, arrived < total else { return nil }
    let share = Double(arrived) / Double(total)
    let words = shares.first { share < $0.below }?.words ?? "nearly all"
    return "\(words) of it arrived (\(arrived) of \(total) bytes), and nothing can be verified"
  }

  /// What to do about a text that did not arrive whole.
  static let howToSend = "copy the whole text, or send it as a file"

  /// The error for a receipt whose end is missing.
  static func incomplete(_ share: String) -> ReceiptError {
    ReceiptError(.truncated, share, offset: 0, hint: "the end is missing; copy the whole receipt")
  }

  /// The error for a text of which a part was hidden, or left out, when it was shown.
  ///
  /// - Parameters:
  ///   - kind: what it is: `a JWS`.
  ///   - isMasked: whether somebody hid it, and did not only shorten it.
  ///   - isEnd: whether its end is missing, and not its middle.
  ///   - count: how many characters of it are there.
  ///   - remark: what its beginning tells.
  static func hidden(
    _ kind: String, isMasked: Bool, isEnd: Bool, count: Int, offset: Int, remark: String? = nil,
    hint: String = wholeText
  ) -> ReceiptError {
    ReceiptError(
      .truncated,
      "this is \(kind) that was \(isMasked ? "masked" : "shortened") when it was shown: its "
        + "\(isEnd ? "end" : "middle") is missing, and \(count) characters of it are here"
        + (remark.map { "; \($0)" } ?? ""),
      offset: offset, hint: hint)
  }

  /// What to do about a text that a program shortened.
  static let wholeText =
    "get the whole text, from a place that does not shorten it: thousands of characters"

  /// Shares in words, each up to the middle between it and the next one.
  private static let shares: [(below: Double, words: String)] = [
    (0.05, "a small part"), (0.13, "about a tenth"), (0.185, "about a sixth"),
    (0.22, "about a fifth"), (0.29, "about a quarter"), (0.42, "about a third"),
    (0.58, "about half"), (0.71, "about two thirds"), (0.83, "about three quarters"),
    (0.95, "about nine tenths"),
  ]
}
