/// Property lists in XML, and pages that are none.
enum XMLWrapping {
  /// Shorter texts are no receipts.
  private static let minimumLength = 100

  static func look(
    at text: ArraySlice<UInt8>, in wrapped: InputDetective.Wrapped
  ) -> InputDetective.Look? {
    let beginning = text.prefix(1024)
    if Text.begins(text, with: "<!doctype html") || Text.begins(text, with: "<html")
      || Text.range(of: "<html", in: beginning, from: 0) != nil
    {
      return .mistake(.htmlPage)
    }
    guard
      Text.begins(text, with: "<?xml") || Text.begins(text, with: "<plist")
        || Text.begins(text, with: "<!doctype plist")
    else { return nil }
    var inner: [InputDetective.Wrapped] = []
    for name in ["data", "string"] {
      var position = text.startIndex
      var number = 0
      while inner.count <= InputDetective.maximumReceipts,
        let open = Text.range(of: "<\(name)>", in: text, from: position),
        let close = Text.range(of: "</\(name)>", in: text, from: open.upperBound)
      {
        position = close.upperBound
        number += 1
        guard close.lowerBound - open.upperBound >= minimumLength else { continue }
        inner.append(
          wrapped.inside(
            .propertyList, Array(text[open.upperBound..<close.lowerBound]),
            part: "<\(name)> \(number)"))
      }
    }
    // Of several values those count that are receipts; of one whatever is wrong with it.
    let receipts = inner.filter { LogScan.isReceipt(Text.trimmed($0.bytes)) }
    if !receipts.isEmpty { return .wrapped(receipts) }
    return inner.count == 1
      ? .wrapped(inner)
      : .mistake(
        ReceiptError(
          .notAReceipt, "this is XML without a receipt in it",
          hint: "a receipt in a property list is a <data> element"))
  }
}
