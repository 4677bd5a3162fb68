extension [String] {
  /// The texts with `separator` between them.
  ///
  /// At its first use, the `joined(separator:)` of the standard library searches the whole program for its types, which
  /// takes longer than decoding a small receipt.
  package func joined(by separator: String) -> String {
    var result = first ?? ""
    for text in dropFirst() {
      result += separator
      result += text
    }
    return result
  }
}
