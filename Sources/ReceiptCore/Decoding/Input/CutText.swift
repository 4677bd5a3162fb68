/// Closes a text of values in brackets that breaks off, behind the last value that arrived whole, so that what did
/// arrive is read.
struct CutText: Sendable {
  /// The brackets that open, and those that close them in the same order.
  private let opening: [UInt8]
  private let closing: [UInt8]
  /// What each byte is.
  private let roles: [Role]

  private enum Role { case other, mark, opening, closing, separator }

  /// What stands before a bracket that closes.
  private let gap: [UInt8]

  private init(
    marks: String, separators: String, opening: String, closing: String, gap: String = ""
  ) {
    self.gap = Array(gap.utf8)
    self.opening = Array(opening.utf8)
    self.closing = Array(closing.utf8)
    roles = (UInt8.min...UInt8.max).map { octet in
      if marks.utf8.contains(octet) { return .mark }
      if opening.utf8.contains(octet) { return .opening }
      if closing.utf8.contains(octet) { return .closing }
      return separators.utf8.contains(octet) ? .separator : .other
    }
  }

  static let json = CutText(marks: "\"", separators: ",", opening: "{[", closing: "}]")

  /// What programs print. None of them uses one of these signs for anything else.
  static let printed = CutText(marks: "\"'`", separators: ",;", opening: "{[(", closing: "}])")

  /// What PHP's print_r prints: names in square brackets are no lists, and a text has no marks around it.
  static let printR = CutText(
    marks: "", separators: "\n", opening: "(", closing: ")", gap: "\n")

  /// What has one part in each line.
  static let lines = CutText(marks: "\"", separators: "\n", opening: "{[", closing: "}]")

  /// The text up to its last whole value, with the brackets that are missing, and what `read` makes of it. The result
  /// is `nil` if nothing of it is whole, or nothing is missing.
  func closed(
    _ text: ArraySlice<UInt8>, read: ([UInt8]) -> JSONValue?
  ) -> (bytes: [UInt8], end: Int, value: JSONValue)? {
    /// What closes the brackets that are open, the outermost first.
    var open: [UInt8] = []
    /// The last place behind a whole value, and how many brackets are open there.
    var end: (index: Int, depth: Int)?
    var mark: UInt8?
    var index = text.startIndex
    while index < text.endIndex {
      let octet = text[index]
      if let last = mark {
        if octet == UInt8(ascii: "\\") { index += 1 } else if octet == last { mark = nil }
        index += 1
        continue
      }
      switch roles[Int(octet)] {
      case .other: break
      case .mark: mark = octet
      case .opening:
        guard let bracket = opening.firstIndex(of: octet), open.count < JSONReader.maximumDepth
        else { return nil }
        open.append(closing[bracket])
      case .closing:
        guard open.popLast() != nil else { return nil }
        // Swift prints a name as AnyHashable("name"), and its value follows.
        let next = index + 1
        if next == text.endIndex || text[next] != UInt8(ascii: ":") { end = (next, open.count) }
      case .separator: if !open.isEmpty { end = (index, open.count) }
      }
      index += 1
    }
    guard !open.isEmpty else { return nil }
    // The text may end with a value, whose comma is missing. A word or a number may have lost its own end.
    if mark == nil, let last = Text.trimmed(text).last,
      [.mark, .closing].contains(roles[Int(last)])
    {
      let bytes = Array(text) + brackets(open)
      if let value = read(bytes) { return (bytes, text.endIndex, value) }
    }
    // Behind the last whole value brackets have only opened.
    guard let end else { return nil }
    let bytes = Array(text[..<end.index]) + brackets(open.prefix(end.depth))
    return read(bytes).map { (bytes, end.index, $0) }
  }

  /// The brackets that are missing.
  private func brackets(_ open: some BidirectionalCollection<UInt8>) -> [UInt8] {
    open.reversed().flatMap { gap + [$0] }
  }
}
