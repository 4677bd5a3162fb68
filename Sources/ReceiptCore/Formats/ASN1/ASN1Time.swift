extension ReceiptDate {
  /// Reads a UTCTime or a GeneralizedTime, in the one form of each that RFC 5280 §4.1.2.5 allows.
  package init?(time content: ArraySlice<UInt8>, isUTCTime: Bool) {
    guard content.count == (isUTCTime ? 13 : 15), content.last == UInt8(ascii: "Z") else {
      return nil
    }
    var text = Array(content)
    if isUTCTime {
      text.insert(contentsOf: (text[0] >= UInt8(ascii: "5") ? "19" : "20").utf8, at: 0)
    }
    // YYYYMMDDHHMMSSZ with the separators of RFC 3339.
    for (index, separator) in [(12, ":"), (10, ":"), (8, "T"), (6, "-"), (4, "-")] {
      text.insert(contentsOf: separator.utf8, at: index)
    }
    self.init(text)
  }
}
