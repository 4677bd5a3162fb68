/// A receipt whose lines are the elements of a list, as programs keep a long text.
enum TextPieces {
  /// Fewer pieces are texts of their own.
  private static let fewest = 3

  /// The text of the pieces; `nil` if they are not of one text. All but the last are equally long.
  static func joined(_ value: JSONValue) -> [UInt8]? {
    guard let elements = value.elements, elements.count >= fewest,
      let first = elements[0].string, let second = elements[1].string,
      LogScan.beginsLikeReceipt(Array(first.utf8)[...]),
      // A list of receipts has whole ones.
      !LogScan.beginsLikeReceipt(Array(second.utf8)[...])
    else { return nil }
    let length = first.utf8.count
    var bytes: [UInt8] = []
    for (index, element) in elements.enumerated() {
      guard let text = element.string, text.utf8.allSatisfy({ TextScan.isOfJWS($0) }),
        index == elements.count - 1 ? text.utf8.count <= length : text.utf8.count == length
      else { return nil }
      bytes += text.utf8
    }
    return bytes
  }
}
