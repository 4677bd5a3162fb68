internal import ReceiptCore

/// The page of `DiagnoseHTMLRenderer`, for a server that shows what is on it in a page of its own.
package enum HTMLPage {
  static let start: StaticString = "<main>\n"
  static let end: StaticString = "<footer>"

  /// What a page shows, without what is around it.
  package static func content(of page: [UInt8]) -> ArraySlice<UInt8> {
    part(of: page, from: start, to: end)
  }

  /// The title of a page, as markup.
  package static func title(of page: [UInt8]) -> ArraySlice<UInt8> {
    part(of: page, from: "<title>", to: "</title>")
  }

  // Whatever came from a receipt is escaped, so no other text has these tags.
  private static func part(
    of page: [UInt8], from start: StaticString, to end: StaticString
  ) -> ArraySlice<UInt8> {
    let from = Text.range(of: start.description, in: page[...], from: 0)?.upperBound ?? 0
    let to = Text.range(of: end.description, in: page[...], from: from)?.lowerBound ?? page.endIndex
    return page[from..<to]
  }
}
