/// Closes JSON that breaks off, behind the last value that arrived whole, so that what did arrive is read.
enum CutJSON {
  /// The text with the brackets that are missing, and where it was cut; `nil` if nothing of it is whole.
  static func closed(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], end: Int)? {
    guard let end = endOfWhole(text) else { return nil }
    return (Array(text[..<end]) + closing(text[..<end]).reversed(), end)
  }

  /// The place behind the last whole value within a bracket: before a comma, or behind a bracket that closes.
  private static func endOfWhole(_ text: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    var end: Int?
    scan(text) { octet, index in
      switch octet {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        end = index + 1
      case UInt8(ascii: ",") where depth > 0: end = index
      default: break
      }
      return depth <= JSONReader.maximumDepth
    }
    return depth > 0 ? end : nil
  }

  /// The brackets that close those which are open at the end, the outermost first.
  private static func closing(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var open: [UInt8] = []
    scan(text) { octet, _ in
      switch octet {
      case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      default: break
      }
      return true
    }
    return open
  }

  /// Calls `visit` with each byte outside of texts, until it says no.
  private static func scan(_ text: ArraySlice<UInt8>, _ visit: (UInt8, Int) -> Bool) {
    var isInText = false
    var index = text.startIndex
    while index < text.endIndex {
      let octet = text[index]
      if octet == UInt8(ascii: "\"") {
        isInText.toggle()
      } else if isInText {
        if octet == UInt8(ascii: "\\") { index += 1 }
      } else if !visit(octet, index) {
        return
      }
      index += 1
    }
  }
}
