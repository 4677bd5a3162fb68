/// Text in Markdown as GitHub reads it, in a cell of a table.
enum MarkdownText: TextFormat {
  /// Every sign that Markdown or HTML could read is a reference to a character, which is only ever text (CommonMark
  /// §2.5). Letters and digits alone are no link, no mention and no markup.
  static func escaped(_ text: String, in place: Void = ()) -> String {
    var result = ""
    for scalar in escapedForTerminal(text).unicodeScalars {
      switch scalar {
      case "A"..."Z", "a"..."z", "0"..."9", " ", ",": result.unicodeScalars.append(scalar)
      case _ where scalar.isASCII: result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
